import type { IncomingHttpHeaders } from 'node:http'
import { describe, type Violation } from '#contract/violations'
import { invalid } from '../refusals'

/** Matches the keys of calls. They are sent back in a header, and counted. */
const keyForm = /^[ -~]{0,100}$/

/** Matches the names of scenarios. They are sent back in a header, separated by commas. */
const nameForm = /^[ -+\--~]{1,100}$/

type Asking = { headers: IncomingHttpHeaders; url: string }

/**
 * Reads the names of a request's scenarios from its header, else from a page's query, else from its cookie. Reads the request's
 * key from its header, else from its cookie; throws a 400 for an invalid one. `query` is the value of `?scenario=`, if the address has one.
 */
export function chosenBy({ headers, url }: Asking): { names?: string[]; query?: string; key: string } {
  // Reads the cookies as a query, which decodes them. A plus sign is encoded first, because a query reads it as a space.
  const cookies = new URLSearchParams(headers.cookie?.replace(/;\s*/g, '&').replaceAll('+', '%2B'))
  const query = url.startsWith('/api/') ? null : new URLSearchParams(url.split('?')[1]).get('scenario')
  const told = headers['x-scenario'] ?? query ?? cookies.get('scenario')
  const key = String(headers['x-scenario-key'] ?? cookies.get('scenario-key') ?? '')
  if (!keyForm.test(key)) {
    const violation = { pointer: '', expected: 'at most 100 printable characters of ASCII', found: describe(key) }
    throw invalid('The key of the calls does not fit', [violation], 'x-scenario-key')
  }
  const names = told === null ? undefined : namesOf(String(told))
  const violations = names?.flatMap(nameViolations) ?? []
  if (violations.length > 0) throw invalid('There is no such scenario', violations, 'x-scenario')
  return {
    key,
    ...(names && { names }),
    ...(query !== null && { query }),
  }
}

/** Splits a comma-separated list of names. */
export function namesOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.filter(Boolean)
}

/** The violation of a name that no scenario can have, because it could not be chosen or sent back. */
export function nameViolations(name: string): Violation[] {
  if (nameForm.test(name) && name === name.trim()) return []
  const expected = 'a name of at most 100 printable characters of ASCII, without a comma'
  return [{ pointer: '', expected, found: describe(name) }]
}

/** Makes an HttpOnly cookie, because the client deletes all cookies that scripts can read each time a page loads. */
export function cookieOf(names: string): string {
  const end = names === '' ? '; Max-Age=0' : ''
  return `scenario=${encodeURIComponent(names)}; Path=/; HttpOnly; SameSite=Lax${end}`
}
