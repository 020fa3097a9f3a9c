import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../browser-state'

/**
 * A row of slides, each as wide as the row, that the browser itself scrolls and snaps: it works by swiping before and
 * without script, in both directions. Here it learns to be moved, and to tell which slide it rests on.
 */
export function useSnapTrack<Track extends HTMLElement>(name: string) {
  const track = useRef<Track>(null)
  const [current, setCurrent] = useState(() => placeOf(name))

  // Before anything is painted: the switched page shows the slide that was being read.
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
    // Swiped before the script came, or kept by the browser through Back.
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
    // From the last to the first (or a far one) it fades: rushing past all the others would only blur.
    if (!isNeighbour && !isStill && next !== current)
      element.animate({ opacity: [0, 1] }, { duration: 400, easing: 'ease-out' })
  }

  return { track, current, show }
}

/** Calls the listener each time the element has been scrolled, by the visitor or by script. Returns what ends that. */
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

/** Where the track has to be scrolled to for a slide; below zero in Arabic, as `scrollLeft` is there. */
function offsetOf(track: HTMLElement, index: number): number {
  const [first, slide] = [track.children[0], track.children[index]]
  return first instanceof HTMLElement && slide instanceof HTMLElement ? slide.offsetLeft - first.offsetLeft : 0
}

function nearestSlide(track: HTMLElement): number {
  const distances = Array.from(track.children, (_, index) => Math.abs(offsetOf(track, index) - track.scrollLeft))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

// Outlives the pages and the languages, and ends with the visit. Filled by effects only: never on the server.
const places = new Map<string, number>()

/** The index of the slide at which a carousel was left; the first when it is new. */
export function placeOf(name: string): number {
  return places.get(name) ?? 0
}

/** Keeps a carousel's slide through the language switch, which builds it anew, and through other pages. */
export function rememberPlace(name: string, index: number): void {
  places.set(name, index)
}
