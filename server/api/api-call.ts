import { isUtf8 } from 'node:buffer'
import { setImmediate as letOthersRun, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Response } from 'undici'
import { charsetOf, decodeText } from '#contract/charset'
import { isObject, type JsonObject, parseJson } from '#contract/json'
import { createFormatReader, type FormatUse } from '#contract/legacy-format-reader'
import { legacyFormats } from '#contract/legacy-formats'
import { createFieldLimits } from '#contract/limits/field-limits'
import { createJsonLimits } from '#contract/limits/json-limits'
import { answeringOf, asksForOne, type OperationName, operationNames, operations } from '#contract/operations'
import { dataOf, isUsable } from '#contract/response'
import { askedWait, type FailedTry, retryOf } from '#contract/retry'
import { createCheck, createSchemas } from '#contract/schemas'
import { at, describe, generalise, type Violation } from '#contract/violations'
import { type ApiAccess, withoutCredentials } from '../http-client/access'
import { createHttpClient } from '../http-client/http-client'
import { createRedaction } from '../http-client/redaction'
import { ContentError, noAnswer } from './content-source'

export type ApiCallOptions = {
  /** Address of the API without `/api`. */
  address: string
  /** Headers and a certificate for the API; none by default. */
  access?: ApiAccess
  product: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The maximum number of bytes that are read from a response; that of `createJsonLimits` by default. */
  maxBytes?: number
}

/** The maximum number of a list's items whose violations are logged. The log gets each kind of violation once anyway. */
const maxExplained = 100

/** The longest time for which no call is made because the API asks to wait (Retry-After), in milliseconds. */
const maxPause = 5 * 60_000

/** How long a call may take: until `signal`, and no try begins after `retryUntil`, by `performance.now()`, but one at once. */
export type Patience = { signal: AbortSignal; retryUntil: number }

/**
 * Creates functions for the operations of a remote API. `call` converts the formats of back ends, checks the response against the
 * contract, and logs each kind of violation once. It rejects with a ContentError if a response is unusable. While the API asks to
 * wait, `call` makes no call, and `pauseError` returns the error that it rejects with.
 */
export function createApiCall({ address, access = { headers: {} }, product, log, maxBytes }: ApiCallOptions) {
  const { answers } = createSchemas(product)
  const checks = new Map(operationNames.map((name) => [name, createCheck(answers[name], maxExplained)]))
  const told = new Set<string>()
  const send = createHttpClient({ ...access, base: address })
  const redaction = createRedaction(access.headers)
  /** The last error by which the API asked to wait, and when that time ends, by `performance.now()`. */
  let pause: { error: ContentError; until: number } | undefined

  return { call, pauseError }

  /** Returns the response's data (undefined if there is no such item) and the number of its bytes. */
  async function call(name: OperationName, payload: object, patience: Patience) {
    const { response, bytes } = await request(name, payload, patience)
    const { length } = bytes
    if (response.status === 404) return { data: undefined, length }
    const { headers } = response
    // Notes only the first of each kind, because an API can have a legacy format in every value.
    const noted = new Map<string, Violation>()
    const note = (what: string, pointer: string, words: () => Omit<Violation, 'pointer'>) => {
      const kind = `${what} ${generalise(pointer)}`
      if (!noted.has(kind)) noted.set(kind, { pointer, ...words() })
    }
    const type = headers.get('content-type')
    const raw = readEnvelope(decodeBody(bytes, type))
    const limitFields = createFieldLimits(product, ({ pointer, length, max }) =>
      note('length', pointer, () => ({
        expected: `a text of at most ${max} characters`,
        found: `a text of ${length}`,
      })),
    )
    limitFields(raw)
    // Each step of a large response can take a tenth of a second, so other requests run in between.
    await letOthersRun()
    const noteUse = ({ id, pointer, value }: FormatUse) => {
      const { name: format, expected } = legacyFormats[id]
      note(id, `/data${pointer}`, () => ({ expected, found: `${format}: ${describe(value)}` }))
    }
    const data = createFormatReader({ product, tell: noteUse })(name, raw, payload)
    await letOthersRun()
    const isMissing = data === undefined && raw !== undefined && asksForOne(payload)
    const violations = isMissing ? [] : (checks.get(name)?.(data) ?? [])
    if (!/[/+]json\b/i.test(type ?? ''))
      logViolations(name, [{ pointer: '', expected: 'content-type application/json', found: describe(type) }])
    if (!/^utf-?8$/i.test(charsetOf(type)))
      logViolations(name, [{ pointer: '', expected: 'the charset utf-8', found: describe(type) }])
    const found = [...violations, ...strayViolations(name, payload, data)]
    logViolations(name, [...noted.values(), ...found.map(inEnvelope)])
    if (isMissing) return { data: undefined, length }
    if (isUsable(name, data)) return { data: data as object, length }
    const [worst = { pointer: '', expected: 'an object with fields', found: describe(data) }] = violations
    throw new ContentError(redaction.text(`answered what is beyond use: ${wordViolation(inEnvelope(worst))}`))
  }

  /** Calls the API, again after a failure that passes. Resolves to a response with 200, or with 404 for a missing item. */
  async function request(name: OperationName, payload: object, { signal, retryUntil }: Patience) {
    for (let tries = 1; ; tries++) {
      try {
        await waitForPause(signal, retryUntil)
        return await exchange(name, payload, signal)
      } catch (thrown) {
        const { error, failure } = readFailure(thrown, signal)
        if (error.retryAfter !== undefined && !pauseError())
          pause = { error, until: performance.now() + Math.min(error.retryAfter, maxPause) }
        const { delay = Number.POSITIVE_INFINITY } = retryOf(failure, tries) ?? {}
        if (delay > 0 && performance.now() + delay > retryUntil) throw error
        if (error.retryAfter === undefined) await sleep(delay)
      }
    }
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

  /** Reads why a call failed, and what decides whether it is made again. */
  function readFailure(thrown: unknown, signal: AbortSignal): { error: ContentError; failure: FailedTry } {
    if (thrown instanceof FailedResponse) return thrown
    if (thrown instanceof ContentError) return { error: thrown, failure: {} }
    if (signal.aborted) return { error: new ContentError(noAnswer, 'timeout'), failure: {} }
    if (thrown instanceof RangeError) return { error: new ContentError(thrown.message), failure: {} }
    const { code, message } = causeOf(thrown)
    const error = new ContentError(`can't be reached: ${code ?? redaction.text(message)}`, 'unreachable')
    return { error, failure: { code } }
  }

  async function exchange(name: OperationName, payload: object, signal: AbortSignal) {
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
    const { status, headers } = response
    if (status === 200 || (status === 404 && asksForOne(payload))) return { response, bytes }
    const [location, retryAfter] = [headers.get('location'), headers.get('retry-after')]
    const text = redaction.text(
      `answered ${status}${location ? `, a redirect to ${withoutCredentials(location)}` : ''}`,
    )
    throw new FailedResponse(new ContentError(text, 'unusable', askedWait(status, retryAfter)), { status, retryAfter })
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

  /** Decodes a response. Checks its limits again if it is not UTF-8, because `createJsonLimits` reads UTF-8. */
  function decodeBody(bytes: Buffer, contentType: string | null): string {
    try {
      const text = decodeText(bytes, contentType)
      const limit = isUtf8(bytes) ? undefined : createJsonLimits(maxBytes)(Buffer.from(text))
      if (limit !== undefined) throw new RangeError(limit)
      return text
    } catch (error) {
      throw new ContentError(`answered with ${(error as Error).message}`)
    }
  }

  /** Finds items that do not match the payload, for example with another slug. A schema cannot check this. */
  function strayViolations(name: OperationName, payload: object, data: unknown): Violation[] {
    const { list, groupedBy } = answeringOf(name)
    const root = groupedBy ? `/${list}` : ''
    const value = at(data, root)
    return Object.entries(payload).flatMap(([key, asked]): Violation[] => {
      if (asked === '') return []
      const field = groupedBy ?? key
      const isStray = (item: unknown) => isObject(item) && item[field] !== asked
      const position = Array.isArray(value) ? value.findIndex(isStray) : -1
      const item: unknown = position === -1 ? value : (value as unknown[])[position]
      if (!isStray(item)) return []
      const pointer = `${root}${position === -1 ? '' : `/${position}`}/${field}`
      return [{ pointer, expected: 'what was asked for', found: describe((item as JsonObject)[field]) }]
    })
  }

  /** Logs each kind of violation once. A kind is an operation, a pointer without list positions, and a type of value. */
  function logViolations(name: OperationName, violations: Violation[]): void {
    for (const violation of redaction.deep(violations)) {
      const { pointer, found } = violation
      const kind = `${name} ${generalise(pointer)} ${found.replace(/[\d"].*/s, '')}`
      if (told.has(kind)) continue
      told.add(kind)
      log.warn(
        { operation: name, ...violation },
        `the API drifts from the contract: ${name} ${wordViolation(violation)}`,
      )
    }
  }
}

/** A response with a status by which the call has failed. */
class FailedResponse extends Error {
  override readonly name = 'FailedResponse'
  constructor(
    readonly error: ContentError,
    readonly failure: FailedTry,
  ) {
    super(error.message)
  }
}

/** The error that `fetch` wraps into its own. */
function causeOf(error: unknown): NodeJS.ErrnoException {
  return ((error as Error).cause ?? error) as NodeJS.ErrnoException
}

function readEnvelope(text: string): unknown {
  try {
    return dataOf(parseJson(text))
  } catch {
    throw new ContentError('answered text that is no JSON')
  }
}

/** Changes a violation's pointer so that it begins at the whole response and not at its `data`. */
function inEnvelope(violation: Violation): Violation {
  return { ...violation, pointer: `/data${violation.pointer}` }
}

function wordViolation({ pointer, expected, found }: Violation): string {
  return `${pointer}: expected ${expected}, found ${found}`
}
