import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Location, NavigationType } from 'react-router-dom'
import { prefersReducedMotion } from '../components/browser-state'

const storageKey = 'scroll'

// Filled in the browser only: the server has no window to scroll.
let positions: Map<string, number> | undefined

/** True for navigations that show more or other words of the same page: the reader stays where they are. */
export function placeKept(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsPlace' in state && state.keepsPlace === true
}

/**
 * Remembers how far each entry of the history was scrolled. By hand, as React Router's `ScrollRestoration` scrolls a reloaded page
 * back once script takes it over, though its reader has scrolled on since, jumps to a hash at once (spec section 2: smoothly), and
 * counts a stand-in's scrolling as the page's. `isCovered`: a stand-in is shown.
 */
export function useScrollMemory(key: string, isCovered: boolean): void {
  // Before the next page scrolls to its own place: that event must not count as this page's.
  useLayoutEffect(() => {
    if (!positions) {
      positions = restore()
      // Scrolled before script took the page over, and not since: no event tells of it.
      notePlace(key)
    }
    history.scrollRestoration = 'manual'
    const remember = () => {
      if (!isCovered) positions?.set(key, window.scrollY)
    }
    const leave = () => {
      keep()
      // A reload, or Back from another site, is the browser's business again.
      history.scrollRestoration = 'auto'
    }
    const comeBack = () => {
      history.scrollRestoration = 'manual'
    }
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
    }
  }, [key, isCovered])
}

/** Remembers where an entry of the history stands that was come to without a scroll, as by the language switch. */
export function notePlace(key: string): void {
  positions?.set(key, window.scrollY)
}

/** While a stand-in covers the page of `key`, it begins at the top; when nothing comes of it, the page is where it was. */
export function useStandIn(key: string, isShown: boolean, main: RefObject<HTMLElement | null>): void {
  const covered = useRef<string>(undefined)

  useLayoutEffect(() => {
    const before = covered.current
    covered.current = isShown ? key : undefined
    if (!isShown) {
      if (before === key) window.scrollTo({ top: positions?.get(key) ?? 0, behavior: 'instant' })
      return
    }
    // The focused element is hidden now, and focus would be lost.
    if (main.current?.contains(document.activeElement)) main.current.focus({ preventScroll: true })
    if (before === undefined) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, isShown, main])
}

/** Spec section 2: to the hash's element smoothly, else to the top; Back and Forward return to where one was. */
export function scrollOnArrival(location: Location, from: Location, action: `${NavigationType}`): void {
  if (action === 'POP') {
    // A plain #link that the browser has followed by itself.
    if (history.state === null) return
    window.scrollTo({ top: positions?.get(location.key) ?? 0, behavior: 'instant' })
    return
  }
  const target = location.hash && document.getElementById(decode(location.hash.slice(1)))
  if (!target) {
    if (location.hash && location.pathname === from.pathname) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    return
  }
  target.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash)
  } catch {
    return hash
  }
}

function restore(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return new Map(Array.isArray(stored) ? stored : [])
  } catch {
    return new Map() // denied, or not ours
  }
}

function keep(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...(positions ?? [])].slice(-100)))
  } catch {
    // Denied or full: Back goes to the top.
  }
}
