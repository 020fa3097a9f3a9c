import { createContext, type ReactNode, useContext, useDeferredValue } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useHydrated } from '../components/browser-state'
import { isScrollKept } from './scroll-memory'

export const HeadingOnlyContext = createContext(false)

/** True while only the page's heading is rendered. */
export function useHeadingOnly(): boolean {
  return useContext(HeadingOnlyContext)
}

/**
 * Lets a page that was reached by a link paint its heading before the rest is rendered. Returns true in this first render, then
 * false. Returns false at once on the first page, and if the visitor does not start at the top of the page: after Back or Forward,
 * after a language switch, and for a hash.
 */
export function useHeadingFirst(): boolean {
  const isFirstPage = !useHydrated()
  const isBackOrForward = useNavigationType() === 'POP'
  const { hash, state } = useLocation()
  const startsAtTop = !isFirstPage && !isBackOrForward && !isScrollKept(state) && hash === ''
  return useDeferredValue(false, startsAtTop)
}

/** The part of a page below its heading. Until it is rendered, an empty box in its place keeps the footer out of sight. */
export function PageRest({ children }: { children: ReactNode }) {
  return useHeadingOnly() ? <div className="page-rest" /> : children
}
