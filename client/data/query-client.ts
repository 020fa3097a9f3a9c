import { QueryClient, type QueryObserverResult } from '@tanstack/react-query'
import { type Api, ApiError } from './api'
import { homeQuery, type Query } from './queries'

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Query
  }
}

/** The longest wait for a page's response before the page shows the home data, in milliseconds. */
export const fallbackDelay = 3_000

/** Data older than this is refetched when the visitor comes back to the tab, in milliseconds. */
export const longAway = 5 * 60_000

/** The maximum number of retries of a call. The delays before them add up to three and a half minutes. */
const maxRetries = 14

/** Temporary error statuses besides 5xx (RFC 9110, 8470, 6585). */
const retriedStatuses = [408, 425, 429]

/** True for a temporary failure. Retrying is safe, as all operations only read. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { kind, status } = error
  return kind === 'network' || (kind === 'status' && (status >= 500 || retriedStatuses.includes(status)))
}

/**
 * Returns the milliseconds before the next retry: 0.3 s, then 1.2 s, then half as long again each time, up to 30 s, with a jitter
 * of a quarter. Retry-After is the minimum.
 */
export function retryDelay(failureCount: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined
  const delay = failureCount === 0 ? 300 : Math.min(1_200 * 1.5 ** (failureCount - 1), 30_000)
  return Math.max(retryAfter ?? 0, delay * (0.75 + Math.random() / 2))
}

/** True if a query and its first retry have failed, or if it is not retried (error status, offline). */
export function isFailing({ status, failureCount, fetchStatus }: Failing): boolean {
  return status === 'error' || failureCount > 1 || (failureCount === 1 && fetchStatus === 'paused')
}

type Failing = Pick<QueryObserverResult, 'status' | 'failureCount' | 'fetchStatus'>

/** The client's one cache. */
export function createQueryClient(api: Api): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: api,
        // Browsers can report a working network as offline, so the first call is always made; retries pause while offline.
        networkMode: 'offlineFirst',
        // Long enough that a page uses the data that its loader has called for.
        staleTime: 10_000,
        // A call whose Retry-After is longer than `longAway` is not retried.
        retry: (failureCount, error) => {
          const isSoon = !(error instanceof ApiError) || (error.retryAfter ?? 0) <= longAway
          return failureCount < maxRetries && isSoon && isPassing(error)
        },
        retryDelay,
        // A page's own query that failed is not fetched again when the page mounts, because its loader has just tried.
        retryOnMount: false,
        refetchOnWindowFocus: ({ state }) =>
          state.status === 'error' || Date.now() - state.dataUpdatedAt > longAway ? 'always' : false,
      },
    },
  })
  // Spec section 4: the home data is fetched once when the app starts. It never becomes stale, so no navigation fetches it again; only
  // `refetchOnWindowFocus` and `refreshOnReturn` do.
  client.setQueryDefaults(homeQuery, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
  return client
}

/**
 * Resolves once the query has data or `isFailing`; retries may continue. Starts a call if none is in flight. Aborting `signal`
 * cancels the call, unless a component observes the query.
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

/** Cancels the query's call and calls again at once, because the old call may hang or wait for a retry. Resolves like `settled`. */
export async function retryNow(client: QueryClient, queryKey: Query, signal?: AbortSignal): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  // The error is in the query's state.
  client.query({ queryKey, staleTime: 0 }).catch(() => undefined)
  await settled(client, queryKey, signal)
}
