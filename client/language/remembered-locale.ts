import { isLocale, type Locale } from '#contract/locales'

/** The local storage key of the chosen language; the spec gives `lang` to the home data. */
const localeKey = 'locale'

/** The language chosen with the switch, if any. */
export function rememberedLocale(): Locale | undefined {
  try {
    const value = localStorage.getItem(localeKey)
    return isLocale(value) ? value : undefined
  } catch {
    return undefined // storage is denied: nothing was chosen
  }
}

/** Keeps the chosen language for the next visit of the home page. */
export function rememberLocale(locale: Locale): void {
  try {
    localStorage.setItem(localeKey, locale)
  } catch {
    // Denied or full: the choice lives in the URL anyway.
  }
}
