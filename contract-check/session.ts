import type { Kind } from '#contract/entities'
import { fieldsOf } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { createExactReader, type FormatUse } from '#contract/legacy-format-reader'
import { legacyFormats } from '#contract/legacy-formats'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { describe } from '#contract/violations'
import { createRedaction } from '../server/http-client/redaction'
import { type Answer, createShapeCheck, eachExtraField, readAnswer } from './answers'
import { type CallerOptions, createCaller, type Request, Unreachable } from './caller'
import { curlLine, withoutSecretHeaders } from './curl'
import { deriveOperations } from './derived-operations'
import { createFindings, type Finding, finding, type Severities } from './findings'
import { createPictureNames, picturesOf } from './picture-names'
import type { Calls, Drift, OperationReport } from './report'

/** A parsed response. `tell` adds findings to it. */
export type Asked = Answer & { url: string; tell: (findings: readonly Finding[]) => void }

/** Options of a session. `base` has no trailing slash, `imageBase` ends in one. */
export type SessionOptions = Omit<CallerOptions, 'onlyHosts' | 'whyStop'> & {
  product: string
  imageBase: string
  concurrency: number
  /** The number of items of each kind to request, spread over the list. Infinity for all of them. */
  sample: number
  /** The number of items to request for operations that also take an id; `sample` by default. */
  sampleById?: number
  /** Hosts that may have pictures, besides the hosts of the API and of `imageBase`. */
  pictureHosts: readonly string[]
  /** Skips the operations for which this returns false. homeData is always called. */
  isChosen: (operation: OperationName) => boolean
  severities: Severities
  /** The only calls to make, besides that of homeData. */
  calls?: Calls | undefined
  /** The origin of the pages that call the API in browsers. Without it, no call is made as from a page. */
  origin?: string | undefined
  /** Returns the reason to make no more calls, if there is one. Called before each try, and each second while a try waits. */
  whyStop: (request: Request, drifts: () => Drift[]) => string | undefined
  /** Called after each response. */
  onProgress?: (operations: () => OperationReport[]) => void
}

export type Session = ReturnType<typeof createSession>

/** Calls one server by the contract and collects findings. */
export function createSession(options: SessionOptions) {
  const { headers, product, isChosen } = options
  const { answers } = createSchemas(product)
  const redaction = createRedaction(headers)
  const findings = createFindings(options.severities, isChosen, redaction)
  const send = createCaller({ ...options, whyStop: (request) => options.whyStop(request, findings.drifts) })
  const pictures = createPictureNames(options.imageBase)
  const checks = Object.fromEntries(operationNames.map((name) => [name, createShapeCheck(answers[name])]))
  const broken = new Map<JsonObject, Set<string>>()
  const lines: Partial<Record<OperationName, Set<string>>> = {}

  /** Sends a request for an operation. Returns `undefined` if it fails, and records the reason in the operation's entry. */
  async function call(operation: OperationName, request: Request) {
    const entry = findings.entryOf(operation)
    if (entry.reason !== undefined && !entry.isStopped) return undefined
    const isHome = operation === 'homeData'
    if (!isHome && !(isChosen(operation) && isWanted(operation, request))) return undefined
    try {
      const reply = await send(request)
      entry.calls++
      options.onProgress?.(findings.operations)
      return { ...readAnswer(reply, redaction, (given) => readData(operation, given)), reply, curl: curlLine(request) }
    } catch (error) {
      return noteFailure(operation, request, error)
    }
  }

  /** True for a call that is to be made. Lines differ in headers of the user if other ones are given than before. */
  function isWanted(operation: OperationName, request: Request): boolean {
    const wanted = options.calls?.[operation] ?? 'all'
    if (wanted === 'all') return true
    lines[operation] ??= new Set(wanted.map(withoutSecretHeaders))
    return lines[operation].has(withoutSecretHeaders(redaction.text(curlLine(request))))
  }

  /** Notes why an operation could not be checked, and its failed call. Keeps an earlier reason. Rethrows any other error. */
  function noteFailure(operation: OperationName, request: Request, error: unknown): undefined {
    if (!(error instanceof Unreachable)) throw error
    const entry = findings.entryOf(operation)
    const isStopped = error.kind === 'planned'
    const stopped = `${entry.calls > 0 ? 'not all called' : 'not called'}: ${error.message}`
    const reason = isStopped ? stopped : `${request.method} ${request.url}: ${error.message}`
    if (entry.reason === undefined)
      Object.assign(entry, redaction.deep({ reason, curl: curlLine(request), ...(isStopped && { isStopped }) }))
  }

  /** Converts an operation's data into the contract's own form and checks it. Each conversion is a finding. */
  function readData(operation: OperationName, given: unknown): { data: unknown; findings: Finding[] } {
    const found: Finding[] = []
    const tell = ({ id, pointer, value }: FormatUse) => {
      const { name: format, expected } = legacyFormats[id]
      found.push({ ...finding(`format.${id}`, pointer, expected, describe(value)), format })
    }
    // Reserves plain names first, so that pictures with an address get names that are still free.
    if (operation === 'homeData' && Array.isArray(given) && isObject(given[0]))
      pictures.reserve(picturesOf(given[0]).keys())
    const data = createExactReader({ product, base: options.base, tell, pictureName: pictures.nameOf })(
      operation,
      given,
    )
    // Tells only that the item is missing, and not how the API says so.
    if (data === undefined) return { data: given, findings: checks[operation]?.(given) ?? [] }
    return { data, findings: [...found, ...(checks[operation]?.(data) ?? [])] }
  }

  return {
    options,
    findings,
    redaction,
    send,
    noteFailure,
    isWanted,
    derived: deriveOperations(product),
    pictureUrl: pictures.urlOf,
    /** The unknown fields that only an item's own response has, by the item of the home data. */
    extras: new Map<unknown, JsonObject>(),
    /** The contract's fields of an item, without those whose value in homeData violates the contract. */
    fieldsOf: (kind: Kind, item: JsonObject): string[] =>
      fieldsOf(kind, product).flatMap(({ name }) => (broken.get(item)?.has(name) ? [] : [name])),

    /** The number of homeData items of a kind without a readable slug, which other answers cannot be compared with. */
    nameless: new Map<Kind, number>(),

    /** Notes the fields of a homeData item that violate the contract, so that comparisons do not report them again. */
    noteBroken: (item: JsonObject, fields: readonly string[]) =>
      void broken.set(item, new Set([...(broken.get(item) ?? []), ...fields])),

    /** Calls an operation that must succeed and checks envelope and shape. */
    ask: async (operation: OperationName, payload?: JsonObject): Promise<Asked | undefined> => {
      const request = requestOf(options, operation, payload)
      const called = await call(operation, request)
      if (!called) return undefined
      const { reply, curl, ...answer } = called
      const entry = findings.entryOf(operation)
      entry.times.push(reply.time)
      entry.sizes.push(reply.body.length)
      eachExtraField(answers[operation], answer.data, (pointer) => entry.extraFields.add(`/data${pointer}`))
      const errors = new Set(answer.findings.filter(findings.isError).map(({ pointer }) => pointer))
      // Finds items by pointers into the data in the contract's form, because keys of lists may differ from positions.
      const isTold = isWanted(operation, request)
      const tell = (more: readonly Finding[]) => isTold && findings.add(operation, curl, { data: answer.data }, more)
      tell(answer.findings)
      // Drops findings where the shape is already wrong, so that a wrong shape is not reported again as a difference.
      return { ...answer, url: reply.url, tell: (more) => tell(more.filter(({ pointer }) => !errors.has(pointer))) }
    },

    /** The request of an operation with a payload. */
    requestOf: (operation: OperationName, payload?: JsonObject) => requestOf(options, operation, payload),

    /**
     * Sends a request as browsers do for a page of another origin. Returns the reply without its body, or why there is none, or
     * `undefined` if the operation is called no more.
     */
    sendFromPage: async (operation: OperationName, request: Request, isRedirected = false) => {
      const entry = findings.entryOf(operation)
      if (entry.reason !== undefined && !entry.isStopped) return undefined
      if (!isRedirected && !isWanted(operation, request)) return undefined
      try {
        const reply = await send(request, { enough: 0 })
        entry.calls++
        return reply
      } catch (error) {
        const isBlocked = error instanceof Unreachable && request.method === 'OPTIONS' && error.kind !== 'planned'
        return isBlocked ? error.message : noteFailure(operation, request, error)
      }
    },

    /** Calls an operation with a bad payload or a form, and records no findings. Sends a string as it is. */
    probe: (operation: OperationName, payload: JsonObject | string, isForm?: boolean) =>
      call(operation, requestOf(options, operation, payload, isForm)),
  }
}

function requestOf(
  { base, headers: own }: SessionOptions,
  operation: OperationName,
  payload: JsonObject | string = {},
  isForm = false,
): Request {
  const { method, path } = operations[operation]
  const headers = { accept: 'application/json' }
  const request = { method, url: base + path, headers, secretHeaders: Object.keys(own) }
  if (method === 'GET') return request
  const fields = Object.entries(payload).map(([key, value]) => [key, String(value)])
  const json = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const body = isForm ? new URLSearchParams(fields).toString() : json
  return { ...request, headers: { ...headers, 'content-type': type }, body }
}
