import type { LoaderFunction } from 'react-router-dom'

/** The page that is shown: its path and what its loader gave. */
export type Shown = { pathname: string; pageData: unknown }

/** A page's data that stayed because getting it anew has failed: `components/KeptNotice.tsx` says so. */
type Kept = { isKept: true }

/**
 * A loader whose failure leaves the page as it is when the page is the one that is shown (spec section 8: "a failure leaves the
 * data unchanged"). Another page's failure, and an item that is gone, still reach the route's error element.
 */
export function keepShown(loader: LoaderFunction, shown: () => Shown | undefined): LoaderFunction {
  return async (args, context) => {
    try {
      return await (loader as (...given: unknown[]) => unknown)(args, context)
    } catch (error) {
      const before = shown()
      const isSamePage = before?.pathname === new URL(args.request.url).pathname
      if (!isSamePage || !isObject(before.pageData) || args.request.signal.aborted || isMissing(error)) throw error
      return { ...before.pageData, isKept: true } satisfies Kept
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** True for what the loaders throw when there is no such item. */
function isMissing(error: unknown): boolean {
  return isObject(error) && 'init' in error && (error.init as ResponseInit | null)?.status === 404
}
