import { useLoaderData } from 'react-router-dom'
import type { Sanitize } from '#content/page-data'

/** The loader data of a server-rendered page. It holds only what the page shows, because the HTML carries it for hydration. */
export type ServedPage<View> = {
  /** `missing` if there is no such item. Unset if the API has failed. */
  view?: View | 'missing'
  /** The fetch time of the stale response shown while the API fails, in milliseconds since 1970. */
  staleSince?: number
  /** Set only in the browser. True if the page must read its own query. */
  isOutdated?: boolean
}

/** The part of a page that only the browser has. On the server a page shows what its loader returned, and reads no query. */
export type InBrowser = {
  /** Makes a body's HTML safe to insert. */
  sanitize: Sanitize
  /** When the server sent the first page, if that comes from the service worker's cache; in milliseconds since 1970. */
  cachedAt: number | undefined
  /** Reads the shown page again. Set if the browser reads pages in place of the API. */
  reload?: (() => Promise<void>) | undefined
}

/** The page as the server rendered it. `undefined` for a page that was reached by a link, or if the API had failed. */
export function useServedPage<View>(cachedAt: number | undefined) {
  const page = useLoaderData<ServedPage<View> | null>()
  if (!page?.view) return undefined
  const oldSince = page.staleSince ?? cachedAt
  return {
    ...page,
    view: page.view,
    isOutdated: page.isOutdated || oldSince !== undefined,
    /** The fetch time of its data. */
    fetchedAt: oldSince ?? performance.timeOrigin,
  }
}
