import { createInstance } from 'i18next'
import { createContext, useContext } from 'react'
import type { Locale } from '#contract/locales'

/** The label of a key, with `values` in its `{{places}}`; `count` chooses its plural form. */
export type Translate = (key: string, values?: Record<string, unknown> & { count?: number }) => string

// One chunk per language: a visitor loads only the words of the page's language.
const sources: Record<Locale, () => Promise<{ default: object }>> = {
  en: () => import('./messages/en.json'),
  ar: () => import('./messages/ar.json'),
}

const i18n = createInstance()
void i18n.init({
  resources: {},
  fallbackLng: false,
  initAsync: false,
  // React escapes; escaping twice would show &amp;.
  interpolation: { escapeValue: false },
  // A visitor sees the key of a label that is missing; in development and in tests it is an error.
  saveMissing: import.meta.env?.DEV ?? false,
  missingKeyHandler: (_locales, _namespace, key, fallback) => {
    if (fallback === key) throw new Error(`there is no label "${key}"`)
  },
})

const loaded = new Map<Locale, Translate>()

/** Loads a language's labels; at once when they are there. Must have resolved before `translateOf(locale)`. */
export async function loadMessages(locale: Locale): Promise<Translate> {
  const ready = loaded.get(locale)
  if (ready) return ready
  const { default: messages } = await sources[locale]()
  i18n.addResourceBundle(locale, 'translation', messages)
  const read = i18n.getFixedT(locale)
  // i18next takes 0.6 ms for a label on a slow phone, and the home page asks for two hundred.
  const plain = new Map<string, string>()
  const translate: Translate = (key, values) => {
    if (values) return read(key, values)
    const label = plain.get(key) ?? read(key)
    plain.set(key, label)
    return label
  }
  loaded.set(locale, translate)
  return translate
}

/** The labels of a language that is loaded. They never change their language, so renders side by side can share them. */
export function translateOf(locale: Locale): Translate {
  const translate = loaded.get(locale)
  if (!translate) throw new Error(`the labels of "${locale}" are not loaded: await loadMessages("${locale}") first`)
  return translate
}

/** The labels of the page's language; filled by Layout. */
export const TranslationContext = createContext<Translate | undefined>(undefined)

/**
 * The labels, as `react-i18next` would give them. Its hook also follows languages that change and words that load late; here
 * both are settled before anything renders, so one context does what cost 2 kB and six hooks for each component.
 */
export function useTranslation(): { t: Translate } {
  const t = useContext(TranslationContext)
  if (!t) throw new Error('useTranslation: no Layout above this component provides the labels')
  return { t }
}

/** The product's display name in the language of `t`: from the labels where they know it, else the slug with a capital. */
export function productName(product: string, t: Translate): string {
  return t(`product.${product}`, {
    defaultValue: product.charAt(0).toUpperCase() + product.slice(1).replaceAll(/[-_]/g, ' '),
  })
}

/** The few words that must be there when the labels themselves could not be loaded. */
export const bareWords: Record<Locale, { loading: string; failed: string; tryAgain: string; goHome: string }> = {
  en: {
    loading: 'Loading…',
    failed: 'This page could not be loaded',
    tryAgain: 'Try again',
    goHome: 'Go to the home page',
  },
  ar: {
    loading: 'جارٍ التحميل…',
    failed: 'تعذّر تحميل هذه الصفحة',
    tryAgain: 'حاول مجددًا',
    goHome: 'إلى الصفحة الرئيسية',
  },
}
