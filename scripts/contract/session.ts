import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from '#contract/faults'
import { createHabitReader, type HabitUse } from '#contract/habits'
import { isObject, type JsonObject } from '#contract/json'
import { type ListKey, type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import type { ServerOptions } from '../command-line/options'
import { type Answer, eachExtraField, type ReadData, readAnswer } from './answers'
import { type Caller, createCaller, type Reply, type Request, type SendOptions, Unreachable } from './caller'
import { curlLine } from './curl'
import { deriveOperations } from './derive'
import { createFindings, type Drift, type Finding, type Severities } from './findings'
import { createPictureNames, picturesOf } from './picture-names'
import { habitRule } from './rules'
import { createRedaction } from './secrets'
import { createShapeCheck } from './shape'

/** A parsed response. `tell` adds findings to it. */
export type Asked = Answer & { url: string; tell: (findings: readonly Finding[]) => void }

export type AskOptions = {
  encoding?: 'json' | 'form'
  /** Marks a call that is skipped when the server limits calls, unless `isPatient`. */
  isSample?: boolean
}

export type SessionOptions = ServerOptions & {
  /** Waits when the server limits calls (429), instead of skipping samples. */
  isPatient: boolean
  /** Skips the operations for which this returns false. homeData is always called. */
  isChosen?: ((operation: OperationName) => boolean) | undefined
  severities?: Severities | undefined
  /** Returns the reason to make no more calls, if there is one. */
  whyStop?: ((drifts: () => Drift[]) => string | undefined) | undefined
  /** Receives each request instead of sending it, except the one for homeData. */
  onPlan?: ((request: Request) => void) | undefined
  /** Called after each response. */
  onAnswer?: (() => void) | undefined
  /** Called with the seconds to wait when the server limits calls. */
  onPause?: ((seconds: number) => void) | undefined
}

/** The number of operations in a row whose timeouts mean that the server hangs. */
const mostTimeouts = 4

/** The pause after a timeout, in milliseconds, because concurrent calls are about to time out as well. */
const pauseAfterTimeout = 100

export type Session = ReturnType<typeof createSession>

/** Calls one server by the contract and collects findings. */
export function createSession(options: SessionOptions) {
  const { base, headers, product, isPatient } = options
  const { answers, fixtures } = createSchemas(product)
  const redaction = createRedaction(headers)
  const { isChosen = () => true, onPlan, whyStop } = options
  const findings = createFindings(options.severities, isChosen, redaction)
  const direct = createCaller(options)
  const caller: Caller = {
    send: async (request, sendOptions) => {
      if (onPlan && request.url !== base + operations.homeData.path) {
        onPlan(request)
        throw new Unreachable('planned', 'not sent: calls are only listed')
      }
      const stop = whyStop?.(findings.drifts)
      if (stop !== undefined) throw new Unreachable('planned', stop)
      const reply = await direct.send(request, sendOptions)
      return { ...reply, body: redaction.bytes(reply.body) }
    },
  }
  const pictures = createPictureNames(options.imageBase)
  const checks = Object.fromEntries(operationNames.map((name) => [name, createShapeCheck(answers[name])]))
  const timeouts = new Set<OperationName>()
  const broken = new Map<JsonObject, Set<string>>()
  let limited = 0

  /** Sends a request for an operation. Returns `undefined` if it fails, and records the reason in the operation's entry. */
  async function send(
    operation: OperationName,
    request: Request,
    sendOptions?: SendOptions,
  ): Promise<Reply | undefined> {
    const entry = findings.entry(operation)
    if (entry.reason !== undefined && !onPlan) return undefined
    if (!isChosen(operation) && operation !== 'homeData') return undefined
    if (timeouts.size >= mostTimeouts) {
      entry.reason = 'not called: the server had stopped answering'
      entry.curl = curlLine(request)
      return undefined
    }
    try {
      const reply = await caller.send(request, { isPatient: true, ...sendOptions })
      timeouts.clear()
      entry.calls++
      options.onAnswer?.()
      return reply
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (error.kind === 'timeout') {
        timeouts.add(operation)
        await sleep(pauseAfterTimeout)
      }
      if (error.kind === 'planned') findings.noteStop(operation, error.message)
      entry.reason ??= `${request.method} ${request.url}: ${error.message}`
      entry.curl ??= curlLine(request)
      return undefined
    }
  }

  /** Converts an operation's data into the contract's own form; each conversion is a finding. */
  function readerOf(operation: OperationName): ReadData {
    return (given) => {
      const found: Finding[] = []
      const tell = ({ habit, pointer, expected, value }: HabitUse) =>
        found.push({ rule: habitRule(habit), habit, pointer, expected, found: describe(value) })
      // Reserves the plain names in the content before addresses get names.
      if (operation === 'homeData' && Array.isArray(given) && isObject(given[0]))
        pictures.reserve(picturesOf(given[0]).keys())
      const data = createHabitReader({ product, tell, pictureName: pictures.nameOf })(operation, given)
      return { data, findings: [...found, ...(checks[operation]?.(data) ?? [])] }
    }
  }

  return {
    options,
    findings,
    derived: deriveOperations(product),
    caller,
    redaction,
    homeRequest: () => requestOf('homeData', undefined, { base, headers }),
    pictureUrl: pictures.urlOf,
    /** The contract's fields of an item, without those whose value in homeData violates the contract. */
    fieldsOf: (key: ListKey | 'courses_categories', item: JsonObject): string[] =>
      Object.keys(fixtures[key].items.properties).filter((field) => !broken.get(item)?.has(field)),

    /** Notes the fields of a homeData item that violate the contract, so that comparisons do not report them again. */
    noteBroken: (item: JsonObject, fields: readonly string[]) =>
      void broken.set(item, new Set([...(broken.get(item) ?? []), ...fields])),

    /** Calls an operation that must succeed and checks envelope and shape. */
    ask: async (operation: OperationName, payload?: unknown, ask: AskOptions = {}): Promise<Asked | undefined> => {
      if (ask.isSample && limited > 0 && !isPatient) {
        limited++
        return undefined
      }
      const request = requestOf(operation, payload, { base, headers, encoding: ask.encoding })
      const reply = await send(operation, request, { isPatient: isPatient || !ask.isSample })
      if (!reply) return undefined
      if (reply.status === 429 && ask.isSample) {
        limited++
        return undefined
      }
      const entry = findings.entry(operation)
      entry.times.push(reply.time)
      entry.sizes.push(reply.body.length)
      const answer = readAnswer(reply, readerOf(operation))
      const curl = curlLine(request)
      findings.add(operation, curl, answer.body, answer.findings)
      eachExtraField(answers[operation], answer.data, (pointer) => entry.extraFields.add(`/data${pointer}`))
      const errors = answer.findings.filter(findings.isError)
      const pointers = new Set(errors.map(({ pointer }) => pointer))
      const tell = (more: readonly Finding[]) =>
        findings.add(
          operation,
          curl,
          answer.body,
          // Does not report a wrong shape again as a difference.
          more.filter(({ pointer }) => !pointers.has(pointer)),
        )
      return { ...answer, url: reply.url, tell }
    },

    /** Calls an operation with a bad payload or a form, without checks. A string is sent as it is. */
    probe: async (operation: OperationName, payload: unknown, encoding: 'json' | 'form' = 'json') => {
      const request = requestOf(operation, payload, { base, headers, encoding })
      const reply = await send(operation, request)
      if (!reply) return undefined
      return { ...readAnswer(reply, readerOf(operation)), curl: curlLine(request) }
    },

    /** The number of samples left out because the server limits calls. */
    leftOut: () => limited,
    isHanging: () => timeouts.size >= mostTimeouts,
  }
}

function requestOf(
  operation: OperationName,
  payload: unknown,
  {
    base,
    headers,
    encoding = 'json',
  }: { base: string; headers: Record<string, string>; encoding?: AskOptions['encoding'] },
): Request {
  const { method, path } = operations[operation]
  const accept = { accept: 'application/json' }
  if (method === 'GET') return { method, url: base + path, headers: accept, secretHeaders: headers }
  const isForm = encoding === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const body =
    typeof payload === 'string'
      ? payload
      : isForm
        ? new URLSearchParams(Object.entries(payload as object).map(([key, value]) => [key, String(value)])).toString()
        : JSON.stringify(payload)
  return { method, url: base + path, headers: { ...accept, 'content-type': type }, secretHeaders: headers, body }
}
