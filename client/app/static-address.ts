import { canonicalPath } from '#contract/paths'

/**
 * Replaces the address of a static export's page by the canonical address. File servers also serve a page at `/courses/`,
 * `/courses/index.html` and `/courses/show/14/`. Returns the query, which file servers ignore and the page must apply.
 */
export function takeQuery(): string {
  const { pathname, search, hash } = location
  const home = import.meta.env.BASE_URL
  const path = canonicalPath(pathname.replace(/\/(?:index\.html)?$/, '').replace(/^\/+/, '/'))
  const address = path.length < home.length ? home : path.replace(/\/show\/(\d+)$/, '?show=$1')
  history.replaceState(history.state, '', address + hash)
  return search
}
