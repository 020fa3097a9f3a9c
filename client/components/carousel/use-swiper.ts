import { useEffect, useEffectEvent, useRef } from 'react'
import type { Swiper } from 'swiper/types'
import { prefersReducedMotion } from '../browser-state'
import { useSlides } from './use-slides'

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
      const { startSwiper } = await import('./start-swiper').catch(() => ({ startSwiper: undefined }))
      // Another call may have finished first.
      if (!startSwiper || signal.aborted || swiper.current) return
      const first = initialSlide()
      element.scrollTo({ left: 0, behavior: 'instant' })
      swiper.current = startSwiper(element, first, prefersReducedMotion())
      // Swiper has missed the press with which the drag began.
      press?.target?.dispatchEvent(new PointerEvent(press.type, press))
    }
    const onPointerDown = (event: PointerEvent) => {
      press = event.pointerType === 'mouse' ? event : undefined
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
