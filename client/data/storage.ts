import { isLocale, type Locale } from '#contract/locales'

/** The local storage key of the chosen language; the spec gives `lang` to the home data. */
export const localeKey = 'locale'

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

/** Spec section 1: on load the product deletes all browser cookies, for every path and domain that could have set them. */
export function deleteCookies(): void {
  const paths = location.pathname.split('/').flatMap((_, index, parts) => {
    const path = parts.slice(0, index + 1).join('/')
    // To a cookie, `/courses` and `/courses/` are two paths.
    return path === '' ? ['/'] : [path, `${path}/`]
  })
  const domains = location.hostname.split('.').map((_, index, parts) => parts.slice(index).join('.'))
  try {
    for (const cookie of document.cookie.split(';')) {
      const name = cookie.split('=')[0]?.trim()
      if (!name) continue
      for (const path of paths) {
        for (const domain of ['', ...domains.map((host) => `; domain=${host}`)]) {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox ESR
          document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=${path}${domain}`
        }
      }
    }
  } catch {
    // A sandboxed document may not touch cookies: then it has none.
  }
}
