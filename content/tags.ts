import type { Locale } from '#contract/locales'
import arabicNames from '../fixtures/tags.json' with { type: 'json' }

const names = new Map(Object.entries(arabicNames))

/** The name of a tag in a language. The API gives tags in English; an Arabic page shows a tag's Arabic name, if it has one. */
export function tagName(tag: string, locale: Locale): string {
  return (locale === 'ar' && names.get(tag)) || tag
}
