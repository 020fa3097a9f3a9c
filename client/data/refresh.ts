import type { QueryClient } from '@tanstack/react-query'
import { homeQuery } from './queries'
import { isLongAgo, retryNow } from './query-client'

/**
 * Refetches after the network or the visitor has returned. TanStack Query itself does not repeat calls that hang since the network
 * was lost, or fetch missing home data. Server-rendered pages do not read their query, so `reload` updates them.
 */
export function refreshOnReturn(client: QueryClient, reload: () => Promise<void>): void {
  let hiddenSince = Date.now()

  const onOnline = async () => {
    const waiting = client.getQueryCache().findAll({ predicate: ({ state }) => state.fetchStatus !== 'idle' })
    await Promise.all(waiting.map(({ queryKey }) => retryNow(client, queryKey)))
    await client.refetchQueries({ type: 'active' })
    if (client.getQueryData(homeQuery) === undefined) await retryNow(client, homeQuery)
    await reload()
  }

  // For Back and for a restored tab, a browser shows what its HTTP cache has, however old that is (discourse/discourse#42207).
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward' && navigation.transferSize === 0) void reload()
  addEventListener('online', () => void onOnline())
  addEventListener('pageshow', ({ persisted }) => persisted && void reload())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenSince = Date.now()
    else if (isLongAgo(hiddenSince)) void reload()
  })
}
