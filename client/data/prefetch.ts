import type { QueryClient } from '@tanstack/react-query'
import type { Query } from './queries'
import { settled } from './query-client'
import { isSavingData } from './saving-data'

/** How long a mouse rests on a link before a click is likely, in milliseconds. */
const restTime = 65

/** A page's code and query, by its path. */
export type FindPage = (pathname: string) => {
  load?: (() => Promise<unknown>) | undefined
  queryKey?: Query | undefined
}

/**
 * Prefetches a page's code and data on touch, hover or keyboard focus, 50 to 300 ms before the click. Does nothing if
 * `isSavingData`.
 */
export function prefetchOnIntent(client: QueryClient, find: FindPage): void {
  let resting: ReturnType<typeof setTimeout> | undefined
  // A tap touches, hovers and focuses the same link, and finding its route takes some milliseconds on a phone.
  let latest: (ReturnType<FindPage> & { pathname: string }) | undefined

  const prefetchPage = (pathname: string) => {
    if (latest?.pathname !== pathname) latest = { pathname, ...find(pathname) }
    const { load, queryKey } = latest
    // Ignores the error, because the navigation loads the code again and shows its error.
    load?.().catch(() => undefined)
    if (queryKey) void prefetch(client, queryKey)
  }

  const intend = ({ type, target }: Event) => {
    clearTimeout(resting)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    // The page in the other language reads the same query.
    if (link.hreflang || link.pathname === location.pathname || isSavingData()) return
    if (type === 'mouseover') resting = setTimeout(prefetchPage, restTime, link.pathname)
    else prefetchPage(link.pathname)
  }
  for (const type of ['touchstart', 'mouseover', 'focusin']) addEventListener(type, intend, { passive: true })
}

/** Prefetches a query. If the call fails, its retries are cancelled unless a component observes the query. */
async function prefetch(client: QueryClient, queryKey: Query): Promise<void> {
  // Ignores the error, because the navigation calls again and shows its error.
  client.query({ queryKey }).catch(() => undefined)
  await settled(client, queryKey)
  const query = client.getQueryCache().find({ queryKey })
  if (query?.getObserversCount() === 0) await client.cancelQueries({ queryKey, exact: true })
}
