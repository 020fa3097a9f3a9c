import { LRUCache } from 'lru-cache'
import type { WholeCard } from '../../client/layout/share-card'
import type { Representation } from '../http/representation'

/** A page, ready to be sent. */
export type ShownPage = {
  status: number
  representation: Representation
  card?: WholeCard | undefined
  headers: Record<string, string>
  /** False if a part of the page could not be had. */
  isWhole: boolean
  /** When its oldest answer was fetched, in milliseconds since 1970. */
  madeFrom: number
  /** When to render it again, in milliseconds since 1970; Infinity for a page that shows fixtures alone. */
  freshUntil: number
}

export type Page = { status: number; location: string } | ShownPage

export type PageCacheOptions = {
  render: (url: string) => Promise<Page>
  isCached: (url: string) => boolean
}

/** Pages cached, and the bytes of their HTML; the least recently used page goes first. */
const mostPages = 1_000
const mostBytes = 64 * 2 ** 20

/** A page of which a part failed: it is shown only if there is no whole one. */
class IncompletePage extends Error {
  constructor(readonly page: Page) {
    super('a part of the page failed')
  }
}

/** Rendered pages by URL. Concurrent requests for a page share one rendering, and one that fails leaves the last whole page. */
export function createPageCache({ render, isCached }: PageCacheOptions) {
  const cache = new LRUCache<string, Page>({
    max: mostPages,
    maxSize: mostBytes,
    sizeCalculation: (page) => ('location' in page ? 1 : page.representation.body.length),
    perf: Date,
    // If the content changes during a rendering, its page is sent to those who wait for it, and not cached.
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (url, _, { options }) => {
      const page = await render(url)
      if ('location' in page) return page
      if (!page.isWhole) throw new IncompletePage(page)
      // 0 is no limit.
      options.ttl = page.freshUntil === Number.POSITIVE_INFINITY ? 0 : Math.max(1, page.freshUntil - Date.now())
      return page
    },
  })

  return {
    /** True when a page needs no rendering. */
    has: (url: string) => isCached(url) && cache.has(url),
    clear: () => cache.clear(),
    get: async (url: string): Promise<Page> => {
      if (!isCached(url)) return render(url)
      try {
        const page = await cache.forceFetch(url)
        // A page that is gone must not come back when the API fails.
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
