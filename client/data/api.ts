import { createHabitReader } from '#contract/habits'
import { isObject } from '#contract/json'
import {
  asksForOne,
  defaultProduct,
  newsFlag,
  type OperationName,
  operationNames,
  operations,
} from '#contract/operations'
import type { Answers, Payloads } from '#contract/schemas'

/** What went wrong with a call: no answer at all, no answer in time, an error status, or an answer that isn't the contract's. */
export type ApiErrorKind = 'network' | 'timeout' | 'status' | 'shape'

/** The one error of the API client. `status` is the HTTP status where there was one, else 0. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    readonly operation: OperationName,
    readonly kind: ApiErrorKind,
    readonly status: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(`${operation}: ${message}`, options)
  }
}

/** One typed method per operation of the contract; each resolves to what the envelope holds under `data`. */
export type Api = {
  [Name in OperationName]: (payload: Payloads[Name], options?: CallOptions) => Promise<Answers[Name]>
}

/** `timeout` says how long the call may take, in milliseconds. */
type CallOptions = { signal?: AbortSignal; timeout?: number }

export type ApiOptions = {
  /** Address of the API without `/api`, with or without a trailing slash; empty for the page's own origin. */
  baseUrl: string
  fetch: typeof globalThis.fetch
  timeout?: number
  product?: string
}

/** What the API gave, by what was read of it, where the two differ. */
const givenAnswers = new WeakMap<object, unknown>()

/** An answer as the API gave it. */
export function rawAnswer<T extends object>(answer: T): T {
  return (givenAnswers.get(answer) ?? answer) as T
}

/** The API over HTTP. Every method rejects with an ApiError, or with the signal's reason when it was aborted by its caller. */
export function createApi({ baseUrl, fetch, timeout: usual = 20_000, product = defaultProduct }: ApiOptions): Api {
  const base = baseUrl.replace(/\/+$/, '')
  const read = createHabitReader({ product })
  return everyOperation(async (name, payload, { signal, timeout = usual } = {}) => {
    const { method, path } = operations[name]
    // By hand, as AbortSignal.any is younger than many a visitor's phone.
    const aborter = new AbortController()
    const abort = () => aborter.abort()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      abort()
    }, timeout)
    signal?.addEventListener('abort', abort)
    try {
      if (signal?.aborted) abort()
      const response = await fetch(base + path, {
        method,
        signal: aborter.signal,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(payload ?? {}),
        }),
      })
      const { status, ok } = response
      // A 404 for what is always there comes from another server at the API's address: nothing is missing.
      const isOfContract = status !== 404 || asksForOne(payload)
      if (!ok) throw new ApiError(name, isOfContract ? 'status' : 'shape', status, `answered ${status}`)
      const given = givenData(await response.json())
      const data = read(name, given)
      if (!isUsable(name, data)) throw new ApiError(name, 'shape', 200, 'the answer has no usable `data`')
      if (data !== given) givenAnswers.set(data, given)
      return data
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (signal?.aborted) throw signal.reason
      if (isLate) throw new ApiError(name, 'timeout', 0, `no answer within ${timeout} ms`, { cause: error })
      const kind = error instanceof SyntaxError ? 'shape' : 'network'
      throw new ApiError(name, kind, 0, String(error), { cause: error })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  })
}

/**
 * The API without HTTP, for rendering in the server's own process: `answer` gives an operation's data, or `undefined` for
 * what isn't there, which becomes the same 404 that HTTP would give; or a promise of one.
 */
export function createLocalApi(answer: (name: OperationName, payload: unknown) => unknown): Api {
  return everyOperation(async (name, payload) => {
    const data = await answer(name, payload)
    if (data === undefined) throw new ApiError(name, 'status', 404, 'not found')
    return data
  })
}

function everyOperation(call: (name: OperationName, payload: unknown, options?: CallOptions) => Promise<unknown>): Api {
  // The contract's own loop: every name is there, and isUsable has looked at the answer.
  return Object.fromEntries(operationNames.map((name) => [name, call.bind(undefined, name)])) as Api
}

/** The payload of the news operation: its one field is named after the product. */
export function newsPayload(product: string, ofProduct: boolean): Payloads['news'] {
  return { [newsFlag(product)]: ofProduct }
}

const lists = new Set<OperationName>(['homeData', 'blogs', 'events', 'news'])

function givenData(envelope: unknown): unknown {
  return isObject(envelope) ? envelope.data : undefined
}

/** Looks just close enough that a page can be made of the answer; the contract check looks closer. */
function isUsable(name: OperationName, data: unknown): data is object {
  if (name === 'homeData') return Array.isArray(data) && isObject(data[0])
  if (lists.has(name)) return Array.isArray(data)
  return isObject(data) && (name === 'coursesByCategory' ? Array.isArray(data.courses) : Object.keys(data).length > 0)
}
