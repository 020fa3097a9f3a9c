import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { DiskCache } from '../http/disk-cache'
import { type Prepared, prepare } from '../http/prepared'

/** A page, ready to be sent, and what its headers are made of. */
export type ShownPage = {
  status: number
  lang: string
  prepared: Prepared
  headers: Record<string, string>
}

export type Page = { status: number; location: string } | ShownPage

export type PageCache = {
  /** True when a page needs no rendering. */
  has: (url: string) => boolean
  get: (url: string) => Promise<Page>
  clear: () => void
}

export type PageCacheOptions = {
  render: (url: string) => Promise<Page>
  isKept: (url: string) => boolean
  /** Set for pages made from another API, which may be slow or fail, and tells nobody when it changes. */
  remote?: {
    /** What a visitor gets instead of a page that takes too long. */
    bare: (url: string) => Page
    /** Keeps the last good pages, so that a server which starts while that API fails has them too. */
    disk: DiskCache | undefined
    /** What all pages depend on besides the API: the build that they ask for files of, and settings. */
    version: string
  }
}

/** Pages kept, at most; the one least recently asked for goes first. */
const mostPages = 1_000

/** How long a page made from another API's answers is fresh, in milliseconds. */
const remoteLifetime = 10_000

/** How long a visitor waits for a page made from another API's answers, in milliseconds, before an older or a bare one. */
const renderLimit = 3_000

/** After a failure, for so long in milliseconds, nobody waits for a page that was good before. */
const failureMemory = 2_000

/** A page that says it failed, which must not take the place of a good one. */
class FailedPage extends Error {
  constructor(readonly page: Page) {
    super('the page failed')
  }
}

/**
 * Rendered pages by URL: one that is asked for twice at once is rendered once. Those of another API are rendered again after a while;
 * when that fails or takes too long, the last good one is given.
 */
export function createPageCache({ render, isKept, remote }: PageCacheOptions): PageCache {
  let failedAt = Number.NEGATIVE_INFINITY
  const keyOf = (url: string) => `${remote?.version}\n${url}`
  const cache = new LRUCache<string, Page>({
    max: mostPages,
    ttl: remote ? remoteLifetime : 0,
    perf: Date,
    // A page under way when the content changes is given to who waits for it, and not kept.
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    fetchMethod: async (url, before) => {
      try {
        const page = await renderGood(url)
        if (remote?.disk && 'prepared' in page && page.status === 200 && tagOf(page) !== tagOf(before)) {
          const { prepared, ...rest } = page
          const file = JSON.stringify({ ...rest, type: prepared.type, html: prepared.body.toString() })
          void remote.disk.write(keyOf(url), Buffer.from(file))
        }
        return page
      } catch (error) {
        failedAt = performance.now()
        throw error
      }
    },
  })

  async function renderGood(url: string): Promise<Page> {
    const page = await render(url)
    if (page.status >= 500) throw new FailedPage(page)
    return page
  }

  async function fetchPage(url: string): Promise<Page> {
    if (!isKept(url)) return renderGood(url)
    const page = await cache.forceFetch(url)
    // What is gone must not come back when the API fails.
    if (page.status !== 200 && cache.delete(url)) void remote?.disk?.remove(keyOf(url))
    return page
  }

  async function lastGood(url: string): Promise<Page | undefined> {
    if (!remote || !isKept(url)) return undefined
    const page = cache.get(url, { allowStale: true })
    const file = page ? undefined : await remote.disk?.read(keyOf(url))
    if (!file) return page
    const { html, type, ...rest } = JSON.parse(file.toString()) // as it was written
    return { ...rest, prepared: prepare(html, type) }
  }

  async function getRemote(url: string, making: Promise<Page>, bare: (url: string) => Page): Promise<Page> {
    making.catch(() => undefined)
    const hasJustFailed = performance.now() - failedAt < failureMemory
    const known = hasJustFailed ? await lastGood(url) : undefined
    if (known) return known
    const given = new AbortController()
    const late = wait(renderLimit, undefined, { signal: given.signal }).catch(() => undefined)
    try {
      const page = await Promise.race([making, late])
      if (page) return page
      failedAt = performance.now()
      return (await lastGood(url)) ?? bare(url)
    } finally {
      given.abort()
    }
  }

  return {
    has: (url) => isKept(url) && cache.has(url),
    clear: () => cache.clear(),
    get: async (url) => {
      const making = fetchPage(url)
      try {
        return await (remote ? getRemote(url, making, remote.bare) : making)
      } catch (error) {
        const known = await lastGood(url)
        if (known) return known
        if (error instanceof FailedPage) return error.page
        throw error
      }
    },
  }
}

function tagOf(page: Page | undefined): string | undefined {
  return page && 'prepared' in page ? page.prepared.etag : undefined
}
