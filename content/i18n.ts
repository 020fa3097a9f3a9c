import { createInstance, type ParseKeys } from 'i18next'
import type { Locale } from '#contract/locales'

export type LabelKey = ParseKeys

/** Gives the label of a key, with `values` in its `{{placeholders}}`. `count` selects the plural form. */
export type Translate = (key: LabelKey, values?: Record<string, unknown> & { count?: number }) => string

// Each language is a separate chunk, so that a visitor loads only the labels of the page's language.
const sources: Record<Locale, () => Promise<{ default: object }>> = {
  en: () => import('./messages/en.json'),
  ar: () => import('./messages/ar.json'),
}

const i18n = createInstance()
void i18n.init({
  resources: {},
  fallbackLng: false,
  initAsync: false,
  // Turns off escaping, because React escapes texts, and escaping twice would show `&amp;`.
  interpolation: { escapeValue: false },
  // A missing label shows its key to visitors, and throws in development and in tests.
  saveMissing: import.meta.env?.DEV ?? false,
  missingKeyHandler: (_locales, _namespace, key, fallback) => {
    if (fallback === key) throw new Error(`there is no label "${key}"`)
  },
})

const loaded = new Map<Locale, Translate>()

/** Loads a language's labels. Must resolve before `translateOf(locale)` is called. */
export async function loadMessages(locale: Locale): Promise<Translate> {
  const ready = loaded.get(locale)
  if (ready) return ready
  const { default: messages } = await sources[locale]()
  i18n.addResourceBundle(locale, 'translation', messages)
  const read = i18n.getFixedT(locale)
  // Caches labels without values: i18next takes 0.6 ms per label on a slow phone, and the home page has two hundred.
  const plain = new Map<LabelKey, string>()
  const translate: Translate = (key, values) => {
    if (values) return read(key, values)
    const label = plain.get(key) ?? read(key)
    plain.set(key, label)
    return label
  }
  loaded.set(locale, translate)
  return translate
}

/** The labels of a loaded language. There is no current language, so the server can render both languages at the same time. */
export function translateOf(locale: Locale): Translate {
  const translate = loaded.get(locale)
  if (!translate) throw new Error(`the labels of "${locale}" are not loaded`)
  return translate
}

/** Texts that are shown while the labels are not loaded, or if they cannot be loaded. */
export const bareWords = {
  en: {
    loading: 'Loading…',
    slow: 'This is taking longer than usual.',
    failed: 'This page could not be loaded',
    tryAgain: 'Try again',
    close: 'Close',
    goHome: 'Go to the home page',
  },
  ar: {
    loading: 'جارٍ التحميل…',
    slow: 'يستغرق التحميل وقتًا أطول من المعتاد.',
    failed: 'تعذّر تحميل هذه الصفحة',
    tryAgain: 'حاول مجددًا',
    close: 'إغلاق',
    goHome: 'إلى الصفحة الرئيسية',
  },
} satisfies Record<Locale, Record<string, string>>
