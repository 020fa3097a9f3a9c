import type { QueryFunctionContext } from '@tanstack/query-core'
import { createHabitReader } from '#contract/habits'
import { isObject } from '#contract/json'
import { asksForOne, defaultProduct, newsFlag, type OperationName, operations } from '#contract/operations'
import type { Answers, Payloads } from '#contract/schemas'
import type { Query } from './queries'

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

/**
 * The API: asks for what the query names, and resolves to what the envelope holds under `data`. It takes what TanStack Query gives
 * to a query function; `queryKey` alone will do.
 */
export type Api = <Name extends OperationName>(context: Context<Name>) => Promise<Answers[Name]>

type Context<Name extends OperationName> = Partial<Pick<QueryFunctionContext, 'client' | 'signal'>> & {
  queryKey: Query<Name>
}

export type ApiOptions = {
  /** Address of the API without `/api`, with or without a trailing slash; empty for the page's own origin. */
  baseUrl: string
  fetch: typeof globalThis.fetch
  /** The longest that a call may take, in milliseconds. */
  timeout?: number
  product?: string
}

/** How long an answer is waited for while there is something else to show, in milliseconds. */
export const patience = 3_000

/** What the API gave, by what was read of it, where the two differ. */
const givenAnswers = new WeakMap<object, unknown>()

/** An answer as the API gave it. */
export function rawAnswer<T extends object>(answer: T): T {
  return (givenAnswers.get(answer) ?? answer) as T
}

/**
 * The API over HTTP. It rejects with an ApiError, or with the signal's reason when its caller has aborted it. A late answer counts
 * as the query's error until it comes, so that the visitor is told.
 */
export function createApi({ baseUrl, fetch, timeout: longest = 20_000, product = defaultProduct }: ApiOptions): Api {
  const base = baseUrl.replace(/\/+$/, '')
  const read = createHabitReader({ product })
  return async ({ queryKey, signal, client }) => {
    const [name, payload] = queryKey
    const { method, path } = operations[name]
    const query = client?.getQueryCache().find({ queryKey })
    const failures = query?.state.errorUpdateCount ?? 0
    // A call that hangs must not keep the next one from succeeding; but an API that is only slow must be given its time.
    const timeout = failures > 0 ? Math.min(2_000 + 500 * failures, longest) : longest
    const late = (after: number) => new ApiError(name, 'timeout', 0, `no answer within ${after} ms`)
    // By hand, as AbortSignal.any is younger than many a visitor's phone.
    const aborter = new AbortController()
    const abort = () => aborter.abort(signal?.reason)
    const timers = [
      setTimeout(() => query?.setState({ error: late(patience) }), patience),
      setTimeout(() => aborter.abort(late(timeout)), timeout),
    ]
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
      if (aborter.signal.aborted) throw aborter.signal.reason
      const kind = error instanceof SyntaxError ? 'shape' : 'network'
      throw new ApiError(name, kind, 0, String(error), { cause: error })
    } finally {
      timers.forEach(clearTimeout)
      signal?.removeEventListener('abort', abort)
    }
  }
}

/**
 * The API without HTTP, for rendering in the server's own process: `answer` gives an operation's data, or `undefined` for
 * what isn't there, which becomes the same 404 that HTTP would give; or a promise of one.
 */
export function createLocalApi(answer: (...query: Query) => unknown): Api {
  return async ({ queryKey: [name, payload] }) => {
    const data = await answer(name, payload)
    if (data === undefined) throw new ApiError(name, 'status', 404, 'not found')
    return data as Answers[typeof name]
  }
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
function isUsable<Name extends OperationName>(name: Name, data: unknown): data is Answers[Name] {
  if (name === 'homeData') return Array.isArray(data) && isObject(data[0])
  if (lists.has(name)) return Array.isArray(data)
  return isObject(data) && (name === 'coursesByCategory' ? Array.isArray(data.courses) : Object.keys(data).length > 0)
}
