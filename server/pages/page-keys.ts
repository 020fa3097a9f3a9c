import { knownQuery, pageSize } from '#contract/paths'

/** Most items of a list on a cached page. Only visitors without script load more. */
const mostCached = 10 * pageSize

/** Most items of a list on any rendered page: with more the page would weigh megabytes. Script has no such bound. */
const mostShown = 100 * pageSize

/**
 * The address that stands for a request's URL: its path and the query that the site knows, `show` bounded. Other queries, as of
 * campaigns, thus render and cache nothing of their own.
 */
export function pageAddress(url: string): string {
  const [path = '', ...query] = url.split('?')
  return path + knownQuery(path, query.join('?')).replace(/(?<=^\?show=)\d+/, boundShown)
}

function boundShown(shown: string): string {
  return String(Math.min(Number(shown), mostShown))
}

/**
 * True for an address whose page may be cached. Each page has one such address, so that other spellings (slashes, dots, escapes,
 * searches, lists of every length) cannot fill the cache.
 */
export function isCachedAddress(address: string): boolean {
  const [path = '', query = ''] = address.split('?')
  return isCanonical(path) && (query === '' || (/^show=\d+$/.test(query) && shownAt(address) <= mostCached))
}

/** How many costly requests an address counts as: one for each cached page's worth of items. */
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
