import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Swiper } from 'swiper/types'
import { prefersReducedMotion } from '../browser-state'
import { onScrollEnd, placeOf, rememberPlace } from './use-snap-track'

/** Spec section 9: four items if the window is wider than 992 px, else one. slider.css has the same rule. */
const wideFrom = 993
export const shown = { narrow: 1, wide: 4 }

/** Spec section 9: 2000 ms between two moves. The sliders' autoplay is off, so its code is not loaded. */
const autoplay = { enabled: false, delay: 2000 }

/** Duration of a move, in milliseconds. */
const moveTime = 350

/**
 * A slider's row: a native scroll-snap row. When a mouse enters, Swiper (20 kB) is loaded and takes over, because a mouse cannot
 * swipe a native row. Both use the same geometry, so nothing moves at the takeover.
 *
 * `visible` holds the indices of the slides in view and is undefined on the server. The position is remembered under `name`.
 */
export function useSwiper(name: string) {
  const viewport = useRef<HTMLDivElement>(null)
  const swiper = useRef<Swiper>(undefined)
  const isGone = useRef(false)
  /** Index of the slide that a button press scrolls to, until the scroll ends. */
  const destination = useRef<number>(undefined)
  const visible = useVisibleSlides(viewport)

  useLayoutEffect(() => {
    const element = viewport.current
    const place = placeOf(name)
    // Does not measure for the first slide, because that would force another layout of the page.
    const target = element && place > 0 && slidesOf(element)[place]
    // Not `scrollBy`, which stops at the next slide (scroll-snap-stop).
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
    // Another call may have finished first, or the slider was unmounted.
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
    // If Swiper cannot be loaded, the native row remains.
    const startForMouse = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') void start().catch(() => undefined)
    }
    // Stops the browser from dragging the link under the mouse instead of the row.
    const preventDrag = (event: Event) => swiper.current && event.preventDefault()
    element.addEventListener('pointerenter', startForMouse)
    element.addEventListener('dragstart', preventDrag)
    const ignoreScrollEnd = onScrollEnd(element, () => {
      destination.current = undefined
    })
    return () => {
      isGone.current = true
      ignoreScrollEnd()
      element.removeEventListener('pointerenter', startForMouse)
      element.removeEventListener('dragstart', preventDrag)
      swiper.current?.destroy()
      swiper.current = undefined
    }
  }, [start])

  const step = (by: 1 | -1) => {
    if (swiper.current) return void (by === 1 ? swiper.current.slideNext() : swiper.current.slidePrev())
    const element = viewport.current
    if (!element) return
    // A press during a smooth scroll moves on from that scroll's destination.
    const index = (destination.current ?? firstInView(element)) + by
    const target = slidesOf(element)[index]
    if (!target) return
    destination.current = index
    const behavior = prefersReducedMotion() ? 'instant' : 'smooth'
    element.scrollTo({ left: element.scrollLeft + startGap(target, element), behavior })
  }

  return { viewport, visible, step }
}

/** The indices of the slides that are at least half in view. */
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

/** The distance from the row's inline start to the slide's, with the sign of `scrollLeft`. */
function startGap(slide: Element, element: HTMLElement): number {
  const [inner, outer] = [slide.getBoundingClientRect(), element.getBoundingClientRect()]
  const style = getComputedStyle(element)
  const padding = Number.parseFloat(style.paddingInlineStart) || 0
  return style.direction === 'rtl' ? inner.right - (outer.right - padding) : inner.left - (outer.left + padding)
}

/** The gap between slides in pixels, as set by the CSS. */
function gapOf(element: HTMLElement): number {
  const first = slidesOf(element)[0]
  return first ? Number.parseFloat(getComputedStyle(first).marginInlineEnd) || 0 : 0
}

function firstInView(element: HTMLElement): number {
  const gaps = slidesOf(element).map((slide) => Math.abs(startGap(slide, element)))
  return Math.max(0, gaps.indexOf(Math.min(...gaps)))
}

/** Resolves once the row has not scrolled for 250 ms: a takeover during a scroll would make it jump. */
async function stillness(element: HTMLElement): Promise<void> {
  let last = Number.NaN
  while (element.scrollLeft !== last) {
    last = element.scrollLeft
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}
