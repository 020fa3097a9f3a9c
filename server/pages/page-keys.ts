import { knownQuery, pageSize } from '#contract/paths'

/** Most items of a list on a cached page. Only visitors without script load more. */
const mostCached = 10 * pageSize

/** Most items of a list on any rendered page, because more would take megabytes. Does not limit lists that script extends. */
const mostShown = 100 * pageSize

/**
 * Normalises a request's URL: keeps the path and known query parameters, and limits `show`. URLs that differ only in unknown
 * parameters, such as those of campaigns, share one rendered page.
 */
export function pageAddress(url: string): string {
  const [path = '', ...query] = url.split('?')
  return path + knownQuery(path, query.join('?')).replace(/(?<=^\?show=)\d+/, boundShown)
}

function boundShown(shown: string): string {
  return String(Math.min(Number(shown), mostShown))
}

/**
 * True for an address whose page may be cached: canonical, without search and with a short list. Requests with many spellings of an
 * address thus cannot fill the cache.
 */
export function isCachedAddress(address: string): boolean {
  const [path = '', query = ''] = address.split('?')
  return isCanonical(path) && (query === '' || (/^show=\d+$/.test(query) && shownAt(address) <= mostCached))
}

/** The number of costly requests that an address counts as: one for each cached page's worth of items. */
export function costOf(address: string): number {
  return Math.ceil(shownAt(address) / mostCached)
}

function shownAt(address: string): number {
  return Number(/\?show=(\d+)/.exec(address)?.[1] ?? pageSize)
}

/** True for a path as `contract/paths.ts` writes it. */
function isCanonical(path: string): boolean {
  const isName = (segment: string) => !/^\.{0,2}$/.test(segment) && isEncoded(segment)
  return path === '/' || (path.startsWith('/') && path.slice(1).split('/').every(isName))
}

function isEncoded(segment: string): boolean {
  try {
    return encodeURIComponent(decodeURIComponent(segment)) === segment
  } catch {
    return false
  }
}
