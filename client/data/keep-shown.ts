import type { createBrowserRouter, LoaderFunction } from 'react-router-dom'
import type { Keeping } from './failed-call'

type Router = ReturnType<typeof createBrowserRouter>

/** The page that is shown: its path, its query, and what its loader gave. */
export type Shown = { pathname: string; search: string; pageData: unknown }

/** What the loader of the page that a router shows gave. */
export function pageDataOf({ matches, loaderData }: Pick<Router['state'], 'matches' | 'loaderData'>): unknown {
  return loaderData[matches.at(-1)?.route.id ?? '']
}

/**
 * What a page's data says when getting it anew has failed: it is what was there before, or comes from the kept home data.
 * `keptAt` is when it was fetched, in milliseconds since 1970, 0 where nobody knows: `components/KeptNotice.tsx` tells.
 */
type Kept = { isKept: true; keptAt: number }

/**
 * A loader whose failure leaves the page as it is when the page is the one that is shown (spec section 8: "a failure leaves the
 * data unchanged"), and whose data says so, and when the kept home data stood in. Another page's failure, and an item that is
 * gone, still reach the route's error element.
 */
export function keepShown(loader: LoaderFunction, shown: () => Shown | undefined, keeping?: Keeping): LoaderFunction {
  let loadedAt = keeping?.servedAt ?? performance.timeOrigin
  return async (args, context) => {
    const { signal, url } = args.request
    const { pathname, search } = new URL(url)
    const before = shown()
    const isThisPage = before?.pathname === pathname && isObject(before.pageData)
    const isSameList = isThisPage && before.search === search
    const early = isSameList ? keeping?.early.get(before.pageData as object) : undefined
    if (early) keeping?.early.set(signal, early)
    // What is there is no worse than a stand-in; but not for more of a list, or other words.
    else if (isSameList) keeping?.[isKept(before.pageData) ? 'isPatient' : 'isRefused'].add(signal)
    try {
      const pageData: unknown = await (loader as (...given: unknown[]) => unknown)(args, context)
      if (!isObject(pageData)) return pageData
      const keptAt = keeping?.keptAt.get(signal)
      if (keptAt !== undefined) return { ...pageData, isKept: true, keptAt }
      loadedAt = Date.now()
      return keeping?.early.get(signal)?.shows(pageData, early && before?.pageData) ?? pageData
    } catch (error) {
      if (!isThisPage || !isObject(before.pageData) || signal.aborted || isMissing(error)) throw error
      return { isKept: true, keptAt: loadedAt, ...before.pageData } satisfies Kept
    }
  }
}

/** True for data that stayed, or stands in for what could not be fetched. */
export function isKept(pageData: unknown): pageData is Kept {
  return isObject(pageData) && 'isKept' in pageData
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** True for what the loaders throw when there is no such item. */
function isMissing(error: unknown): boolean {
  return isObject(error) && 'init' in error && (error.init as ResponseInit | null)?.status === 404
}
