import type { Locale } from '#contract/locales'
import { rightToLeft } from '#contract/markup/direction'
import arabicNames from '../fixtures/tags.json' with { type: 'json' }
import type { LocalText } from './localize'

const names = new Map(Object.entries(arabicNames))

/** The name of a tag in a language. The API gives tags in English; an Arabic page shows a tag's Arabic name, if it has one. */
export function tagName(tag: string, locale: Locale): string {
  return (locale === 'ar' && names.get(tag)) || tag
}

/** The name of a tag, marked if it is in the other language by its letters, because the API does not tell a tag's language. */
export function tagText(tag: string, locale: Locale): LocalText {
  const text = tagName(tag, locale)
  const own = rightToLeft.test(text) ? 'ar' : 'en'
  return own === locale ? { text } : { text, locale: own }
}
