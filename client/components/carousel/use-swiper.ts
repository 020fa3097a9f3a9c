import { useEffect, useEffectEvent, useRef } from 'react'
import type { Swiper } from 'swiper/types'
import { prefersReducedMotion } from '../browser-state'
import { useSlides } from './use-slides'

/** Spec section 9: 2000 ms between two moves. The sliders' autoplay is off, so its code is not loaded. */
const autoplay = { enabled: false, delay: 2000 }

/** Duration of a move, in milliseconds. */
const moveTime = 350

/**
 * A slider's row. At the first drag by a mouse, which cannot swipe a native row, Swiper (20 kB) is loaded and takes over. Swiper and
 * the native row have the same geometry, so nothing moves when Swiper takes over.
 */
export function useSwiper(name: string, count: number) {
  const { row, visible, origin, scrollTo } = useSlides<HTMLDivElement>(name, '.slider-item')
  const swiper = useRef<Swiper>(undefined)
  const initialSlide = useEffectEvent(origin)

  useEffect(() => {
    const element = row.current
    if (!element) return
    const unmounted = new AbortController()
    const { signal } = unmounted
    // The mouse button's press while it is held.
    let press: PointerEvent | undefined
    const onPointerMove = async ({ clientX }: PointerEvent): Promise<void> => {
      // A click may move by a pixel or two.
      if (!press || swiper.current || Math.abs(clientX - press.clientX) < 4) return
      // If Swiper cannot be loaded, the native row remains.
      const library = await import('./swiper').catch(() => undefined)
      // Another call may have finished first.
      if (!library || signal.aborted || swiper.current) return
      let first = initialSlide()
      element.scrollTo({ left: 0, behavior: 'instant' })
      swiper.current = new library.Swiper(element, {
        modules: [library.Mousewheel],
        // A wheel or trackpad moves the row only sideways; up and down it scrolls the page.
        mousewheel: { forceToAxis: true },
        containerModifierClass: 'slider-',
        wrapperClass: 'slider-list',
        slideClass: 'slider-item',
        // Lets Swiper measure the slides, because slider.css sets their width and gap.
        slidesPerView: 'auto',
        initialSlide: first,
        speed: prefersReducedMotion() ? 0 : moveTime,
        autoplay,
        on: {
          beforeResize: ({ activeIndex }) => {
            first = activeIndex
          },
          // After a resize Swiper would show the last slide if the row was at its end.
          resize: (resized) => resized.slideTo(first, 0),
        },
      })
      // Swiper has missed the press with which the drag began.
      press?.target?.dispatchEvent(new PointerEvent(press.type, press))
    }
    const onPointerDown = (event: PointerEvent) => {
      press = event.pointerType === 'mouse' && event.button === 0 ? event : undefined
    }
    const onPointerUp = () => {
      press = undefined
    }
    // Stops the browser from dragging the link under the mouse instead of the row.
    const onDragStart = (event: Event) => press && event.preventDefault()
    element.addEventListener('pointerdown', onPointerDown, { signal })
    document.addEventListener('pointerup', onPointerUp, { signal })
    element.addEventListener('pointermove', (event) => void onPointerMove(event), { signal })
    element.addEventListener('dragstart', onDragStart, { signal })
    return () => {
      unmounted.abort()
      swiper.current?.destroy()
      swiper.current = undefined
    }
  }, [row])

  const step = (by: 1 | -1) => {
    if (swiper.current) return void (by === 1 ? swiper.current.slideNext() : swiper.current.slidePrev())
    const index = origin() + by
    if (index >= 0 && index < count) scrollTo(index, 'smooth')
  }

  return { viewport: row, visible, step }
}
