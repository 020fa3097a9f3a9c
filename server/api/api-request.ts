import { setTimeout as sleep } from 'node:timers/promises'
import type { Response } from 'undici'
import { createJsonLimits } from '#contract/limits/json-limits'
import { type OperationName, operations } from '#contract/operations'
import { createMissingCheck } from '#contract/response'
import { askedWait, type FailedTry, retryOf } from '#contract/retry'
import { type ApiAccess, withoutCredentials } from '../http-client/access'
import { createHttpClient } from '../http-client/http-client'
import type { Redaction } from '../http-client/redaction'
import { ContentError, noAnswer } from './content-source'

/** The longest time for which no call is made because the API asks to wait (Retry-After), in milliseconds. */
const maxPause = 5 * 60_000

/** How long a call may take: until `signal`, and no try begins after `retryUntil`, by `performance.now()`, but one at once. */
export type Deadlines = { signal: AbortSignal; retryUntil: number }

export type ApiRequestOptions = {
  /** Address of the API without `/api`. */
  address: string
  access: ApiAccess
  /** Hides the secrets of `access` in texts of the API. */
  redaction: Redaction
  maxBytes?: number | undefined
}

/**
 * Creates functions for HTTP calls of one API. `request` rejects with a ContentError if there is no usable response. While the API
 * asks to wait, it makes no call, and `pauseError` returns the error that it rejects with.
 */
export function createApiRequest({ address, access, redaction, maxBytes }: ApiRequestOptions) {
  const send = createHttpClient({ ...access, base: address })
  /** The error by which the API asked to wait for the longest, and when that time ends, by `performance.now()`. */
  let pause: { error: ContentError; until: number } | undefined
  const saysMissing = createMissingCheck()

  return { request, pauseError }

  /** Calls the API, again after a failure that passes. Resolves to a success, or to a response that says there is no such item. */
  async function request(name: OperationName, payload: object, { signal, retryUntil }: Deadlines) {
    for (let tries = 1; ; tries++) {
      const result = await waitForPause(signal, retryUntil)
        .then(() => exchange(name, payload, signal))
        .catch((error: unknown) => readFailure(error, signal))
      if ('bytes' in result) return result
      const { error, failure } = result
      const { delay = Number.POSITIVE_INFINITY } = retryOf(failure, tries) ?? {}
      if (delay > 0 && performance.now() + delay > retryUntil) throw error
      if (error.retryAfter === undefined) await sleep(delay)
    }
  }

  /** Makes no calls for the time that the error asks for. A response of a concurrent call can only extend the pause. */
  function pauseFor(error: ContentError): void {
    if (error.retryAfter === undefined) return
    const until = performance.now() + Math.min(error.retryAfter, maxPause)
    if (!pause || until > pause.until) pause = { error, until }
  }

  /** Returns the error to answer with in place of a call, if the API asks to wait. */
  function pauseError(): ContentError | undefined {
    const rest = pause ? pause.until - performance.now() : 0
    return pause && rest > 0 ? new ContentError(pause.error.message, pause.error.kind, rest) : undefined
  }

  async function waitForPause(signal: AbortSignal, retryUntil: number): Promise<void> {
    for (let error = pauseError(); error?.retryAfter !== undefined; error = pauseError()) {
      if (performance.now() + error.retryAfter > retryUntil) throw error
      await sleep(Math.ceil(error.retryAfter), undefined, { signal })
    }
  }

  function readFailure(thrown: unknown, signal: AbortSignal): FailedCall {
    if (thrown instanceof ContentError) return { error: thrown, failure: {} }
    if (signal.aborted) return { error: new ContentError(noAnswer, 'timeout'), failure: {} }
    if (thrown instanceof RangeError) return { error: new ContentError(thrown.message), failure: {} }
    const { code, message } = causeOf(thrown)
    const error = new ContentError(`can't be reached: ${code ?? redaction.text(message)}`, 'unreachable')
    return { error, failure: { code } }
  }

  async function exchange(name: OperationName, payload: object, signal: AbortSignal): Promise<Exchanged | FailedCall> {
    const { method, path } = operations[name]
    const response = await send(
      {
        url: address + path,
        method,
        headers: { accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }) },
        ...(method === 'POST' && { body: JSON.stringify(payload) }),
      },
      signal,
    )
    const bytes = await readBytes(response)
    const { ok, status, headers } = response
    const isMissing = saysMissing(response, payload, ok)
    if (isMissing || ok) return { response, bytes, isMissing }
    const [location, retryAfter] = [headers.get('location'), headers.get('retry-after')]
    const text = redaction.text(
      `answered ${status}${location ? `, a redirect to ${withoutCredentials(location)}` : ''}`,
    )
    const error = new ContentError(text, 'unusable', askedWait(status, retryAfter))
    pauseFor(error)
    return { error, failure: { status, retryAfter } }
  }

  /** Reads a response. Closes the connection if it exceeds a limit, so that it can fill neither the memory nor the event loop. */
  async function readBytes({ body }: Response): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    const exceeded = createJsonLimits(maxBytes)
    // An error in the loop cancels the stream.
    for await (const chunk of body ?? []) {
      const limit = exceeded(chunk)
      if (limit !== undefined) throw new RangeError(`answered with ${limit}`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

type Exchanged = { response: Response; bytes: Buffer; isMissing: boolean }

/** Why a call failed, and what decides whether it is made again. */
type FailedCall = { error: ContentError; failure: FailedTry }

/** The error that `fetch` wraps into its own. */
function causeOf(error: unknown): NodeJS.ErrnoException {
  return ((error as Error).cause ?? error) as NodeJS.ErrnoException
}
