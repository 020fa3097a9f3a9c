import { LRUCache } from 'lru-cache'
import type { WholeCard } from '../../client/layout/share-card'
import type { Representation } from '../http/representation'

/** A page that can be sent. */
export type ShownPage = {
  status: number
  representation: Representation
  card?: WholeCard | undefined
  headers: Record<string, string>
  /** False if content for a part of the page could not be fetched. */
  isWhole: boolean
  /** The fetch time of the page's oldest content, in milliseconds since 1970. */
  madeFrom: number
  /** The time to render the page again, in milliseconds since 1970; Infinity if its content comes only from fixtures. */
  freshUntil: number
}

export type Page = { status: number; location: string } | ShownPage

export type PageCacheOptions = {
  render: (url: string) => Promise<Page>
  isCached: (url: string) => boolean
}

/** The maximum number of cached pages and of the bytes of their HTML. The least recently used page is evicted first. */
const mostPages = 1_000
const mostBytes = 64 * 2 ** 20

/** A page without a part of its content. It is sent only if no complete page is cached. */
class IncompletePage extends Error {
  constructor(readonly page: Page) {
    super('a part of the page failed')
  }
}

/** Caches rendered pages by URL. Concurrent requests share one rendering. If rendering fails, the last complete page stays. */
export function createPageCache({ render, isCached }: PageCacheOptions) {
  const cache = new LRUCache<string, Page>({
    max: mostPages,
    maxSize: mostBytes,
    sizeCalculation: (page) => ('location' in page ? 1 : page.representation.body.length),
    perf: Date,
    // If the content changes during a rendering, the page is sent to waiting requests but not cached.
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (url, _, { options }) => {
      const page = await render(url)
      if ('location' in page) return page
      if (!page.isWhole) throw new IncompletePage(page)
      // In lru-cache a `ttl` of 0 means no limit.
      options.ttl = page.freshUntil === Number.POSITIVE_INFINITY ? 0 : Math.max(1, page.freshUntil - Date.now())
      return page
    },
  })

  return {
    /** True if the page is cached. */
    has: (url: string) => isCached(url) && cache.has(url),
    clear: () => cache.clear(),
    get: async (url: string): Promise<Page> => {
      if (!isCached(url)) return render(url)
      try {
        const page = await cache.forceFetch(url)
        // Deletes the cached page if the status is no longer 200, so that it does not come back when the API fails.
        if (page.status !== 200) cache.delete(url)
        return page
      } catch (error) {
        const lastWhole = cache.get(url, { allowStale: true, noDeleteOnStaleGet: true })
        if (lastWhole) return lastWhole
        if (error instanceof IncompletePage) return error.page
        throw error
      }
    },
  }
}
