import { createContext, useContext, useDeferredValue } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useHydrated } from '../components/browser-state'
import { keepsScroll } from './scroll-memory'

export const WholePageContext = createContext(true)

/** False while only the page's heading is rendered. */
export function useWholePage(): boolean {
  return useContext(WholePageContext)
}

/**
 * False in the first render of a page that was reached by a link: its heading is painted before the rest is made and rendered.
 * True from the start on the first page, and where the visitor will not be at the top: after Back, a change of the language, or
 * for a hash.
 */
export function useHeadingFirst(): boolean {
  const isFirstPage = !useHydrated()
  const isBackOrForward = useNavigationType() === 'POP'
  const { hash, state } = useLocation()
  return useDeferredValue(true, isFirstPage || isBackOrForward || keepsScroll(state) || hash !== '')
}
