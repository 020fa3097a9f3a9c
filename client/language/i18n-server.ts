import { createInstance, type Resource } from 'i18next'
import type { Locale } from '#contract/locales'
import type { Messages, Translate } from './i18n'

/** The labels of one language by i18next, as the server renders them; ready when it returns. */
export function createI18n(locale: Locale, messages: Messages): Translate {
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
  return (key, values = {}) => instance.t(key, values)
}
