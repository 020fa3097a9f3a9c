import { applyEdits, type HomeChanges, homeChangesPath } from '#contract/home-changes'
import { operations } from '#contract/operations'

/**
 * Asks only for what has changed since the stored home data, and returns the body that a complete response would have. `path` is
 * the operation's address. Returns `undefined` if no changes are known, or if the result is not exactly that body.
 */
export async function fetchHomeChanges(
  home: string,
  path: string,
  fetchFrom: (path: string) => Promise<Response>,
): Promise<string | undefined> {
  const before = `{"data":[${home}]}`
  const response = await fetchFrom(path.replace(operations.homeData.path, homeChangesPath(await digestOf(before))))
  if (!response.ok) return undefined
  const { data } = (await response.json()) as { data: HomeChanges }
  if (!data) return undefined
  const body = applyEdits(before, data.edits)
  return body === before || (await digestOf(body)) === data.digest ? body : undefined
}

/** The SHA-256 of a text in hexadecimal digits. Rejects on plain http, where browsers have no `crypto.subtle`. */
async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
