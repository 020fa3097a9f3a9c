'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { translationOf } from '../../shared/content.js'

export function LanguageLink({ lang, name }) {
  return (
    <Link href={translationOf(usePathname())} hrefLang={lang} lang={lang}>
      {name}
    </Link>
  )
}
