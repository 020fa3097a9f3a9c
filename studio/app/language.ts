import { createContext, use } from 'react'
import type { Locale } from '#contract/locales'
import { type Say, sayIn } from './messages'

export const LanguageContext = createContext<{ locale: Locale; say: Say }>({ locale: 'en', say: sayIn('en') })

export const useLanguage = () => use(LanguageContext)

/** Names in a row, joined as the language does. */
export function listed(names: string[], locale: Locale): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
}
