import { isUtf8 } from 'node:buffer'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { charsetOf, decodeText } from '#contract/charset'
import { isObject, type JsonObject, parseJson } from '#contract/json'
import { createFormatReader, type FormatUse } from '#contract/legacy-format-reader'
import { legacyFormats } from '#contract/legacy-formats'
import { createFieldLimits } from '#contract/limits/field-limits'
import { createJsonLimits } from '#contract/limits/json-limits'
import { answeringOf, asksForOne, type OperationName, operationNames, operations } from '#contract/operations'
import { dataOf, isUsable } from '#contract/response'
import { brokenConnectionCodes, isUnavailable, retryAfterOf } from '#contract/retry'
import { createCheck, createSchemas } from '#contract/schemas'
import { at, describe, generalise, type Violation } from '#contract/violations'
import { ContentError, noAnswer } from './content-source'

export type ApiCallOptions = {
  /** Address of the API without `/api`. */
  address: string
  product: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The maximum number of bytes that are read from a response; that of `createJsonLimits` by default. */
  maxBytes?: number
}

/** The maximum number of a list's items whose violations are logged. The log gets each kind of violation once anyway. */
const maxExplained = 100

/**
 * Returns a function that calls an operation of a remote API. It converts the formats of back ends, checks the response against
 * the contract, and logs each kind of violation once. It rejects with a ContentError if a response is unusable.
 */
export function createApiCall({ address, product, log, maxBytes }: ApiCallOptions) {
  const { answers } = createSchemas(product)
  const checks = new Map(operationNames.map((name) => [name, createCheck(answers[name], maxExplained)]))
  const told = new Set<string>()

  /** Returns the response's data (undefined if there is no such item) and the number of its bytes. */
  return async (name: OperationName, payload: object, signal: AbortSignal) => {
    const { response, bytes } = await request(name, payload, signal)
    const { length } = bytes
    if (response.status === 404 && asksForOne(payload)) return { data: undefined, length }
    const { status, headers } = response
    const location = headers.get('location')
    if (status !== 200) {
      const message = `answered ${status}${location ? `, a redirect to ${location}` : ''}`
      throw new ContentError(message, 'unusable', retryAfterOf(headers.get('retry-after')))
    }
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
    throw new ContentError(`answered what is beyond use: ${wordViolation(inEnvelope(worst))}`)
  }

  /** Calls the API. Calls once more, at once, if the connection broke or a gateway could not reach the API. */
  async function request(name: OperationName, payload: object, signal: AbortSignal) {
    try {
      const reply = await exchange(name, payload, signal).catch((error: unknown) => {
        if (!isBroken(error)) throw error
      })
      if (reply && !isRetried(reply.response)) return reply
      return await exchange(name, payload, signal)
    } catch (error) {
      if (signal.aborted) throw new ContentError(noAnswer, 'timeout')
      if (error instanceof RangeError) throw new ContentError(error.message)
      const { code, message } = causeOf(error)
      throw new ContentError(`can't be reached: ${code ?? message}`, 'unreachable')
    }
  }

  async function exchange(name: OperationName, payload: object, signal: AbortSignal) {
    const { method, path } = operations[name]
    const response = await fetch(address + path, {
      method,
      signal,
      // Refuses redirects, because `fetch` may follow a redirected POST with a GET.
      redirect: 'manual',
      headers: { accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: JSON.stringify(payload) }),
    })
    return { response, bytes: await readBytes(response) }
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
    for (const violation of violations) {
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

/** True for a response that a gateway gave in place of the API, unless it asks to wait. */
function isRetried({ status, headers }: Response): boolean {
  return isUnavailable(status) && status !== 429 && !headers.has('retry-after')
}

function isBroken(error: unknown): boolean {
  return brokenConnectionCodes.includes(causeOf(error).code ?? '')
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
