import { createInstance } from 'i18next'
import { useLocale } from 'react-aria-components'
import type { Locale } from '#contract/locales'
import ar from './messages/ar.json'
import en from './messages/en.json'

type PluralStem<Name> = Name extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : Name
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? PluralStem<Key> : `${Key}.${KeyOf<Texts[Key]>}`
}[keyof Texts & string]
export type Message = KeyOf<typeof en>

/** The text of a message, with `values` in its `{{placeholders}}`; `count` selects the plural form. */
export type Say = (message: Message, values?: Record<string, unknown>) => string

const i18n = createInstance()
void i18n.init({
  resources: { en: { translation: en }, ar: { translation: ar } },
  initAsync: false,
  interpolation: { escapeValue: false },
})

function languageOf(locale: Locale) {
  const names = new Intl.ListFormat(locale, { type: 'conjunction' })
  return { locale, say: i18n.getFixedT(locale) as Say, list: (texts: string[]) => names.format(texts) }
}

export const languages = { en: languageOf('en'), ar: languageOf('ar') }

/** Returns functions for the language of the nearest `I18nProvider`. `list` joins names, as in `A, B and C`. */
export function useLanguage() {
  return languages[useLocale().direction === 'rtl' ? 'ar' : 'en']
}

/** Isolates code, which reads from left to right in every language. */
export function isolateLtr(text: string): string {
  return `\u2066${text}\u2069`
}

/** Isolates a text, so that it keeps its direction in a sentence of the other direction. */
export function isolate(text: unknown): string {
  return `\u2068${text}\u2069`
}
