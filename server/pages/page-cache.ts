import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { WholeCard } from '../../client/layout/share-card'
import type { Representation } from '../http/representation'

/** A page, ready to be sent, and what its headers are made of. */
export type ShownPage = {
  status: number
  representation: Representation
  card?: WholeCard | undefined
  headers: Record<string, string>
}

export type Page = { status: number; location: string } | ShownPage

export type PageCacheOptions = {
  render: (url: string) => Promise<Page>
  isKept: (url: string) => boolean
  /**
   * What a visitor gets instead of a page that takes too long. Set for pages made from another API, which may be slow or fail, and
   * tells nobody when it changes.
   */
  bare?: ((url: string) => Page) | undefined
}

/** Pages kept, at most; the one least recently asked for goes first. */
const mostPages = 1_000

/** How long a page made from another API's answers is fresh, in milliseconds. */
const remoteLifetime = 10_000

/** How long a visitor waits for a page made from another API's answers, in milliseconds, before an older or a bare one. */
const renderLimit = 3_000

/** After a failure, for so long in milliseconds, nobody waits for a page that was good before. */
const failureMemory = 2_000

/**
 * Rendered pages by URL: one that is asked for twice at once is rendered once. Those of another API are rendered again after a while;
 * when that fails or takes too long, the last good one is given.
 */
export function createPageCache({ render, isKept, bare }: PageCacheOptions) {
  let failedAt = Number.NEGATIVE_INFINITY
  const cache = new LRUCache<string, Page>({
    max: mostPages,
    ttl: bare ? remoteLifetime : 0,
    perf: Date,
    // A page under way when the content changes is given to who waits for it, and not kept.
    ignoreFetchAbort: true,
    fetchMethod: async (url, lastGood, { options }) => {
      const page = await render(url).catch((error: unknown) => {
        if (lastGood) return undefined
        throw error
      })
      if (page && page.status < 500) return page
      failedAt = performance.now()
      // The next visitor has it made anew.
      options.ttl = 1
      return lastGood ?? page
    },
  })

  async function make(url: string): Promise<Page> {
    if (!isKept(url)) return render(url)
    const page = await cache.forceFetch(url)
    // What is gone must not come back when the API fails.
    if (page.status !== 200) cache.delete(url)
    return page
  }

  return {
    /** True when a page needs no rendering. */
    has: (url: string) => isKept(url) && cache.has(url),
    clear: () => cache.clear(),
    get: async (url: string) => {
      const making = make(url)
      if (!bare || cache.has(url)) return making
      making.catch(() => undefined)
      const lastGood = cache.get(url, { allowStale: true })
      const hasJustFailed = performance.now() - failedAt < failureMemory
      const patience = lastGood && hasJustFailed ? 0 : renderLimit
      const page = await Promise.race([making, wait(patience, undefined, { ref: false })])
      if (page) return page
      failedAt = performance.now()
      return lastGood ?? bare(url)
    },
  }
}
