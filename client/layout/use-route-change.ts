import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { prefersReducedMotion } from '../components/browser-state'
import { showFaces } from '../styles/faces'
import { notePlace, placeKept, scrollOnArrival } from './scroll-memory'

/** Spec section 9: a page transition lasts 250 ms. */
const pageTransition = 250

/**
 * Does for navigations of the router what the browser does when it loads a page: scroll and focus (React Router leaves them to
 * the app); and the transition. Returns the title to announce; empty on the first load.
 */
export function useRouteChange(main: RefObject<HTMLElement | null>): string {
  const location = useLocation()
  const action = useNavigationType()
  const [title, setTitle] = useState('')
  // The first page is the browser's own business.
  const arrived = useRef(location)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival is a new location and nothing else
  useLayoutEffect(() => {
    const from = arrived.current
    if (from === location) return
    arrived.current = location
    if (from.pathname !== location.pathname) {
      setTitle(document.title)
      // Before scroll and focus lay the page out.
      showFaces()
    }
    const keepsPlace = action !== 'POP' && placeKept(location.state)
    if (keepsPlace) notePlace(location.key)
    else scrollOnArrival(location, from, action)
    if (keepsPlace || from.pathname === location.pathname) return
    main.current?.focus({ preventScroll: true })
    if (!prefersReducedMotion()) enter(main.current)
  }, [location])

  return title
}

/** Runs on top of the page, which can be used at once. */
function enter(main: HTMLElement | null): void {
  main?.animate(
    [
      { opacity: 0, translate: '0 0.5rem' },
      { opacity: 1, translate: '0 0' },
    ],
    { duration: pageTransition, easing: 'ease-out' },
  )
}
