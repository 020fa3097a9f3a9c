/** Spec section 1: on load the product deletes all browser cookies, for every path and domain that could have set them. */
export function deleteCookies(): void {
  // Cookie paths with and without a trailing slash differ.
  const names = location.pathname.split('/')
  const paths = names.flatMap((_, index) => ['', '/'].map((end) => names.slice(0, index + 1).join('/') + end))
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
    // Access throws in a sandboxed document, which has no cookies.
  }
}
