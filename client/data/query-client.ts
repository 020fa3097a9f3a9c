import { QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/query-core'
import type { HomeData } from '#contract/schemas'
import { type Api, ApiError, rawAnswer } from './api'
import { homeQuery, type Query } from './queries'
import type { HomeStorage } from './storage'

/**
 * What a failed call means is decided here and nowhere else:
 * - `missing`: the API has answered that there is no such thing. That is an answer: nothing stands in for it.
 * - `passing`: it may well succeed in a moment, so it is retried; all eleven operations only read, also those that POST.
 * - `lasting`: asking the same again gains nothing at once.
 * Whatever isn't `missing` is answered from the home data where that has it, and the visitor is told.
 */
export function meaningOf(error: unknown): 'missing' | 'passing' | 'lasting' {
  if (!(error instanceof ApiError)) return 'lasting'
  const { kind, status } = error
  if (kind === 'status' && status === 404) return 'missing'
  // 408, 425 and 429 ask for another try by name (RFC 9110, 8470, 6585).
  const isPassing = kind === 'network' || (kind === 'status' && (status >= 500 || [408, 425, 429].includes(status)))
  return isPassing ? 'passing' : 'lasting'
}

/** How long an answer is waited for while there is something else to show, in milliseconds. */
export const patience = 3_000

/** The longest that a call may take, in milliseconds. */
const longest = 20_000

/**
 * The client's one cache. Fresh for ten seconds, so that what was prefetched serves the visit. Never paused without a line, as
 * browsers are wrong about that: the call fails by itself.
 */
export function createQueryClient(api: Api, storage?: HomeStorage): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (answer, { queryKey: [name], state }) => {
        if (name === 'homeData')
          void storage?.write({ home: rawAnswer(answer as [HomeData])[0], at: state.dataUpdatedAt })
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: call,
        networkMode: 'always',
        staleTime: 10_000,
        retry: (count, error) => count < 1 && meaningOf(error) === 'passing' && navigator.onLine,
        // A random part spreads visitors.
        retryDelay: () => 250 * (1 + Math.random()),
      },
    },
  })
  // Spec section 4: fetched once when the app starts.
  client.setQueryDefaults(homeQuery, { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
  return client

  /** The one call behind every query. A late answer counts as an error until it comes, so that the visitor is told. */
  async function call({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
    const [name, payload] = queryKey as unknown as Query
    const query = client.getQueryCache().find({ queryKey, exact: true })
    const failures = query?.state.errorUpdateCount ?? 0
    // A call that hangs must not keep the next one from succeeding; but an API that is only slow must be given its time.
    const timeout = failures > 0 ? Math.min(2_000 + 500 * failures, longest) : longest
    const late = new ApiError(name, 'timeout', 0, `no answer within ${patience} ms`)
    const timer = setTimeout(() => query?.setState({ error: late }), patience)
    try {
      return await (api[name] as (payload: unknown, options: object) => Promise<unknown>)(payload, { signal, timeout })
    } finally {
      clearTimeout(timer)
    }
  }
}
