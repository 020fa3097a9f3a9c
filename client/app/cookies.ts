import { attempt } from '#content/attempt'

/** The maximum number of a path's levels at which cookies are deleted. No page has as many. */
const maxLevels = 20

/** Spec section 1: on load the product deletes all browser cookies, for every path and domain that could have set them. */
export function deleteCookies(): void {
  // Reading `document.cookie` throws in a sandboxed document, which has no cookies.
  const cookies = attempt(() => document.cookie)
  if (!cookies) return
  // Cookie paths with and without a trailing slash differ.
  const levels = location.pathname.split('/', maxLevels)
  const paths = levels.flatMap((_, index) => ['', '/'].map((end) => levels.slice(0, index + 1).join('/') + end))
  const domains = location.hostname.split('.').map((_, index, parts) => `; domain=${parts.slice(index).join('.')}`)
  const scopes = paths.flatMap((path) => ['', ...domains].map((domain) => `path=${path}${domain}`))
  for (const name of cookies.split(';').map((cookie) => cookie.split('=')[0]?.trim())) {
    for (const scope of name ? scopes : []) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox ESR
      document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; ${scope}`
    }
  }
}
