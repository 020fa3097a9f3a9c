import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHydrated, useInFront, useReducedMotion } from '../browser-state'
import { useSlides } from './use-slides'

/** True for a carousel that the visitor has paused, false for one that the visitor has started. Navigation keeps these choices. */
const choices = new Map<string, boolean>()

/**
 * A carousel with one slide at a time, which advances by itself in a loop after `interval` milliseconds. It follows WCAG 2.2.2 and
 * the APG carousel pattern: it stands still while it is paused, held by pointer, touch or keyboard focus, in a hidden tab or out of
 * view, and with reduced motion until Play is pressed.
 *
 * Uses one `setTimeout` per slide, because Swiper's autoplay resumes by itself and runs an endless frame loop.
 */
export function useLoop<Row extends HTMLElement>(name: string, interval: number, selector: string, count: number) {
  const { row, first: current, setVisible, scrollTo } = useSlides<Row>(name, selector)
  const region = useRef<HTMLElement>(null)
  const isHydrated = useHydrated()
  const prefersStill = useReducedMotion()
  const [choice, setChoice] = useState(() => choices.get(name))
  const isPaused = choice ?? prefersStill
  const { isHeld, release, handlers } = useHold()
  const isRunning = useInView(region) && !isPaused && !isHeld

  const show = (index: number) => {
    const next = (index + count) % count
    const isNeighbour = Math.abs(next - current) === 1
    setVisible([next])
    scrollTo(next, isNeighbour ? 'smooth' : 'instant')
    // Fades a distant slide in, because smooth scrolling would blur the slides on the way.
    if (!isNeighbour && !prefersStill && next !== current)
      row.current?.animate({ opacity: [0, 1] }, { duration: 400, easing: 'ease-out' })
  }

  const onTime = useEffectEvent(() => show(current + 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `current` restarts the timer
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(onTime, interval)
    return () => clearTimeout(timer)
  }, [isRunning, interval, current])

  return {
    row,
    current,
    show,
    /** False before hydration, so that all slides can be reached without script. */
    isInert: (index: number) => isHydrated && index !== current,
    /** Screen readers announce the slides while the visitor controls the carousel, and not while it moves by itself. */
    live: isPaused || isHeld ? ('polite' as const) : ('off' as const),
    region: { ref: region, ...handlers },
    pauseButton: {
      isPaused,
      onToggle: () => {
        choices.set(name, !isPaused)
        setChoice(!isPaused)
        release()
      },
    },
  }
}

/** Tells whether pointer, touch or keyboard focus holds the carousel, and gives the event handlers for its element. */
function useHold() {
  const [isHovered, setHovered] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [isFocused, setFocused] = useState(false)
  return {
    isHeld: isTouched || isHovered || isFocused,
    /** Lets the carousel move although pointer and focus are still on the pressed button. They hold it again once they move. */
    release: () => {
      setHovered(false)
      setFocused(false)
    },
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onTouchStart: () => setTouched(true),
      onTouchEnd: () => setTouched(false),
      onTouchCancel: () => setTouched(false),
      // Ignores the focus of a button pressed by mouse or finger: only keyboard focus means that someone is reading.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  }
}

/** True while the tab is visible and part of the element is on screen. */
function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  const isInFront = useInFront()
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return isOnScreen && isInFront
}
