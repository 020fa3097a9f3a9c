import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isObject, type JsonObject, parseJson } from '#contract/json'
import { createFormatReader, type FormatUse } from '#contract/legacy-format-reader'
import { legacyFormats } from '#contract/legacy-formats'
import { createFieldLimits } from '#contract/limits/field-limits'
import { createJsonLimits } from '#contract/limits/json-limits'
import { answeringOf, asksForOne, type OperationName, operationNames } from '#contract/operations'
import { dataOf, isUsable } from '#contract/response'
import { createCheck, createSchemas } from '#contract/schemas'
import { charsetOf, decodeText } from '#contract/text/charset'
import { at, describe, generalise, type Violation } from '#contract/violations'
import type { ApiAccess } from '../http-client/access'
import { createRedaction } from '../http-client/redaction'
import { createApiRequest, type Deadlines } from './api-request'
import { ContentError } from './content-source'
import type { Drift, OnDrift } from './drift'

export type ApiCallOptions = {
  /** Address of the API without `/api`. */
  address: string
  /** Headers and a certificate for the API; none by default. */
  access?: ApiAccess
  product: string
  log: Pick<FastifyBaseLogger, 'warn'>
  onDrift?: OnDrift
  /** The maximum number of bytes that are read from a response; that of `createJsonLimits` by default. */
  maxBytes?: number
}

/** The maximum number of a list's items whose violations are logged. The log gets each kind of violation once anyway. */
const maxExplained = 100

/** The maximum number of kinds of long texts and of legacy formats that are noted of a response. */
const maxNoted = 100

/** The maximum number of kinds of violations that are logged until a restart, because an API can make up new ones in each response. */
const maxTold = 1_000

/**
 * Creates functions for the operations of a remote API. `call` converts the formats of back ends, checks the response against the
 * contract, and logs each kind of violation once. It rejects with a ContentError if a response is unusable. While the API asks to
 * wait, `call` makes no call, and `pauseError` returns the error that it rejects with.
 */
export function createApiCall({ address, access = { headers: {} }, product, log, onDrift, maxBytes }: ApiCallOptions) {
  const { answers } = createSchemas(product)
  const checks = new Map(operationNames.map((name) => [name, createCheck(answers[name], maxExplained)]))
  const told = new Set<string>()
  const redaction = createRedaction(access.headers)
  const { request, pauseError } = createApiRequest({ address, access, redaction, maxBytes })

  return { call, pauseError }

  /** Returns the response's data (undefined if there is no such item), the number of its bytes, and their digest. */
  async function call(name: OperationName, payload: object, deadlines: Deadlines) {
    const { response, bytes, isMissing: saysMissing } = await request(name, payload, deadlines)
    const { length } = bytes
    if (saysMissing) return { data: undefined, length, digest: '' }
    const { headers } = response
    // Notes only the first of each kind, because an API can have a legacy format in every value.
    const noted = new Map<string, Found>()
    const note = (rule: Found['rule'], pointer: string, words: () => Omit<Violation, 'pointer'>) => {
      if (noted.size >= maxNoted) return
      const kind = `${rule} ${generalise(pointer)}`
      if (!noted.has(kind)) noted.set(kind, { rule, pointer, ...words() })
    }
    const type = headers.get('content-type')
    const digest = createHash('sha256').update(`${type}\n`).update(bytes).digest('base64')
    const raw = readAnswer(name, bytes, type)
    const limitFields = createFieldLimits(product, ({ pointer, length, max }) =>
      note('answer.length', pointer, () => ({
        expected: `a text of at most ${max} characters`,
        found: `a text of ${length}`,
      })),
    )
    limitFields(raw)
    // Each step of a large response can take a tenth of a second, so other requests run in between.
    await letOthersRun()
    const noteUse = ({ id, pointer, value }: FormatUse) => {
      const { name: format, expected } = legacyFormats[id]
      note(`format.${id}`, `/data${pointer}`, () => ({ expected, found: `${format}: ${describe(value)}` }))
    }
    const data = createFormatReader({ product, base: address, tell: noteUse })(name, raw, payload)
    await letOthersRun()
    const isMissing = data === undefined && raw !== undefined && asksForOne(payload)
    const violations = isMissing ? [] : (checks.get(name)?.(data) ?? [])
    const found: Found[] = [
      ...noted.values(),
      ...violations.map((violation) => inEnvelope('answer.value', violation)),
      ...strayViolations(name, payload, data).map((violation) => inEnvelope('item.other', violation)),
    ]
    if (!/[/+]json\b/i.test(type ?? ''))
      found.unshift(ofAnswer('answer.content-type', 'content-type application/json', describe(type)))
    if (!/^utf-?8$/i.test(charsetOf(type)))
      found.unshift(ofAnswer('answer.charset', 'the charset utf-8', describe(type)))
    tellDrift(name, found, data)
    if (isMissing) return { data: undefined, length, digest }
    if (isUsable(name, data)) return { data: data as object, length, digest }
    const [worst = { pointer: '', expected: 'an object with fields', found: describe(data) }] = violations
    throw new ContentError(
      redaction.text(`answered what is beyond use: ${wordViolation(inEnvelope('answer.value', worst))}`),
    )
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

  /** Reads an answer's data. An answer that is no JSON or no text is drift, which the log tells as a failure. */
  function readAnswer(operation: OperationName, bytes: Buffer, type: string | null): unknown {
    try {
      const text = decodeText(bytes, type)
      // Checks the limits again if it is not UTF-8, because `createJsonLimits` reads UTF-8.
      const limit = isUtf8(bytes) ? undefined : createJsonLimits(maxBytes)(Buffer.from(text))
      if (limit !== undefined) throw new RangeError(limit)
      return dataOf(parseJson(text))
    } catch (error) {
      const { message } = error as Error
      const found = error instanceof SyntaxError ? 'answered text that is no JSON' : `answered with ${message}`
      onDrift?.({ operation, ...ofAnswer('answer.json', 'JSON', found) }, `${operation} answer.json`, undefined)
      throw new ContentError(found)
    }
  }

  /**
   * Passes on each kind of drift of an answer, and logs it once. A kind is an operation, a rule, a pointer without list
   * positions, and a type of value.
   */
  function tellDrift(operation: OperationName, all: Found[], data: unknown): void {
    const drifts = new Map<string, Drift>()
    for (const found of redaction.deep(all)) {
      const key = `${operation} ${found.rule} ${generalise(found.pointer)} ${found.found.replace(/[\d"].*/s, '')}`
      if (!drifts.has(key)) drifts.set(key, { operation, ...found })
    }
    for (const [key, drift] of drifts) {
      onDrift?.(drift, key, data)
      if (told.has(key) || told.size >= maxTold) continue
      told.add(key)
      log.warn(drift, `the API drifts from the contract: ${operation} ${wordViolation(drift)}`)
    }
  }
}

type Found = Omit<Drift, 'operation'>

/** Changes a violation's pointer so that it begins at the whole response and not at its `data`. */
function inEnvelope(rule: Found['rule'], violation: Violation): Found {
  return { ...violation, rule, pointer: `/data${violation.pointer}` }
}

function ofAnswer(rule: Found['rule'], expected: string, found: string): Found {
  return { rule, pointer: '', expected, found }
}

function wordViolation({ pointer, expected, found }: Violation): string {
  return `${pointer}: expected ${expected}, found ${found}`
}
