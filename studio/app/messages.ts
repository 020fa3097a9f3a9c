import { createInstance } from 'i18next'
import type { Locale } from '#contract/locales'
import ar from './messages/ar.json'
import en from './messages/en.json'

type Key = Exclude<keyof typeof en, 'kind' | 'field' | 'needs'>
type PluralStem<Name> = Name extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : Name
export type Message =
  | PluralStem<Key>
  | `kind.${keyof typeof en.kind}`
  | `field.${keyof typeof en.field}`
  | `needs.${keyof typeof en.needs}`

/** The text of a message, with `values` in its `{{placeholders}}`; `count` selects the plural form. */
export type Say = (message: Message, values?: Record<string, unknown>) => string

const i18n = createInstance()
void i18n.init({
  resources: { en: { translation: en }, ar: { translation: ar } },
  initAsync: false,
  interpolation: { escapeValue: false },
})

const says = { en: i18n.getFixedT('en'), ar: i18n.getFixedT('ar') }

export function sayIn(locale: Locale): Say {
  return (message, values = {}) => says[locale](message as never, values) as string // Message has only keys of `en`
}
