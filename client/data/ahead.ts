import type { LoaderFunction } from 'react-router-dom'
import type { Keeping } from './failed-call'
import { isKept } from './keep-shown'

/** How long what was fetched ahead of a visit may serve that visit, in milliseconds. */
export const freshFor = 10_000

/**
 * What has been fetched, by the page's address; `until` as `performance.now()` gives it. What is decided serves the page's next load
 * whatever it is, a stand-in or a failure too.
 */
export type Fetched = Map<string, { data: Promise<unknown>; until: number; isDecided?: boolean }>

/**
 * Pages fetched ahead: at the touch of a link, when the mouse rests on it or the keyboard reaches it, its code and its data
 * set out at once, 50 to 300 ms before the click. What came serves one visit within ten seconds; whatever failed or is a
 * stand-in serves none, and the visit asks anew.
 */
export function createAhead({ isAhead }: Pick<Keeping, 'isAhead'>) {
  const fetched: Fetched = new Map()

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

  return { serve, fetched }
}
