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

/**
 * Error codes of connections that broke after they were open. A server may close an idle connection at any time, also while a
 * request is on its way, so another try may succeed at once.
 */
export const brokenConnectionCodes = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

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
