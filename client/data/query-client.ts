import { QueryCache, QueryClient } from '@tanstack/query-core'
import type { HomeData } from '#contract/schemas'
import { type Api, ApiError, rawAnswer } from './api'
import { homeQuery } from './queries'
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
        queryFn: api,
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
}
