import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigationType } from 'react-router-dom'
import type { Site } from '../components/site-context'
import { prefersReducedMotion } from '../components/use-reduced-motion'
import type { Translate } from '../language/i18n'
import { showFaces } from '../styles/faces'
import { writeHead } from './document-head'
import { errorHead, type PageHandle } from './head'
import { notePlace, placeKept, scrollOnArrival } from './scroll-memory'

/** Spec section 9: a page transition lasts 250 ms. */
const pageTransition = 250

/**
 * What the browser does by itself when it loads a page, done for navigations of the router: title and links in the head, scroll,
 * focus (React Router leaves these to the app), and the transition. Returns the title to announce; empty on the first load.
 */
export function useArrival(site: Site, t: Translate, main: RefObject<HTMLElement | null>): string {
  const location = useLocation()
  const action = useNavigationType()
  const match = useMatches().at(-1)
  const pageData = match?.loaderData
  const [title, setTitle] = useState('')
  // The first page is the browser's own business.
  const arrived = useRef(location)

  // On the first page too: a static host's template has no head of its own. Data that comes by "Try again" makes another head.
  // biome-ignore lint/correctness/useExhaustiveDependencies: location and data are what a head is made of
  useLayoutEffect(() => {
    const headOf = (match?.handle as PageHandle | undefined)?.head
    if (!headOf) return
    const { locale, paths, productName, origin } = site
    const hasFailed = Boolean(main.current?.querySelector('[role="alert"]'))
    // A page whose own code never came has data all the same.
    const isMissing = pageData === undefined || hasFailed
    const head = isMissing
      ? errorHead(hasFailed ? 'failed' : 'notFound', t)
      : headOf(pageData, { t, locale, paths, productName })
    writeHead(head, location.pathname, origin, isMissing)
  }, [location, pageData])

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
