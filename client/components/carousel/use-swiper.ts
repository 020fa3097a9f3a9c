import { useEffect, useEffectEvent, useRef } from 'react'
import type { Swiper } from 'swiper/types'
import { prefersReducedMotion } from '../browser-state'
import { useSlides } from './use-slides'

/** Spec section 9: 2000 ms between two moves. The sliders' autoplay is off, so its code is not loaded. */
const autoplay = { enabled: false, delay: 2000 }

/** Duration of a move, in milliseconds. */
const moveTime = 350

/**
 * A slider's row. When a mouse enters, Swiper (20 kB) is loaded and takes over, because a mouse cannot swipe a native row. Swiper
 * and the native row have the same geometry, so nothing moves when Swiper takes over.
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
    const onPointerEnter = async ({ pointerType }: PointerEvent): Promise<void> => {
      if (pointerType !== 'mouse') return
      // If Swiper cannot be loaded, the native row remains.
      const { Swiper } = await import('swiper').catch(() => ({ Swiper: undefined }))
      // Another call may have finished first.
      if (!Swiper || signal.aborted || swiper.current) return
      let first = initialSlide()
      element.scrollTo({ left: 0, behavior: 'instant' })
      swiper.current = new Swiper(element, {
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
    }
    // Stops the browser from dragging the link under the mouse instead of the row.
    const onDragStart = (event: Event) => swiper.current && event.preventDefault()
    element.addEventListener('pointerenter', (event) => void onPointerEnter(event), { signal })
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
