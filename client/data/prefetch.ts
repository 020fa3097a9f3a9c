import type { QueryClient } from '@tanstack/react-query'
import type { Query } from './queries'
import { settled } from './query-client'
import { isSavingData } from './saving-data'

/** A mouse that rests on a link for so long, in milliseconds, is about to press it. */
const restTime = 65

/** A page's code and query, by its path. */
export type FindPage = (pathname: string) => {
  load?: (() => Promise<unknown>) | undefined
  queryKey?: Query | undefined
}

/**
 * Fetches code and answer of the page that the visitor is about to open, 50 to 300 ms before the click: at a touch, when the mouse
 * rests on a link or the keyboard reaches it. Never where data is saved or on the slowest networks.
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
    // The other language's page is made from the same answer.
    if (link.hreflang || link.pathname === location.pathname || isSavingData()) return
    if (type === 'mouseover') resting = setTimeout(prefetchPage, restTime, link.pathname)
    else prefetchPage(link.pathname)
  }
  for (const type of ['touchstart', 'mouseover', 'focusin']) addEventListener(type, intend, { passive: true })
}

/** Fetches an answer that may be needed soon. A failing call is given up, unless a component has come to observe it. */
async function prefetch(client: QueryClient, queryKey: Query): Promise<void> {
  // The navigation asks again, and shows a failure.
  client.query({ queryKey }).catch(() => undefined)
  await settled(client, queryKey)
  const query = client.getQueryCache().find({ queryKey })
  if (query?.getObserversCount() === 0) await client.cancelQueries({ queryKey, exact: true })
}
