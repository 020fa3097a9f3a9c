import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from '#contract/faults'
import { createHabitReader, type HabitUse } from '#contract/habits'
import { isObject } from '#contract/json'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createCheck, createSchemas, type HomeData } from '#contract/schemas'
import { type Answer, eachExtraField, type ReadData, readAnswer } from './answers'
import {
  collectGarbage,
  createCaller,
  curlLine,
  type Reply,
  type Request,
  type SendOptions,
  Unreachable,
} from './caller'
import { createFindings, type Finding } from './findings'
import type { ServerOptions } from './options'
import { createPictureNames, picturesOf } from './picture-names'

/** The lists of the home data whose items have slugs and can be asked for alone. */
export type ListKey = Exclude<keyof HomeData, 'goals' | 'team' | 'courses_categories'>

/** A good answer's reading, and how to say what else is wrong with it. */
export type Asked = Answer & { url: string; tell: (findings: readonly Finding[]) => void }

export type AskOptions = {
  encoding?: 'json' | 'form'
  /** One of many: left out rather than waited for when the server limits calls, unless all were asked for. */
  isSample?: boolean
}

export type SessionOptions = ServerOptions & {
  /** Waits as long as a server that limits calls (429) asks, also with samples. */
  isPatient: boolean
  /** Called when an answer has come. */
  onAnswer?: (() => void) | undefined
  /** Called when the server limits calls, with the seconds that it asks to wait. */
  onPause?: ((seconds: number) => void) | undefined
}

/** After time limits of so many operations and no answer between, the server counts as hanging; the rest isn't asked. */
const mostTimeouts = 4

/** Bytes of an answer whose memory is given back as soon as it is read. */
const largeAnswer = 128 * 1024

/** How long after a time limit nothing new is sent in its place, in milliseconds: calls sent beside it are about to reach theirs. */
const pauseAfterTimeout = 100

export type Session = ReturnType<typeof createSession>

/** Asks one server by the contract and keeps what it finds. */
export function createSession(options: SessionOptions) {
  const { base, headers, product, isPatient } = options
  const { answers, fixtures } = createSchemas(product)
  const caller = createCaller(options)
  const findings = createFindings()
  const pictures = createPictureNames(options.imageBase)
  const checks = Object.fromEntries(operationNames.map((name) => [name, createCheck(answers[name])]))
  const timeouts = new Set<OperationName>()
  let limited = 0

  /** Sends a request in the name of an operation; `undefined` when it can't be reached, which is kept as the reason. */
  async function send(
    operation: OperationName,
    request: Request,
    sendOptions?: SendOptions,
  ): Promise<Reply | undefined> {
    const entry = findings.entry(operation)
    if (entry.reason !== undefined) return undefined
    if (timeouts.size >= mostTimeouts) {
      entry.reason = 'not asked: the server had stopped answering'
      entry.curl = curlLine(request)
      return undefined
    }
    try {
      const reply = await caller.send(request, { isPatient: true, ...sendOptions })
      timeouts.clear()
      entry.isTried = true
      options.onAnswer?.()
      return reply
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      if (error.kind === 'timeout') {
        timeouts.add(operation)
        await sleep(pauseAfterTimeout)
      }
      entry.reason ??= `${request.method} ${request.url}: ${error.message}`
      entry.curl ??= curlLine(request)
      return undefined
    }
  }

  /** Reads an operation's data into the contract's own form; each habit is a warning. */
  function readerOf(operation: OperationName): ReadData {
    return (given) => {
      const found: Finding[] = []
      const tell = ({ habit, pointer, expected, value }: HabitUse) =>
        found.push({ severity: 'warning', habit, pointer, expected, found: describe(value), rule: habit })
      // A name that stands in the content for itself can't stand for an address as well.
      if (operation === 'homeData' && Array.isArray(given) && isObject(given[0]))
        pictures.reserve(picturesOf(given[0]).keys())
      const data = createHabitReader({ product, tell, pictureName: pictures.nameOf })(operation, given)
      return { data, findings: [...found, ...(checks[operation]?.(data) ?? [])] }
    }
  }

  return {
    options,
    findings,
    caller,
    /** Where a picture is. */
    pictureUrl: pictures.urlOf,
    /** The fields of each kind of item that the contract knows. */
    fieldsOf: (key: ListKey | 'courses_categories'): string[] => Object.keys(fixtures[key].items.properties),

    /** Asks an operation what it must answer; shape and envelope are checked and told at once. */
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
      const answer = readAnswer(reply, readerOf(operation))
      if (reply.body.length > largeAnswer) collectGarbage()
      const curl = curlLine(request)
      findings.add(operation, curl, answer.body, answer.findings)
      eachExtraField(answers[operation], answer.data, (pointer) => entry.extraFields.add(`/data${pointer}`))
      const errors = answer.findings.filter(({ severity }) => severity !== 'warning')
      const pointers = new Set(errors.map(({ pointer }) => pointer))
      const tell = (more: readonly Finding[]) =>
        findings.add(
          operation,
          curl,
          answer.body,
          // What the shape has told isn't told again as a difference.
          more.filter(({ pointer }) => !pointers.has(pointer)),
        )
      return { ...answer, url: reply.url, tell }
    },

    /** Asks an operation what it must refuse, or in a form; nothing is judged. `payload` as text is sent as it is. */
    probe: async (operation: OperationName, payload: unknown, encoding: 'json' | 'form' = 'json') => {
      const request = requestOf(operation, payload, { base, headers, encoding })
      const reply = await send(operation, request)
      if (!reply) return undefined
      return { ...readAnswer(reply, readerOf(operation)), curl: curlLine(request) }
    },

    /** How many samples were left out because the server limits calls. */
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
  const accept = { accept: 'application/json', ...headers }
  if (method === 'GET') return { method, url: base + path, headers: accept }
  const isForm = encoding === 'form'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const body =
    typeof payload === 'string'
      ? payload
      : isForm
        ? new URLSearchParams(Object.entries(payload as object).map(([key, value]) => [key, String(value)])).toString()
        : JSON.stringify(payload)
  return { method, url: base + path, headers: { ...accept, 'content-type': type }, body }
}
