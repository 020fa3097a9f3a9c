import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from '#contract/faults'
import { createHabitReader, type HabitUse } from '#contract/habits'
import { isObject, type JsonObject } from '#contract/json'
import { type ListKey, type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { type Answer, eachExtraField, readAnswer } from './answers'
import { type CallerOptions, createCaller, type Reply, type Request, type SendOptions, Unreachable } from './caller'
import { curlLine } from './curl'
import { deriveOperations } from './derive'
import { createFindings, type Finding, finding, type Severities } from './findings'
import { createPictureNames, picturesOf } from './picture-names'
import type { Drift, OperationReport } from './report'
import { habitRule } from './rules'
import { createRedaction } from './secrets'
import { createShapeCheck } from './shape'

/** A parsed response. `tell` adds findings to it. */
export type Asked = Answer & { url: string; tell: (findings: readonly Finding[]) => void }

/** Options for calls. `base` has no trailing slash, `imageBase` ends in one. */
export type ServerOptions = Omit<CallerOptions, 'onlyHosts'> & {
  product: string
  imageBase: string
  concurrency: number
  /** Hosts that may have pictures besides the API's and that of `imageBase`. */
  pictureHosts?: readonly string[] | undefined
}

export type SessionOptions = ServerOptions & {
  /** Skips the operations for which this returns false. homeData is always called. */
  isChosen?: ((operation: OperationName) => boolean) | undefined
  severities?: Severities | undefined
  /** Returns the reason to make no more calls, if there is one. */
  whyStop?: ((drifts: () => Drift[]) => string | undefined) | undefined
  /** Receives each request instead of sending it, except the one for homeData. */
  onPlan?: ((request: Request) => void) | undefined
  /** Called after each response. */
  onProgress?: ((operations: () => OperationReport[]) => void) | undefined
}

/** The number of operations in a row whose timeouts mean that the server hangs. */
const mostTimeouts = 4

/** The pause after a timeout, in milliseconds, because concurrent calls are about to time out as well. */
const pauseAfterTimeout = 100

export type Session = ReturnType<typeof createSession>

/** Calls one server by the contract and collects findings. */
export function createSession(options: SessionOptions) {
  const { base, headers, product, isChosen = () => true, onPlan, whyStop } = options
  const { answers, fixtures } = createSchemas(product)
  const redaction = createRedaction(headers)
  const findings = createFindings(options.severities ?? {}, isChosen, redaction)
  const caller = createCaller(options)
  const pictures = createPictureNames(options.imageBase)
  const checks = Object.fromEntries(operationNames.map((name) => [name, createShapeCheck(answers[name])]))
  const timeouts = new Set<OperationName>()
  const broken = new Map<JsonObject, Set<string>>()

  /** Sends a request unless the check only plans or has to stop. Rejects with Unreachable. */
  async function send(request: Request, sendOptions?: SendOptions): Promise<Reply> {
    if (onPlan && request.url !== base + operations.homeData.path) {
      onPlan(request)
      throw new Unreachable('planned', 'not sent: calls are only listed')
    }
    const stop = whyStop?.(findings.drifts)
    if (stop !== undefined) throw new Unreachable('planned', stop)
    const reply = await caller.send(request, sendOptions)
    return { ...reply, body: redaction.bytes(reply.body) }
  }

  /** Sends a request for an operation. Returns `undefined` if it fails, and records the reason in the operation's entry. */
  async function call(operation: OperationName, request: Request) {
    const entry = findings.entry(operation)
    if (entry.reason !== undefined && !onPlan) return undefined
    if (!isChosen(operation) && operation !== 'homeData') return undefined
    const curl = curlLine(request)
    if (timeouts.size >= mostTimeouts) {
      Object.assign(entry, { reason: 'not called: the server had stopped answering', curl })
      return undefined
    }
    try {
      const reply = await send(request)
      timeouts.clear()
      entry.calls++
      options.onProgress?.(findings.operations)
      return { ...readAnswer(reply, (given) => readData(operation, given)), reply, curl }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (error.kind === 'timeout') {
        timeouts.add(operation)
        await sleep(pauseAfterTimeout)
      }
      if (error.kind === 'planned') findings.noteStop(operation, error.message)
      entry.reason ??= `${request.method} ${request.url}: ${error.message}`
      entry.curl ??= curl
      return undefined
    }
  }

  /** Converts an operation's data into the contract's own form and checks it. Each conversion is a finding. */
  function readData(operation: OperationName, given: unknown): { data: unknown; findings: Finding[] } {
    const found: Finding[] = []
    const tell = ({ habit, pointer, expected, value }: HabitUse) =>
      found.push({ ...finding(habitRule(habit), pointer, expected, describe(value)), habit })
    // Plain names are taken first; addresses get names that are still free.
    if (operation === 'homeData' && Array.isArray(given) && isObject(given[0]))
      pictures.reserve(picturesOf(given[0]).keys())
    const data = createHabitReader({ product, tell, pictureName: pictures.nameOf })(operation, given)
    return { data, findings: [...found, ...(checks[operation]?.(data) ?? [])] }
  }

  return {
    ...{ options, findings, redaction, send },
    derived: deriveOperations(product),
    homeRequest: () => requestOf(options, 'homeData'),
    pictureUrl: pictures.urlOf,
    /** The contract's fields of an item, without those whose value in homeData violates the contract. */
    fieldsOf: (key: ListKey | 'courses_categories', item: JsonObject): string[] =>
      Object.keys(fixtures[key].items.properties).filter((field) => !broken.get(item)?.has(field)),

    /** Notes the fields of a homeData item that violate the contract, so that comparisons do not report them again. */
    noteBroken: (item: JsonObject, fields: readonly string[]) =>
      void broken.set(item, new Set([...(broken.get(item) ?? []), ...fields])),

    /** Calls an operation that must succeed and checks envelope and shape. */
    ask: async (operation: OperationName, payload?: JsonObject): Promise<Asked | undefined> => {
      const called = await call(operation, requestOf(options, operation, payload))
      if (!called) return undefined
      const { reply, curl, ...answer } = called
      const entry = findings.entry(operation)
      entry.times.push(reply.time)
      entry.sizes.push(reply.body.length)
      eachExtraField(answers[operation], answer.data, (pointer) => entry.extraFields.add(`/data${pointer}`))
      const errors = new Set(answer.findings.filter(findings.isError).map(({ pointer }) => pointer))
      const tell = (more: readonly Finding[]) => findings.add(operation, curl, answer.body, more)
      tell(answer.findings)
      // Does not report a wrong shape again as a difference.
      return { ...answer, url: reply.url, tell: (more) => tell(more.filter(({ pointer }) => !errors.has(pointer))) }
    },

    /** Calls an operation with a bad payload or a form, without checks. A string is sent as it is. */
    probe: (operation: OperationName, payload: JsonObject | string, encoding: Encoding = 'json') =>
      call(operation, requestOf(options, operation, payload, encoding)),

    isHanging: () => timeouts.size >= mostTimeouts,
  }
}

type Encoding = 'json' | 'form'

function requestOf(
  { base, headers: own }: ServerOptions,
  operation: OperationName,
  payload?: JsonObject | string,
  encoding: Encoding = 'json',
): Request {
  const { method, path } = operations[operation]
  const headers = { accept: 'application/json' }
  const request = { method, url: base + path, headers, secretHeaders: Object.keys(own) }
  if (method === 'GET') return request
  const type = encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return { ...request, headers: { ...headers, 'content-type': type }, body: bodyOf(payload, encoding) }
}

function bodyOf(payload: JsonObject | string | undefined, encoding: Encoding): string {
  if (typeof payload === 'string') return payload
  if (encoding === 'json') return JSON.stringify(payload)
  return new URLSearchParams(Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)])).toString()
}
