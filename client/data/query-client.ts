import { QueryClient, type QueryObserverResult } from '@tanstack/react-query'
import type { QueryKey } from '#contract/operations'
import { isPassingStatus } from '#contract/retry'
import { type Api, ApiError } from './api'
import { homeQuery } from './queries'

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: QueryKey
  }
}

/** The longest wait for a page's response before the page shows the home data, in milliseconds. */
export const fallbackDelay = 3_000

/** The age in milliseconds from which data is refetched when the visitor comes back to the tab. */
export const longAway = 5 * 60_000

/** True for a time from which data is refetched, and for one in the future, because then the clock was set back. */
export function isLongAgo(time: number): boolean {
  const age = Date.now() - time
  return age < 0 || age > longAway
}

/** The maximum number of retries of a call. The delays before them add up to three and a half minutes. */
const maxRetries = 14

/** True for a temporary failure. Retrying is safe, because all operations only read. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { kind, status } = error
  return kind === 'network' || (kind === 'status' && isPassingStatus(status))
}

/**
 * Returns the milliseconds before the next retry. The first delay is 0.3 s, the second 1.2 s, and each later delay is half as long
 * again, up to 30 s. Each delay varies at random by up to a quarter, and is never shorter than Retry-After.
 */
export function retryDelay(failureCount: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retryAfter : undefined
  const delay = failureCount === 0 ? 300 : Math.min(1_200 * 1.5 ** (failureCount - 1), 30_000)
  return Math.max(retryAfter ?? 0, delay * (0.75 + Math.random() / 2))
}

/** True if a query has failed and either its first retry has failed, too, or no retry follows (error status, offline). */
export function isFailing({ status, failureCount, fetchStatus }: Failing): boolean {
  return status === 'error' || failureCount > 1 || (failureCount === 1 && fetchStatus === 'paused')
}

type Failing = Pick<QueryObserverResult, 'status' | 'failureCount' | 'fetchStatus'>

/** Creates a query cache with the rules for retries and staleness. The browser has one, and the server one for each rendering. */
export function createQueryClient(api: Api): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: api,
        // Browsers can report a working network as offline, so the first call is always made; retries pause while offline.
        networkMode: 'offlineFirst',
        // Ten seconds are long enough for a page to use the data that its loader has fetched.
        staleTime: 10_000,
        // A call whose Retry-After is longer than `longAway` is not retried.
        retry: (failureCount, error) => {
          const isSoon = !(error instanceof ApiError) || (error.retryAfter ?? 0) <= longAway
          return failureCount < maxRetries && isSoon && isPassing(error)
        },
        retryDelay,
        // A failed query is not fetched again when its page mounts, because the page's loader has just tried.
        retryOnMount: false,
        refetchOnWindowFocus: ({ state }) =>
          state.status === 'error' || isLongAgo(state.dataUpdatedAt) ? 'always' : false,
      },
    },
  })
  // Spec section 4: the home data is fetched once when the app starts. It never becomes stale, so that navigation does not fetch it
  // again. `refetchOnWindowFocus` and `refreshOnReturn` still refetch it.
  client.setQueryDefaults(homeQuery, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
  return client
}

/**
 * Resolves once the query has data, or has failed as `isFailing` says; retries may continue. Starts a call if there is no data and
 * no call is in flight. Aborting `signal` cancels the call, unless a component observes the query.
 */
export function settled(client: QueryClient, queryKey: QueryKey, signal?: AbortSignal): Promise<void> {
  // The rejection is ignored, because the query's state has the error.
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
export async function retryNow(client: QueryClient, queryKey: QueryKey, signal?: AbortSignal): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  // The rejection is ignored, because the query's state has the error.
  client.query({ queryKey, staleTime: 0 }).catch(() => undefined)
  await settled(client, queryKey, signal)
}
