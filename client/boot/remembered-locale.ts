import { attempt } from '#content/attempt'
import { defaultLocale, type Locale, otherLocale } from '#contract/locales'
import { base } from '#contract/paths'

/** The local storage key of the chosen language. The key `lang` is taken, because it holds the home data (spec section 3). */
const localeKey = 'locale'

/**
 * Leads from the English home page to the Arabic one if that language is remembered. Returns true if the browser leaves. Only a
 * visitor from another site or with a typed address is led there, not one who follows a link of this site, reloads or goes back.
 */
export function redirectOnArrival(): boolean {
  const other = otherLocale(defaultLocale)
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isRevisit = navigation !== undefined && navigation.type !== 'navigate'
  if (location.pathname !== base || isRevisit || document.referrer.startsWith(location.origin + base)) return false
  if (attempt(() => localStorage.getItem(localeKey)) !== other) return false
  location.replace(base + other + location.search + location.hash)
  return true
}

/** Remembers the chosen language for the next visit of the home page, if storage allows it. */
export function rememberLocale(locale: Locale): void {
  attempt(() => localStorage.setItem(localeKey, locale))
}
