/**
 * Gives a page of a static export the one address that it was rendered for: file servers have more of them, such as `/courses/` and
 * `/courses/index.html`, `/courses/show/14/` is there for who has no script, and the same file is sent whatever the query. Gives the
 * query, which the page must follow itself.
 */
export function takeQuery(): string {
  const { pathname, search, hash } = location
  const home = import.meta.env.BASE_URL
  const path = pathname.replace(/\/(?:index\.html)?$/, '').replace(/^\/+/, '/')
  const address = path.length < home.length ? home : path.replace(/\/show\/(\d+)$/, '?show=$1')
  history.replaceState(history.state, '', address + hash)
  return search
}
