/** Statuses besides 5xx of a failure that passes (RFC 9110, 8470, 6585). */
const passingStatuses = [408, 425, 429]

/** True for the status of a failure that passes. Trying again is safe, because all operations only read. */
export function isPassingStatus(status: number): boolean {
  return status >= 500 || passingStatuses.includes(status)
}

/** True for the statuses by which a server limits calls (429, or 503 from nginx), or a gateway cannot reach its server. */
export function isUnavailable(status: number): boolean {
  return [429, 502, 503, 504].includes(status)
}

/** Error codes of connections that broke after they were open. */
export const brokenConnectionCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

/**
 * The delays before a call is sent again, in milliseconds. The first is 0, because a server may close an idle connection at any
 * time, also while a request is on its way.
 */
const retryDelays = [0, 400, 800, 1_600]

/** A failed try of a call: the status of its response with the Retry-After header, or the error code of its connection. */
export type FailedTry = { status?: number; retryAfter?: string | null; code?: string | undefined }

/**
 * Returns the delay before the server or the contract check sends a call again, of which `tries` tries have failed: infinity after the
 * last try, and `undefined` for a failure that does not pass. `asked` is the time for which the API asks all calls to wait.
 */
export function retryOf({ status = 0, retryAfter = null, code = '' }: FailedTry, tries: number) {
  if (!isUnavailable(status) && !brokenConnectionCodes.includes(code)) return undefined
  const own = retryDelays[tries - 1]
  const asked = askedWait(status, retryAfter)
  return { delay: own === undefined ? Number.POSITIVE_INFINITY : (asked ?? own), asked }
}

/** The milliseconds that a response asks to wait: those of Retry-After, but at least 1 s, or 10 s for a 429 without it. */
export function askedWait(status: number, retryAfter: string | null): number | undefined {
  if (retryAfter === null) return status === 429 ? 10_000 : undefined
  return Math.max(retryAfterOf(retryAfter) ?? 0, 1_000)
}

/** The longest time to wait that is read from a Retry-After header: a day, in milliseconds. */
const maxRetryAfter = 86_400_000

/**
 * The milliseconds that a Retry-After header asks to wait, from seconds or a date (RFC 9110, 10.2.3), but at most a day. `undefined`
 * if it has neither, or a date in the past.
 */
export function retryAfterOf(header: string | null): number | undefined {
  if (!header) return undefined
  const time = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return time >= 0 ? Math.min(time, maxRetryAfter) : undefined
}
