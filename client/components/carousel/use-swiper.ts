import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Swiper } from 'swiper/types'
import { prefersReducedMotion } from '../browser-state'
import { onScrollEnd, placeOf, rememberPlace } from './use-snap-track'

/** Spec section 9: four items when the window is wider than 992 px, else one; the CSS of the row says the same. */
const wideFrom = 993
export const shown = { narrow: 1, wide: 4 }

/** Spec section 9: 2000 ms between two moves, but the sliders' autoplay is off: no code for it is loaded. */
const autoplay = { enabled: false, delay: 2000 }

/** Milliseconds that one move takes. */
const moveTime = 350

/**
 * A slider's row: a native scroll-snap row, which fingers swipe and whose buttons work. A mouse can't swipe such a row: when
 * one comes, so does Swiper, on the very same geometry, so that nothing moves when it takes over. For phones it would be 20 kB
 * that do worse what the browser does by itself. `visible` are the indices of the items in sight, none before script has
 * looked: the server's page hides nothing. Under `name` it remembers where it was left.
 */
export function useSwiper(name: string) {
  const viewport = useRef<HTMLDivElement>(null)
  const swiper = useRef<Swiper>(undefined)
  const isGone = useRef(false)
  /** The index of the slide that a button's press scrolls to, until the row is there. */
  const destination = useRef<number>(undefined)
  const visible = useVisibleSlides(viewport)

  useLayoutEffect(() => {
    const element = viewport.current
    const place = placeOf(name)
    // At the first slide it stands already: asking where that is would lay the whole page out once more.
    const target = element && place > 0 && slidesOf(element)[place]
    // Not scrollBy: that goes one way, and stops at the next slide (scroll-snap-stop).
    if (target) element.scrollTo({ left: element.scrollLeft + startGap(target, element), behavior: 'instant' })
  }, [name])

  useEffect(() => {
    if (visible?.size) rememberPlace(name, Math.min(...visible))
  }, [name, visible])

  const start = useCallback(async (): Promise<void> => {
    const element = viewport.current
    if (!element || swiper.current) return
    const { Swiper } = await import('swiper')
    await stillness(element)
    // Another call may have been faster, or the page has gone.
    if (isGone.current || swiper.current) return
    const initialSlide = firstInView(element)
    element.scrollTo({ left: 0, behavior: 'instant' })
    swiper.current = new Swiper(element, {
      containerModifierClass: 'slider-',
      wrapperClass: 'slider-list',
      slideClass: 'slider-item',
      slidesPerView: shown.narrow,
      breakpoints: { [wideFrom]: { slidesPerView: shown.wide } },
      spaceBetween: gapOf(element),
      initialSlide,
      speed: prefersReducedMotion() ? 0 : moveTime,
      autoplay,
    })
  }, [])

  useEffect(() => {
    const element = viewport.current
    if (!element) return
    isGone.current = false
    // When the code can't be had (no line), the row goes on as it is.
    const begin = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') void start().catch(() => undefined)
    }
    // The browser would drag the link under the mouse away, and not the row.
    const stay = (event: Event) => swiper.current && event.preventDefault()
    element.addEventListener('pointerenter', begin)
    element.addEventListener('dragstart', stay)
    const ignoreScrollEnd = onScrollEnd(element, () => {
      destination.current = undefined
    })
    return () => {
      isGone.current = true
      ignoreScrollEnd()
      element.removeEventListener('pointerenter', begin)
      element.removeEventListener('dragstart', stay)
      swiper.current?.destroy()
      swiper.current = undefined
    }
  }, [start])

  const step = (by: 1 | -1) => {
    if (swiper.current) return void (by === 1 ? swiper.current.slideNext() : swiper.current.slidePrev())
    const element = viewport.current
    if (!element) return
    // While the row glides, a press counts from the slide that it glides to.
    const index = (destination.current ?? firstInView(element)) + by
    const target = slidesOf(element)[index]
    if (!target) return
    destination.current = index
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    element.scrollTo({ left: element.scrollLeft + startGap(target, element), behavior })
  }

  return { viewport, visible, step }
}

/** The indices of the slides that are at least half in sight, in the row as it is scrolled or moved. */
function useVisibleSlides(viewport: RefObject<HTMLElement | null>): ReadonlySet<number> | undefined {
  const [visible, setVisible] = useState<ReadonlySet<number>>()
  useEffect(() => {
    const element = viewport.current
    if (!element) return
    const slides = slidesOf(element)
    const seen = new Set<number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) {
          const index = slides.indexOf(target)
          if (intersectionRatio >= 0.5) seen.add(index)
          else seen.delete(index)
        }
        setVisible(new Set(seen))
      },
      { root: element, threshold: 0.5 },
    )
    for (const slide of slides) observer.observe(slide)
    return () => observer.disconnect()
  }, [viewport])
  return visible
}

function slidesOf(element: HTMLElement): Element[] {
  return [...(element.firstElementChild?.children ?? [])]
}

/** How far a slide's inline start is from the row's, in the scroll direction's sign. */
function startGap(slide: Element, element: HTMLElement): number {
  const [inner, outer] = [slide.getBoundingClientRect(), element.getBoundingClientRect()]
  const style = getComputedStyle(element)
  const padding = Number.parseFloat(style.paddingInlineStart) || 0
  return style.direction === 'rtl' ? inner.right - (outer.right - padding) : inner.left - (outer.left + padding)
}

/** The row's gap in pixels, as its CSS has it. */
function gapOf(element: HTMLElement): number {
  const first = slidesOf(element)[0]
  return first ? Number.parseFloat(getComputedStyle(first).marginInlineEnd) || 0 : 0
}

function firstInView(element: HTMLElement): number {
  const gaps = slidesOf(element).map((slide) => Math.abs(startGap(slide, element)))
  return Math.max(0, gaps.indexOf(Math.min(...gaps)))
}

/** Resolves when the row has not been scrolled by hand for a moment: taking over while it glides would make it jump. */
async function stillness(element: HTMLElement): Promise<void> {
  let last = Number.NaN
  while (element.scrollLeft !== last) {
    last = element.scrollLeft
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
