import { matchRoutes } from 'react-router-dom'
import { type Fetched, freshFor } from './ahead'
import type { Keeping } from './failed-call'

type Routes = NonNullable<Parameters<typeof matchRoutes>[0]>

/**
 * Loads a page's code and data as a visit would, unless that has just been done: its loader then serves it (`client/data/ahead.ts`).
 * Gives what the page's loader will, if it is there to be asked.
 */
export function fetchAhead(
  routes: Routes,
  url: URL,
  fetched: Fetched,
  { isAhead }: Pick<Keeping, 'isAhead'>,
): Promise<unknown> | undefined {
  const known = fetched.get(url.href)
  const match = matchRoutes(routes, url.pathname)?.at(-1)
  if (known && known.until > performance.now()) return known.data
  if (!match) return undefined
  const { route, params } = match
  if (typeof route.lazy === 'object') void route.lazy.Component?.().catch(() => undefined)
  if (typeof route.loader !== 'function') return undefined
  const request = new Request(url)
  isAhead.add(request.signal)
  const load = route.loader as (args: object) => Promise<unknown>
  const data = load({ request, params, context: {} })
  data.catch(() => fetched.delete(url.href))
  return data
}

/** The page's next load gets this and nothing else. */
export function decide(fetched: Fetched, url: URL, data: Promise<unknown>): void {
  fetched.set(url.href, { data, until: performance.now() + freshFor, isDecided: true })
}
