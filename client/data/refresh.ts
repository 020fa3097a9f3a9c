import type { QueryClient } from '@tanstack/react-query'
import { homeQuery } from './queries'
import { retryNow } from './query-client'

/** Time away after which a page that the server rendered is loaded again, in milliseconds. */
const longAway = 5 * 60_000

/**
 * Fetches again when the network or the visitor returns. TanStack Query refetches observed queries when the tab is shown again; this
 * adds calls that hang on a network that was gone, the home data, and pages shown as the server rendered them (`reload`).
 */
export function refreshOnReturn(client: QueryClient, reload: () => void): void {
  let hiddenSince = Date.now()

  const refresh = async () => {
    const hanging = client.getQueryCache().findAll({ fetchStatus: 'fetching' })
    const paused = client.getQueryCache().findAll({ fetchStatus: 'paused' })
    await Promise.all([...hanging, ...paused].map(({ queryKey }) => retryNow(client, queryKey)))
    await client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    if (client.getQueryData(homeQuery) === undefined) await retryNow(client, homeQuery)
  }

  addEventListener('online', () => void refresh())
  addEventListener('pageshow', ({ persisted }) => persisted && reload())
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenSince = Date.now()
    else if (Date.now() - hiddenSince > longAway) reload()
  })
}
