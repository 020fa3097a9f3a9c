import { LRUCache } from 'lru-cache'
import type { ShareImage } from '#content/head'
import { canonicalPath, knownQuery, pageAt, pageSize } from '#contract/paths'
import type { Representation } from '../http/representation'

/** A page with content, not a redirect. */
export type ShownPage = {
  status: number
  representation: Representation
  shareImage?: ShareImage | undefined
  headers: Record<string, string>
  /** False if content for a part of the page could not be fetched. */
  isComplete: boolean
  /** The fetch time of the page's oldest content, by `performance.now()`. */
  madeFrom: number
  /** When to render the page again, by `performance.now()`; unset for fixtures, whose changes clear the cache. */
  freshUntil?: number | undefined
}

export type PageResponse = { status: number; location: string } | ShownPage

/** The maximum number of cached pages and of the bytes of their HTML. The least recently used page is evicted first. */
const maxPages = 1_000
const maxBytes = 64 * 2 ** 20

/** The maximum number of list items on a cached page. Only visitors without script load pages with more. */
const maxCached = 10 * pageSize

/** The maximum number of list items on a rendered page, because more would take megabytes. Script can extend a list further. */
const maxShown = 100 * pageSize

/** Caches rendered pages by address. Concurrent requests share one rendering. If rendering fails, the last complete page stays. */
export function createPageCache(render: (address: string) => Promise<PageResponse>) {
  const cache = new LRUCache<string, PageResponse>({
    max: maxPages,
    maxSize: maxBytes,
    sizeCalculation: (page) => ('location' in page ? 1 : page.representation.body.length),
    // Looks `performance` up at each call, because tests replace it.
    perf: { now: () => performance.now() },
    // If the content changes during a rendering, the page is sent to waiting requests but not cached.
    ignoreFetchAbort: true,
    fetchMethod: async (address, last, { options }) => {
      const rendered = await render(address).catch((error: unknown) => {
        if (last) return last
        throw error
      })
      // A page without a part of its content is sent only if no complete page is cached.
      const page = 'location' in rendered || rendered.isComplete ? rendered : (last ?? rendered)
      if (page === last) options.noUpdateTTL = true
      if ('location' in page) return page
      // In lru-cache a `ttl` of 0 means no limit.
      options.ttl = page.freshUntil === undefined ? 0 : Math.max(1, page.freshUntil - performance.now())
      return page
    },
  })

  return {
    has: (address: string) => cache.has(address),
    clear: () => cache.clear(),
    get: async (address: string): Promise<PageResponse> => {
      if (!isCachedAddress(address)) return render(address)
      const page = await cache.forceFetch(address)
      // Deletes a page that is incomplete or has another status than 200. It has replaced any earlier good copy, so the page of a
      // removed item does not come back when the API fails.
      const isCacheable = !('location' in page) && page.status === 200 && page.isComplete
      // Keeps another page, which may have been cached meanwhile from newer content.
      if (!isCacheable && cache.peek(address, { allowStale: true }) === page) cache.delete(address)
      return page
    },
  }
}

/**
 * Normalises a request's URL: keeps the path and known query parameters, and limits `show`. URLs that differ only in escapes or in
 * unknown parameters, such as those of campaigns, share one rendered page.
 */
export function pageAddress(url: string): string {
  const [path = '', ...query] = url.split('?')
  const bounded = (shown: string) => String(Math.min(Number(shown), maxShown))
  return canonicalPath(path) + knownQuery(path, query.join('?')).replace(/(?<=^\?show=)\d+/, bounded)
}

/** Matches the escapes of signs that some proxies decode and others encode. */
const encodedSigns = /%(?:2[1246-9A-C]|3[A-E]|40|5[B-E]|60|7[B-E])/gi

/**
 * The canonical URL of the page or file at a URL with doubled slashes, slashes at its end, or other escapes than links have, such as
 * `/%63ourses//`. `undefined` for any other URL, and for one that differs only in the escapes of signs: behind a proxy that changes
 * them, a redirect would never end. `files` matches the paths of published files.
 */
export function canonicalUrl(url: string, files: RegExp): string | undefined {
  const [path = '', ...query] = url.split('?')
  const canonical = canonicalPath(`/${path.split('/').filter(Boolean).join('/')}`)
  const isListed = pageAt(canonical) !== undefined || files.test(canonical)
  const [wanted, given] = [canonical, path].map((each) => each.replace(encodedSigns, decodeURIComponent))
  return isListed && wanted !== given ? [canonical, ...query].join('?') : undefined
}

/** The number of costly requests that a page counts as: one for every `maxCached` list items, and one for the rest. */
export function costOf(address: string): number {
  return Math.ceil(shownAt(address) / maxCached)
}

/**
 * True for an address whose page may be cached: canonical, without search and with a short list. So requests with many spellings
 * of an address cannot fill the cache.
 */
export function isCachedAddress(address: string): boolean {
  const [path = '', query = ''] = address.split('?')
  return isCanonical(path) && (query === '' || (/^show=\d+$/.test(query) && shownAt(address) <= maxCached))
}

function shownAt(address: string): number {
  return Number(/\?show=(\d+)/.exec(address)?.[1] ?? pageSize)
}

/** True for a path in the form in which `contract/paths.ts` writes paths. */
function isCanonical(path: string): boolean {
  const isSegment = (text: string) => !/^\.{0,2}$/.test(text) && encodeURIComponent(decodeURIComponent(text)) === text
  try {
    return path === '/' || (path.startsWith('/') && path.slice(1).split('/').every(isSegment))
  } catch {
    // `decodeURIComponent` throws for bytes that are not UTF-8.
    return false
  }
}
