import type { Locale } from '#contract/locales'

/** The labels of one language: keys are `place.role`. */
export type Messages = Record<string, unknown>

/** The label of a key, with `values` in its `{{places}}`; `count` chooses its plural form. */
export type Translate = (key: string, values?: Record<string, unknown> & { count?: number }) => string

// One chunk per language: a visitor loads only the words of the page's language.
const sources: Record<Locale, () => Promise<{ default: Messages }>> = {
  en: () => import('./messages/en.json'),
  ar: () => import('./messages/ar.json'),
}

const loaded = new Map<Locale, Translate>()

/**
 * Loads a language's labels; at once when they are there. Must have resolved before `translateOf(locale)`. Whoever asks first
 * may say what reads them: the server brings i18next (`client/language/i18n-server.ts`).
 */
export async function loadMessages(locale: Locale, create = createTranslate): Promise<Translate> {
  const ready = loaded.get(locale)
  if (ready) return ready
  const { default: messages } = await sources[locale]()
  const translate = create(locale, messages)
  loaded.set(locale, translate)
  return translate
}

/** The labels of a language that is loaded. They never change their language, so renders side by side can share them. */
export function translateOf(locale: Locale): Translate {
  const translate = loaded.get(locale)
  if (!translate) throw new Error(`the labels of "${locale}" are not loaded: await loadMessages("${locale}") first`)
  return translate
}

/**
 * What the labels need of i18next, for the browser: keys, values, plural forms and defaults. i18next itself is 13 kB there, a
 * tenth of a page's script, for languages that change, words that load late and a cache, which are all settled before the first
 * render here. `test/client/messages.test.ts` holds this to i18next's answers for every label, count and kind of value.
 */
export function createTranslate(locale: Locale, messages: Messages): Translate {
  const plurals = new Intl.PluralRules(locale)
  const textAt = (key: string): unknown => {
    let found: unknown = messages
    for (const name of key.split('.')) found = (found as Messages | undefined)?.[name]
    return found
  }
  return (key, values = {}) => {
    const { count, defaultValue = key } = values
    // Zero has a form of its own wherever there are words for it, also where the language has none.
    const forms =
      typeof count === 'number' ? [...(count === 0 ? ['_zero'] : []), `_${plurals.select(count)}`, ''] : ['']
    const text = forms.map((form) => textAt(key + form)).find((found) => typeof found === 'string') ?? defaultValue
    return String(text).replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
      name in values ? String(values[name] ?? '') : place,
    )
  }
}
