import { isLocale, type Locale } from '#contract/locales'
import { base } from '#contract/paths'

/** The local storage key of the chosen language. Not `lang`, which holds the home data (spec section 3). */
const localeKey = 'locale'

/** The language chosen with the switch, if any. */
export function rememberedLocale(): Locale | undefined {
  try {
    const value = localStorage.getItem(localeKey)
    return isLocale(value) ? value : undefined
  } catch {
    return undefined // Storage is denied, which counts as no choice.
  }
}

/**
 * Returns the remembered language if the visitor comes from another site or types the address. Links of this site, Reload, Back
 * and Forward return `undefined`. The inline script in `server/pages/template.ts` has the same rule.
 */
export function localeOfArrival(): Locale | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isRevisit = navigation !== undefined && navigation.type !== 'navigate'
  return isRevisit || document.referrer.startsWith(location.origin + base) ? undefined : rememberedLocale()
}

/** Remembers the chosen language for the next visit of the home page. */
export function rememberLocale(locale: Locale): void {
  try {
    localStorage.setItem(localeKey, locale)
  } catch {
    // Storage is denied or full: the address still names the language.
  }
}
