import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../browser-state'

/**
 * A scroll-snap row of slides, each as wide as the row. The browser handles swipes, also without script; this hook moves to a
 * slide and returns the current one.
 */
export function useSnapTrack<Track extends HTMLElement>(name: string) {
  const track = useRef<Track>(null)
  const [current, setCurrent] = useState(() => placeOf(name))

  // Before the first paint, so that the page shows the slide that was being read before the language switch.
  useLayoutEffect(() => {
    const element = track.current
    const place = placeOf(name)
    if (element && place > 0) element.scrollTo({ left: offsetOf(element, place), behavior: 'instant' })
  }, [name])

  useEffect(() => {
    rememberPlace(name, current)
  }, [name, current])

  useEffect(() => {
    const element = track.current
    if (!element) return
    const settle = () => setCurrent(nearestSlide(element))
    // The visitor may have swiped the row before hydration, or the browser may have restored its position on Back.
    settle()
    const ignoreScrollEnd = onScrollEnd(element, settle)
    return () => ignoreScrollEnd()
  }, [])

  const show = (index: number) => {
    const element = track.current
    const count = element?.children.length ?? 0
    if (!element || count === 0) return
    const next = (index + count) % count
    const isNeighbour = Math.abs(next - current) === 1
    const isStill = prefersReducedMotion()
    setCurrent(next)
    element.scrollTo({ left: offsetOf(element, next), behavior: isNeighbour && !isStill ? 'smooth' : 'instant' })
    // Fades on a jump to a distant slide, because smooth scrolling past the others would blur.
    if (!isNeighbour && !isStill && next !== current)
      element.animate({ opacity: [0, 1] }, { duration: 400, easing: 'ease-out' })
  }

  return { track, current, show }
}

/** Calls the listener after each scroll, by the visitor or by script. Returns a function that removes it. */
export function onScrollEnd(element: HTMLElement, listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const waitForEnd = () => {
    clearTimeout(timer)
    timer = setTimeout(listener, 160)
  }
  // Safari before 26.2 has no scrollend.
  const [event, onScroll] = 'onscrollend' in window ? ['scrollend', listener] : ['scroll', waitForEnd]
  element.addEventListener(event, onScroll)
  return () => {
    clearTimeout(timer)
    element.removeEventListener(event, onScroll)
  }
}

/** The `scrollLeft` of a slide, which is negative in Arabic. */
function offsetOf(track: HTMLElement, index: number): number {
  const [first, slide] = [track.children[0], track.children[index]]
  return first instanceof HTMLElement && slide instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0
}

function nearestSlide(track: HTMLElement): number {
  const distances = Array.from(track.children, (_, index) => Math.abs(offsetOf(track, index) - track.scrollLeft))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

// Survives navigation and the language switch until the document is reloaded. Filled by effects only, so never on the server.
const places = new Map<string, number>()

/** The index of the slide last shown before the visitor left; 0 for a new carousel. */
export function placeOf(name: string): number {
  return places.get(name) ?? 0
}

/** Remembers a carousel's slide, because the language switch and a visit to another page mount the carousel anew. */
export function rememberPlace(name: string, index: number): void {
  places.set(name, index)
}
