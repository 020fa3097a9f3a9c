import type { IncomingHttpHeaders } from 'node:http'
import { formatDate, timeOf } from '#content/localize'
import { createCheck, dateSchema } from '#contract/schemas'
import { describe, type Violation } from '#contract/violations'
import { isOfOwnSite } from '../development/local-only'
import { invalid } from '../refusals'

/** Matches the keys of calls. They are sent back in a header, and counted. */
const keyForm = /^[ -~]{0,100}$/

/** Matches the names of scenarios. They are sent back in a header, separated by commas. */
const nameForm = /^[ -+\--~]{1,100}$/

type Asking = { headers: IncomingHttpHeaders; url: string }

/** The choice of a request. */
export type Chosen = {
  /** The names of scenarios; unset without a choice. */
  names?: string[]
  /** True if a cookie has chosen them. */
  isByCookie: boolean
  /** The time at which the page is made, as text; empty for the present, and unset without a choice. */
  now?: string
  key: string
  /** The values of `Set-Cookie`, by which a page's query applies to the whole visit. */
  cookies: string[]
}

const checkTime = createCheck(dateSchema(''))

/**
 * Reads the scenarios of a request and its time from headers, else from a page's query, else from cookies; the key of its calls from a
 * header, else from a cookie. Throws a 400 for an invalid value.
 */
export function chosenBy({ headers, url }: Asking): Chosen {
  const cookies = valuesIn(headers.cookie?.replace(/;\s*/g, '&'))
  const query = valuesIn(url.startsWith('/api/') ? '' : url.split('?')[1])
  const told = (name: string) => headers[`x-${name}`] ?? query.get(name) ?? cookies.get(name) ?? undefined
  const names = told('scenario')
  const now = told('scenario-now')
  const key = String(headers['x-scenario-key'] ?? cookies.get('scenario-key') ?? '')
  if (!keyForm.test(key)) {
    const violation = { pointer: '', expected: 'at most 100 printable characters of ASCII', found: describe(key) }
    throw invalid('The key of the calls does not fit', [violation], 'x-scenario-key')
  }
  const violations = namesOf(String(names ?? '')).flatMap(nameViolations)
  if (violations.length > 0) throw invalid('There is no such scenario', violations, 'x-scenario')
  const [wrongTime] = now ? checkTime(now) : []
  if (wrongTime) {
    const expected = 'an ISO 8601 time such as 2027-01-05T18:00:00+03:00'
    throw invalid('There is no such time', [{ ...wrongTime, expected }], 'x-scenario-now')
  }
  return {
    key,
    ...(names !== undefined && { names: namesOf(String(names)) }),
    isByCookie: headers['x-scenario'] === undefined && !query.has('scenario') && names !== undefined,
    ...(now !== undefined && { now: String(now) }),
    // A picture or link of another site must not choose the scenarios of later visits.
    cookies: isOfOwnSite(headers)
      ? ['scenario', 'scenario-now'].flatMap((name) => cookieOf(name, query.get(name)))
      : [],
  }
}

/** Reads `name=value` pairs. A plus sign is encoded first, because a query reads it as a space, and times have one. */
function valuesIn(pairs = ''): URLSearchParams {
  return new URLSearchParams(pairs.replaceAll('+', '%2B'))
}

/** A time as text in milliseconds; `undefined` for an empty text. */
export function timeIn(text: string | undefined): number | undefined {
  const date = formatDate(text)
  return date && timeOf(date)
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
function cookieOf(name: string, value: string | null): string[] {
  if (value === null) return []
  const end = value === '' ? '; Max-Age=0' : ''
  return [`${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; SameSite=Lax${end}`]
}
