import { createContext, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { inLocale } from '#contract/paths'
import { prefersReducedMotion } from '../components/browser-state'
import { copyScroll, isScrollKept, scrollOnArrival } from './scroll-memory'

/** Spec section 9: a page transition lasts 250 ms. */
const pageTransition = 250

/**
 * The wait before the title is announced after the language switch, in milliseconds. The switch changes each text of the page in
 * place, and Orca 43 drops announcements while more than 100 such changes wait.
 */
const textsSettle = 1500

/** True if the browser has animated the last Back or Forward itself, as it does for a swipe on a phone. */
let isSwiped = false

// Listens before the router, which may render at once.
if (!import.meta.env.SSR)
  addEventListener('popstate', ({ hasUAVisualTransition }) => {
    isSwiped = hasUAVisualTransition
    // The entry of a plain link to a hash has no key. React Router would give it that of the first page, and with it the position.
    if (history.state === null) history.replaceState({ key: String(Math.random()), idx: 0 }, '')
  })

/** Announces a title for the open page to screen readers, or nothing. */
type Announce = (title: string) => void

export const AnnounceContext = createContext<Announce>(() => undefined)

/**
 * Scrolls, moves the focus and plays the transition after a navigation of the router. Returns the title to announce, which is empty
 * on the first load, and a function that changes it.
 */
export function useRouteChange(main: RefObject<HTMLElement | null>): [string, Announce] {
  const location = useLocation()
  const action = useNavigationType()
  const { pathname } = location
  // Starts without a title, because the browser itself announces the first page.
  const [arrival, setArrival] = useState({ pathname, title: '' })
  const arrived = useRef(location)
  /** The path whose title was announced last, or will be. */
  const announced = useRef(pathname)

  useLayoutEffect(() => {
    const from = arrived.current
    // An arrival is a new location and nothing else.
    if (from === location) return
    arrived.current = location
    const keepsScroll = action !== 'POP' && isScrollKept(location.state)
    if (keepsScroll) copyScroll(from.key, location.key)
    else scrollOnArrival(location, from, action)
    if (keepsScroll || from.pathname === location.pathname) return
    main.current?.focus({ preventScroll: true })
    // Fades the page in. It can be read from the first frame, and accepts input during the animation.
    if (prefersReducedMotion() || (action === 'POP' && isSwiped)) return
    const frames = { opacity: [0.5, 1], translate: ['0 0.5rem', '0 0'] }
    main.current?.animate(frames, { duration: pageTransition, easing: 'ease-out' })
  }, [location, action, main])

  const announce = useCallback((title: string) => {
    announced.current = arrived.current.pathname
    setArrival({ pathname: announced.current, title })
  }, [])

  // Sets the state in a separate effect, because setting it in the layout effect would delay the paint. A title that the page itself
  // has announced stays.
  useEffect(() => {
    const from = announced.current
    if (from === pathname) return
    announced.current = pathname
    const wait = inLocale(from, 'en') === inLocale(pathname, 'en') ? textsSettle : 0
    const timer = setTimeout(() => announce(document.title), wait)
    return () => clearTimeout(timer)
  }, [pathname, announce])

  // Leaves out the title of the previous page, because it would be announced again when the loading state ends.
  return [arrival.pathname === pathname ? arrival.title : '', announce]
}
