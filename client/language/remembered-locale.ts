import { isLocale, type Locale } from '#contract/locales'
import { base } from '#contract/paths'
import { attempt } from './attempt'

/** The local storage key of the chosen language. The key `lang` is taken, because it holds the home data (spec section 3). */
const localeKey = 'locale'

/**
 * Returns the remembered language if the visitor comes from another site or types the address. Returns `undefined` after a link of
 * this site, Reload, Back and Forward. The inline script in `server/pages/template.ts` has the same rule.
 */
export function localeOfArrival(): Locale | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isRevisit = navigation !== undefined && navigation.type !== 'navigate'
  if (isRevisit || document.referrer.startsWith(location.origin + base)) return undefined
  const value = attempt(() => localStorage.getItem(localeKey))
  return isLocale(value) ? value : undefined
}

/** Remembers the chosen language for the next visit of the home page, if storage allows it. */
export function rememberLocale(locale: Locale): void {
  attempt(() => localStorage.setItem(localeKey, locale))
}
