import { parseJson } from '#contract/json'
import type { createFormatReader } from '#contract/legacy-format-reader'
import type { Answers, QueryKey } from '#contract/operations'
import { asksForOne, defaultProduct, type OperationName, operations } from '#contract/operations'
import { withoutTrailingSlashes } from '#contract/paths'
import { createMissingCheck, dataOf, isUsable } from '#contract/response'
import { retryAfterOf } from '#contract/retry'
import { decodeText } from '#contract/text/charset'

/** `network` means that no response came in time, `status` an error status, and `shape` a response that breaks the contract. */
export type ApiErrorKind = 'network' | 'status' | 'shape'

/** A failed call. `status` is the HTTP status, or 0 without a readable response. `retryAfter` is Retry-After in milliseconds. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly retryAfter: number | undefined
  constructor(
    readonly operation: OperationName,
    readonly kind: ApiErrorKind,
    readonly status: number,
    message: string,
    { retryAfter, ...options }: ErrorOptions & { retryAfter?: number | undefined } = {},
  ) {
    super(`${operation}: ${message}`, options)
    this.retryAfter = retryAfter
  }

  /** True if the item does not exist. A 404 for a list has the kind `shape` instead, because lists always exist. */
  get isNotFound(): boolean {
    return this.kind === 'status' && this.status === 404
  }
}

/** Calls an operation and resolves to the `data` of its envelope. Serves as TanStack Query's query function. */
export type Api = <Name extends OperationName>(call: Call<Name>) => Promise<Answers[Name]>

type Call<Name extends OperationName> = { queryKey: QueryKey<Name>; signal?: AbortSignal }

export type ApiOptions = {
  /** Address of the API without `/api`, with or without a trailing slash. An empty string stands for the page's own origin. */
  baseUrl: string
  fetch: (path: string, init: RequestInit) => Promise<Response>
  /** Longest duration of a call, in milliseconds. */
  timeout?: number
  product?: string
  /** True for the site's own server, whose answers have the contract's form. */
  isOwn?: boolean
}

type FormatReader = ReturnType<typeof createFormatReader>

/**
 * Creates the API over HTTP. A call rejects with an ApiError, or with the signal's reason if its caller aborts it. Any other
 * exception is a bug.
 */
export function createApi({
  baseUrl,
  fetch,
  timeout = 20_000,
  product = defaultProduct,
  isOwn = false,
}: ApiOptions): Api {
  const base = withoutTrailingSlashes(baseUrl)
  let read: FormatReader | undefined
  const saysMissing = createMissingCheck()
  /** Loads the code that only answers in legacy formats need. A later call loads it again if that fails. */
  const loadReader = async (): Promise<void> => {
    const { createFormatReader } = await import('#contract/legacy-format-reader')
    read = createFormatReader({ product, base })
  }
  return async ({ queryKey: [name, payload], signal }) => {
    const { method, path } = operations[name]
    const init: RequestInit = {
      method,
      signal: eitherOf(signal, AbortSignal.timeout(timeout)),
      // Without `accept`, Laravel answers a refused payload with a redirect, and other frameworks answer with HTML or XML.
      headers: { accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: JSON.stringify(payload ?? {}) }),
    }
    let body: unknown
    let isRead = false
    try {
      const [response] = await Promise.all([fetch(base + path, init), isOwn ? undefined : (read ?? loadReader())])
      const { status, ok, headers } = response
      const isMissing = saysMissing(response, payload, ok)
      if (!ok || isMissing) {
        // Lists always exist, so a 404 for a list means that `baseUrl` is not the API's address.
        const kind = status === 404 && !isMissing ? 'shape' : 'status'
        const retryAfter = retryAfterOf(headers.get('retry-after'))
        throw new ApiError(name, kind, isMissing ? 404 : status, `answered ${status}`, { retryAfter })
      }
      // In some scenarios, this site's own server answers in legacy formats too.
      isRead = !isOwn || headers.has('x-scenario')
      if (isRead && !read) await loadReader()
      body = parseJson(decodeText(await response.arrayBuffer(), headers.get('content-type')))
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (signal?.aborted) throw signal.reason
      const kind = error instanceof SyntaxError || error instanceof RangeError ? 'shape' : 'network'
      throw new ApiError(name, kind, 0, String(error), { cause: error })
    }
    // Stands outside of `try`, because an exception here is a bug and no failure of the network.
    const given = dataOf(body)
    const data = isRead ? read?.(name, given, payload) : given
    if (data === undefined && given !== undefined && asksForOne(payload))
      throw new ApiError(name, 'status', 404, 'answered 200 without an item')
    if (!isUsable(name, data)) throw new ApiError(name, 'shape', 200, 'the answer has no usable `data`')
    return data
  }
}

/**
 * Creates an API that makes no HTTP calls. `answer` returns an operation's data. If it returns `undefined`, because an item does
 * not exist, the call rejects like a 404 over HTTP.
 */
export function createLocalApi(answer: (...query: QueryKey) => unknown): Api {
  return async ({ queryKey: [name, payload] }) => {
    const data = await answer(name, payload)
    if (data === undefined) throw new ApiError(name, 'status', 404, 'not found')
    return data as Answers[typeof name]
  }
}

/** Returns a signal that aborts as soon as one of two does, because Chrome has `AbortSignal.any` only from version 116 on. */
function eitherOf(first: AbortSignal | undefined, second: AbortSignal): AbortSignal {
  const controller = new AbortController()
  for (const signal of [first, second]) {
    if (signal?.aborted) controller.abort(signal.reason)
    signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true })
  }
  return controller.signal
}
