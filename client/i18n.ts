import { createInstance, type i18n, type Resource } from 'i18next'
import type { Locale } from '#contract/locales'

/** The labels of one language: keys are `place.role`. */
export type Messages = Record<string, unknown>

// One chunk per language: a visitor loads only the words of the page's language.
const sources: Record<Locale, () => Promise<{ default: Messages }>> = {
  en: () => import('./messages/en.json'),
  ar: () => import('./messages/ar.json'),
}

const loaded = new Map<Locale, i18n>()

/** Loads a language's labels; at once when they are there. Must have resolved before `i18nOf(locale)`. */
export async function loadMessages(locale: Locale): Promise<i18n> {
  const ready = loaded.get(locale)
  if (ready) return ready
  const { default: messages } = await sources[locale]()
  const instance = createI18n(locale, messages)
  loaded.set(locale, instance)
  return instance
}

/** The instance of a language that is loaded. It never changes its language, so renders side by side can share it. */
export function i18nOf(locale: Locale): i18n {
  const instance = loaded.get(locale)
  if (!instance) throw new Error(`the labels of "${locale}" are not loaded: await loadMessages("${locale}") first`)
  return instance
}

/** A fresh i18next instance with the labels of one language; ready when it returns. */
export function createI18n(locale: Locale, messages: Messages): i18n {
  const instance = createInstance()
  const resources: Resource = { [locale]: { translation: messages } }
  void instance.init({
    lng: locale,
    resources,
    fallbackLng: false,
    initAsync: false,
    // React escapes; escaping twice would show &amp;.
    interpolation: { escapeValue: false },
  })
  return instance
}
