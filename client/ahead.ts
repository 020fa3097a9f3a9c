import { type LoaderFunction, matchRoutes } from 'react-router-dom'
import type { Keeping } from './failed-call'
import { isKept } from './keep-shown'

/** How long what was fetched ahead of a visit may serve that visit, in milliseconds. */
const freshFor = 10_000

type Routes = NonNullable<Parameters<typeof matchRoutes>[0]>

/**
 * Pages fetched ahead: at the touch of a link, when the mouse rests on it or the keyboard reaches it, its code and its data
 * set out at once, 50 to 300 ms before the click. What came serves one visit within ten seconds; whatever failed or is a
 * stand-in serves none, and the visit asks anew.
 */
export function createAhead({ isAhead }: Pick<Keeping, 'isAhead'>) {
  const fetched = new Map<string, { data: Promise<unknown>; until: number; isDecided?: boolean }>()

  /** The loader, but a visit whose data was fetched ahead gets that. */
  const serve = (loader: LoaderFunction): LoaderFunction => {
    const load = loader as (...given: unknown[]) => Promise<unknown>
    return async (args, context) => {
      const { request } = args
      if (isAhead.has(request.signal)) {
        const data = load(args, context)
        fetched.set(request.url, { data, until: performance.now() + freshFor })
        return data
      }
      const found = fetched.get(request.url)
      fetched.delete(request.url)
      if (found?.isDecided && found.until > performance.now()) return found.data
      const data = found && found.until > performance.now() ? await found.data.catch(() => undefined) : undefined
      return data === undefined || isKept(data) ? load(args, context) : data
    }
  }

  /** Gives what the page's loader will, if it is there to be asked. */
  const fetchAhead = (routes: Routes, url: URL): Promise<unknown> | undefined => {
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

  /** The page's next load gets this and nothing else, a stand-in or a failure too. */
  const decide = (url: URL, data: Promise<unknown>) => {
    fetched.set(url.href, { data, until: performance.now() + freshFor, isDecided: true })
  }

  return { serve, fetchAhead, decide }
}
