/**
 * The site's two languages. `locale` is the word used in URLs and code, `lang` the BCP 47 tag, `dir` the direction. `name` is the
 * language's own name, and `short` what the language switch shows of it.
 */
export const locales = {
  en: { locale: 'en', lang: 'en', dir: 'ltr', name: 'English', short: 'En', openGraph: 'en_GB' },
  ar: { locale: 'ar', lang: 'ar', dir: 'rtl', name: 'العربية', short: 'العربية', openGraph: 'ar_SY' },
} as const

export type Locale = keyof typeof locales

/** The language of the spec's bare paths (spec section 9). */
export const defaultLocale: Locale = 'en'

/** True if a value, for example from storage or from a URL, is a locale. */
export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(locales, value)
}

/** The other language, whose text replaces a missing text. */
export function otherLocale(locale: Locale): Locale {
  return locale === 'en' ? 'ar' : 'en'
}
