import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Location, NavigationType } from 'react-router-dom'
import { attempt } from '#content/attempt'
import { prefersReducedMotion } from '../components/browser-state'

const storageKey = 'scroll'

// The scroll positions by the keys of history entries. Set only in the browser.
let positions: Map<string, number> | undefined

/** True for a navigation within a page, such as to more items of a list. The scroll position then stays. */
export function isScrollKept(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepsScroll' in state && state.keepsScroll === true
}

/**
 * Remembers the scroll position of each history entry, except while a skeleton covers the page (`isCovered`). React Router's
 * `ScrollRestoration` is not used, because it undoes scrolling from before hydration, does not scroll smoothly to hashes (spec
 * section 2) and records the skeleton's position.
 */
export function useScrollMemory(key: string, isCovered: boolean): void {
  // This is a layout effect, so that the next page's first scroll event is not recorded for this page.
  useLayoutEffect(() => {
    if (!positions) {
      positions = restore()
      // Records a scroll from before hydration, which causes no further event.
      positions.set(key, window.scrollY)
    }
    history.scrollRestoration = 'manual'
    const remember = () => {
      // For a plain link to a hash, the browser scrolls before the page renders at its new entry.
      const isAtEntry = (history.state?.key ?? 'default') === key
      if (isAtEntry && !isCovered) positions?.set(key, window.scrollY)
    }
    const leave = () => {
      // If storage is denied or full, Back scrolls to the top.
      attempt(() => sessionStorage.setItem(storageKey, JSON.stringify([...(positions ?? [])].slice(-100))))
      // The browser itself restores the position after a reload, or after Back from another site.
      history.scrollRestoration = 'auto'
    }
    const comeBack = () => {
      history.scrollRestoration = 'manual'
    }
    // A phone may end a page in the background without a `pagehide`, and load it again later.
    const onVisibilityChange = () => (document.hidden ? leave() : comeBack())
    const listening = new AbortController()
    addEventListener('scroll', remember, { passive: true, signal: listening.signal })
    addEventListener('pagehide', leave, { signal: listening.signal })
    addEventListener('pageshow', comeBack, { signal: listening.signal })
    document.addEventListener('visibilitychange', onVisibilityChange, { signal: listening.signal })
    return () => listening.abort()
  }, [key, isCovered])
}

/**
 * Gives a history entry that was reached without scrolling, such as by the language switch, the position of the last one. Does not
 * read `scrollY`, which would lay the changed page out at once.
 */
export function copyScroll(from: string, to: string): void {
  positions?.set(to, positions.get(from) ?? 0)
}

/** Scrolls to the top while a skeleton covers the page of `key`. Scrolls back if the navigation is cancelled. */
export function useSkeletonScroll(key: string, isShown: boolean, main: RefObject<HTMLElement | null>): void {
  const covered = useRef<string>(undefined)

  useLayoutEffect(() => {
    const before = covered.current
    covered.current = isShown ? key : undefined
    if (!isShown) {
      if (before === key) window.scrollTo({ top: positions?.get(key) ?? 0, behavior: 'instant' })
      return
    }
    // The skeleton hides the focused element, which would otherwise lose the focus to the document.
    if (main.current?.contains(document.activeElement)) main.current.focus({ preventScroll: true })
    if (before === undefined) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [key, isShown, main])
}

/** Spec section 2: scrolls smoothly to the hash's element, or to the top of a new page. Back and Forward restore the position. */
export function scrollOnArrival(location: Location, from: Location, action: `${NavigationType}`): void {
  if (action === 'POP') {
    const top = positions?.get(location.key)
    // A plain link to a hash, too, arrives like Back and Forward. The browser has followed it.
    if (top === undefined && location.hash) positions?.set(location.key, window.scrollY)
    else window.scrollTo({ top: top ?? 0, behavior: 'instant' })
    return
  }
  const id = location.hash.slice(1)
  const target = id && document.getElementById(attempt(() => decodeURIComponent(id)) ?? id)
  if (!target) {
    if (location.hash && location.pathname === from.pathname) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    return
  }
  target.scrollIntoView({ behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
}

/** Reads the stored positions. Returns an empty map if storage is denied, or if another script wrote the key. */
function restore(): Map<string, number> {
  return attempt(() => new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))) ?? new Map()
}
