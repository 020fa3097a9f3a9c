import { QueryClient, type QueryObserverResult } from '@tanstack/react-query'
import { type Api, ApiError } from './api'
import { homeQuery, type Query } from './queries'

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Query
  }
}

/** The longest wait for a page's answer before the home data is shown instead, in milliseconds. */
export const fallbackDelay = 3_000

/** Data older than this is fetched again when the visitor comes back to the tab, in milliseconds. */
const longAway = 5 * 60_000

/** Retries with the delays of `retryDelay` end after about four minutes. */
const maxRetries = 14

/** Statuses that ask for another try (RFC 9110, 8470, 6585), besides 5xx. */
const retriedStatuses = [408, 425, 429]

/** True for a temporary failure. Retrying is safe, as all eleven operations only read. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { kind, status } = error
  return (
    kind === 'network' ||
    kind === 'timeout' ||
    (kind === 'status' && (status >= 500 || retriedStatuses.includes(status)))
  )
}

/**
 * Milliseconds before the next retry: the server's Retry-After if it names one; else about 0.3 s at first, then 1.2 s, growing by
 * half each time up to 30 s. Jitter of a quarter keeps visitors from retrying all at once.
 */
export function retryDelay(failureCount: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined
  const delay = failureCount === 0 ? 300 : Math.min(1_200 * 1.5 ** (failureCount - 1), 30_000)
  return Math.max(retryAfter ?? 0, delay * (0.75 + Math.random() / 2))
}

/** True once a query has failed and its first quick retry too, or retrying gains nothing. */
export function isFailing({ status, failureCount, fetchStatus }: Failing): boolean {
  return status === 'error' || failureCount > 1 || (failureCount === 1 && fetchStatus === 'paused')
}

type Failing = Pick<QueryObserverResult, 'status' | 'failureCount' | 'fetchStatus'>

/** True while a failed query waits to try again, which can take half a minute. */
export function isRetrying(client: QueryClient, queryKey: Query): boolean {
  const state = client.getQueryState(queryKey)
  return state !== undefined && state.fetchStatus !== 'idle' && state.fetchFailureCount > 0
}

/** The client's one cache. */
export function createQueryClient(api: Api): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: api,
        // Browsers can report a working network as offline, so the first call is always made; retries pause while offline.
        networkMode: 'offlineFirst',
        // Long enough for a prefetched answer to serve the visit that follows.
        staleTime: 10_000,
        retry: (failureCount, error) => {
          const isSoon = !(error instanceof ApiError) || (error.retryAfter ?? 0) <= longAway
          return failureCount < maxRetries && isSoon && isPassing(error)
        },
        retryDelay,
        // The page's loader has already tried.
        retryOnMount: false,
        refetchOnWindowFocus: ({ state }) =>
          state.status === 'error' || Date.now() - state.dataUpdatedAt > longAway ? 'always' : false,
      },
    },
  })
  // Spec section 4: the home data is fetched once when the app starts.
  client.setQueryDefaults(homeQuery, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
  return client
}

/**
 * Resolves once the query has data or is failing; retries may go on. Starts the call if none is in flight. An aborted `signal`
 * cancels it, unless a component observes the query.
 */
export function settled(client: QueryClient, queryKey: Query, signal?: AbortSignal): Promise<void> {
  // The error is in the query's state.
  client.query({ queryKey, staleTime: 'static' }).catch(() => undefined)
  const query = client.getQueryCache().find({ queryKey })
  return new Promise((resolve) => {
    if (!query) return resolve()
    const isSettled = () =>
      query.state.data !== undefined || isFailing({ ...query.state, failureCount: query.state.fetchFailureCount })
    const finish = () => {
      unsubscribe()
      resolve()
    }
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.query === query && isSettled()) finish()
    })
    signal?.addEventListener('abort', () => {
      if (query.getObserversCount() === 0) void client.cancelQueries({ queryKey, exact: true })
      finish()
    })
    if (isSettled()) finish()
  })
}

/** Cancels the query's call, which may hang or wait for a retry, and calls again at once. Resolves like `settled`. */
export async function retryNow(client: QueryClient, queryKey: Query, signal?: AbortSignal): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  // The error is in the query's state.
  client.query({ queryKey, staleTime: 0 }).catch(() => undefined)
  await settled(client, queryKey, signal)
}
