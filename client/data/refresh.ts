import type { QueryClient } from '@tanstack/react-query'
import { homeQuery } from './queries'
import { retryNow } from './query-client'

/** Time away after which the page is fetched again, in milliseconds. */
const longAway = 5 * 60_000

/**
 * Refetches when the network or the visitor returns. TanStack Query refetches the queries of a tab that is shown again; this adds
 * requests that hang on a lost network, the home data, and pages still shown as the server rendered them (`reload`).
 */
export function refreshOnReturn(client: QueryClient, reload: () => Promise<void>): void {
  let hiddenSince = Date.now()

  const onOnline = async () => {
    const cache = client.getQueryCache()
    const waiting = [...cache.findAll({ fetchStatus: 'fetching' }), ...cache.findAll({ fetchStatus: 'paused' })]
    await Promise.all(waiting.map(({ queryKey }) => retryNow(client, queryKey)))
    await client.refetchQueries({ type: 'active' })
    if (client.getQueryData(homeQuery) === undefined) await retryNow(client, homeQuery)
    await reload()
  }

  addEventListener('online', () => void onOnline())
  addEventListener('pageshow', ({ persisted }) => persisted && void reload())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenSince = Date.now()
    else if (Date.now() - hiddenSince > longAway) void reload()
  })
}
