import type { IncomingHttpHeaders } from 'node:http'

type Asking = { headers: IncomingHttpHeaders; url: string }

/** Reads a request's scenarios and key from its header, else its query, else its cookie. `query` is set for a choice by query. */
export function chosenBy({ headers, url }: Asking): { names?: string[]; query?: string; key: string } {
  const cookies = new Map(
    (headers.cookie ?? '').split(';').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [name.trim(), decoded(value.trim())]
    }),
  )
  const key = String(headers['x-scenario-key'] ?? cookies.get('scenario-key') ?? '')
  const query = url.startsWith('/api/') ? null : new URLSearchParams(url.split('?')[1]).get('scenario')
  const told = headers['x-scenario'] ?? query ?? cookies.get('scenario')
  return { key, ...(told !== undefined && { names: namesOf(told) }), ...(query !== null && { query }) }
}

/** Reads names from a list or from a text with commas. */
export function namesOf(told: unknown): string[] {
  const text = typeof told === 'object' && told !== null ? (told as { current?: unknown }).current : told
  const names = Array.isArray(text) ? text : String(text ?? '').split(',')
  return names.map((name) => String(name).trim()).filter(Boolean)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Makes an HttpOnly cookie, because the client deletes all cookies that script can read. */
export function cookieOf(names: string): string {
  const end = names === '' ? '; Max-Age=0' : ''
  return `scenario=${encodeURIComponent(names)}; Path=/; HttpOnly; SameSite=Lax${end}`
}
