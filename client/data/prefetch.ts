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
 * Prefetches a page's code and data on touch, hover or keyboard focus, 50 to 300 ms before the click. Not if the visitor saves
 * data or is on one of the slowest networks.
 */
export function prefetchOnIntent(client: QueryClient, find: FindPage): void {
  let resting: ReturnType<typeof setTimeout> | undefined

  const prefetchPage = (pathname: string) => {
    const { load, queryKey } = find(pathname)
    // The navigation loads it again, and shows a failure.
    load?.().catch(() => undefined)
    if (queryKey) void prefetch(client, queryKey)
  }

  const intend = ({ type, target }: Event) => {
    clearTimeout(resting)
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    // The page in the other language is made from the same answer.
    if (link.hreflang || link.pathname === location.pathname || isSavingData()) return
    if (type === 'mouseover') resting = setTimeout(prefetchPage, restTime, link.pathname)
    else prefetchPage(link.pathname)
  }
  for (const type of ['touchstart', 'mouseover', 'focusin']) addEventListener(type, intend, { passive: true })
}

/** Prefetches an answer. A failing call is cancelled unless a component observes it by then. */
async function prefetch(client: QueryClient, queryKey: Query): Promise<void> {
  // The navigation asks again, and shows a failure.
  client.query({ queryKey }).catch(() => undefined)
  await settled(client, queryKey)
  const query = client.getQueryCache().find({ queryKey })
  if (query?.getObserversCount() === 0) await client.cancelQueries({ queryKey, exact: true })
}
