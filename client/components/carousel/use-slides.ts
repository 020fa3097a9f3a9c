import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../browser-state'

/**
 * The maximum wait for the end of a smooth scroll, in milliseconds. Browsers need 700, or longer on a slow device. The wait is
 * shorter in browsers that do not report the end, such as WebKitGTK 2.50, because there it also delays the slides of a swipe.
 */
const scrollTime = 'onscrollend' in globalThis ? 2000 : 700

// The index of the first slide in view, by the carousel's name. Navigation and the language switch mount a carousel anew, and this
// map restores its first visible slide. Only effects fill the map, so it is empty on the server.
const remembered = new Map<string, number>()

/**
 * A carousel's native scroll-snap row, which visitors can swipe even without script. `selector` finds its slides. The first slide
 * in view is remembered under `name`.
 */
export function useSlides<Row extends HTMLElement>(name: string, selector: string) {
  const row = useRef<Row>(null)
  /** The indices of the slides that are at least half in view; undefined on the server. */
  const [visible, setVisible] = useState<number[]>()
  const destination = useRef({ index: 0, until: 0 })

  const scrollTo = (index: number, behavior: ScrollBehavior) => {
    destination.current = { index, until: behavior === 'smooth' ? performance.now() + scrollTime : 0 }
    const slides = slidesOf(row.current, selector)
    // The distance is negative in Arabic. `scrollBy` is not used, because it would stop at the next slide (scroll-snap-stop).
    const left = inlineStart(slides[index]) - inlineStart(slides[0])
    row.current?.scrollTo({ left, behavior: prefersReducedMotion() ? 'instant' : behavior })
  }

  // Scrolls before the first paint, so that the page shows the slide that was being read before the language switch.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per carousel
  useLayoutEffect(() => {
    const index = remembered.get(name) ?? 0
    // Does not measure for the first slide, because that would force another layout of the page.
    if (index > 0) scrollTo(index, 'instant')
  }, [name])

  useEffect(() => {
    const slides = slidesOf(row.current, selector)
    const seen = new Set<Element>()
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      const inView = slides.flatMap((slide, index) => (seen.has(slide) ? [index] : []))
      clearTimeout(timer)
      const { index, until } = destination.current
      const left = until - performance.now()
      // Waits while a scroll passes the slides before its destination. The wait is limited, because not all browsers report the end.
      if (left > 0 && !inView.includes(index)) timer = setTimeout(update, left)
      else setVisible(inView)
    }
    const onChange = (entries: IntersectionObserverEntry[]) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio >= 0.5) seen.add(target)
        else seen.delete(target)
      }
      update()
    }
    const onScrollEnd = () => {
      destination.current.until = 0
      clearTimeout(timer)
      // Waits for the observer, which reports after this event.
      timer = setTimeout(update)
    }
    const element = row.current
    element?.addEventListener('scrollend', onScrollEnd)
    const observer = new IntersectionObserver(onChange, { root: element, threshold: 0.5 })
    for (const slide of slides) observer.observe(slide)
    return () => {
      clearTimeout(timer)
      element?.removeEventListener('scrollend', onScrollEnd)
      observer.disconnect()
    }
  }, [selector])

  useEffect(() => {
    if (visible?.[0] !== undefined) remembered.set(name, visible[0])
  }, [name, visible])

  const first = visible?.[0] ?? remembered.get(name) ?? 0
  /**
   * Previous and Next move on from this slide, and Swiper takes over at it: during a scroll its destination, otherwise the slide at
   * the row's start. Measures the row, because `visible` is known only after a scroll's end.
   */
  const origin = () =>
    performance.now() < destination.current.until ? destination.current.index : slideAtStart(row.current, selector)
  return { row, visible, setVisible, scrollTo, first, origin }
}

function slidesOf(row: Element | null, selector: string): Element[] {
  return [...(row?.querySelectorAll(selector) ?? [])]
}

/** The index of the slide that is nearest to the start of a scrolled row. */
function slideAtStart(row: Element | null, selector: string): number {
  const starts = slidesOf(row, selector).map(inlineStart)
  const distances = starts.map((start) => Math.abs(start - (starts[0] ?? 0) - (row?.scrollLeft ?? 0)))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

function inlineStart(slide: Element | undefined): number {
  return slide?.getBoundingClientRect().left ?? 0
}
