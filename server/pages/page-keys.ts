import { pageSize, splitLocale } from '#contract/paths'

/** Most items of a list on a cached page. Only visitors without script load more. */
const mostShown = 10 * pageSize

/**
 * True for an address whose page may be cached. Each page has one such address, so that other spellings (slashes, dots, escapes,
 * queries, lists of every length) cannot fill the cache.
 */
export function isCachedAddress(url: string): boolean {
  const [path = '', ...query] = url.split('?')
  if (!isCanonical(path)) return false
  if (query.length === 0) return true
  const [, page] = splitLocale(path)
  const [, shown] = /^show=([1-9]\d?)$/.exec(query.join('?')) ?? []
  return isList.test(page) && Number(shown) > pageSize && Number(shown) % pageSize === 0 && Number(shown) <= mostShown
}

const isList = /^\/(?:courses|course-category\/[^/]+|[\w-]+_news|blogs|free-workshops|programming-competitions)$/

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
