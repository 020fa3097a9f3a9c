import type { IncomingHttpHeaders } from 'node:http'

type Asking = { headers: IncomingHttpHeaders; url: string }

/**
 * Reads a request's scenarios from the header, else from a page's query, else from the cookie. Reads its key from the header, else
 * from the cookie. `query` is the value of `?scenario=`, if the address has one.
 */
export function chosenBy({ headers, url }: Asking): { names?: string[]; query?: string; key: string } {
  // Cookies are read like a query, which also decodes them.
  const cookies = new URLSearchParams(headers.cookie?.replace(/;\s*/g, '&').replaceAll('+', '%2B'))
  const query = url.startsWith('/api/') ? null : new URLSearchParams(url.split('?')[1]).get('scenario')
  const told = headers['x-scenario'] ?? query ?? cookies.get('scenario')
  return {
    key: String(headers['x-scenario-key'] ?? cookies.get('scenario-key') ?? ''),
    ...(told !== null && { names: namesOf(String(told)) }),
    ...(query !== null && { query }),
  }
}

/** Reads names from a text with commas. */
export function namesOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter(Boolean)
}

/** Makes an HttpOnly cookie, because the client deletes all cookies that script can read. */
export function cookieOf(names: string): string {
  const end = names === '' ? '; Max-Age=0' : ''
  return `scenario=${encodeURIComponent(names)}; Path=/; HttpOnly; SameSite=Lax${end}`
}
