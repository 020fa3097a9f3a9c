import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useReducedMotion } from '../browser-state'

type Options = {
  /** The key under which the pause choice is stored. */
  name: string
  /** The carousel's element, watched for hover, focus and visibility. */
  region: RefObject<HTMLElement | null>
  /** How long each slide is shown, in milliseconds. */
  interval: number
  /** Index of the current slide. A change restarts the timer. */
  current: number
  /** Shows the next slide. */
  advance: () => void
}

/**
 * Advances a carousel by itself, following WCAG 2.2.2 and the APG carousel pattern: not while it is paused, held by pointer,
 * touch or keyboard focus, in a hidden tab or out of view, and with reduced motion only after Play.
 *
 * Uses one `setTimeout` per slide, because Swiper's autoplay resumes by itself and runs an endless frame loop.
 */
export function useAutoAdvance({ name, region, interval, current, advance }: Options) {
  const [choice, choose] = usePauseChoice(name)
  const prefersStill = useReducedMotion()
  const isPaused = choice ? choice === 'paused' : prefersStill
  const { isHeld, setPressedPlay, handlers } = useHold()
  const isInView = useInView(region)
  const isRunning = !isPaused && !isHeld && isInView

  const onTime = useEffectEvent(advance)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` starts the next slide's time
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(onTime, interval)
    return () => clearTimeout(timer)
  }, [isRunning, interval, current])

  return {
    isPaused,
    /** Screen readers announce the slides that the visitor changes, not automatic ones. */
    live: isPaused || isHeld ? ('polite' as const) : ('off' as const),
    toggle: () => {
      choose(isPaused ? 'playing' : 'paused')
      setPressedPlay(isPaused)
    },
    handlers,
  }
}

/** Tells whether pointer, touch or keyboard focus holds the carousel, and gives the event handlers for its element. */
function useHold() {
  const [isHovered, setHovered] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // After Play is pressed, pointer and focus are still on the button. They hold the carousel only once one of them has moved.
  const [isOverruled, setPressedPlay] = useState(false)
  const pressed = useRef<Node | null>(null)

  return {
    isHeld: isTouched || ((isHovered || isFocused) && !isOverruled),
    setPressedPlay,
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHovered(true),
      onPointerLeave: () => {
        setHovered(false)
        setPressedPlay(false)
      },
      onPointerDown: ({ target }: PointerEvent) => {
        pressed.current = target as Node // always a node of the page
      },
      onTouchStart: () => setTouched(true),
      onTouchEnd: () => setTouched(false),
      onTouchCancel: () => setTouched(false),
      onKeyDown: () => {
        pressed.current = null
      },
      onFocus: ({ target }: FocusEvent) => {
        // Ignores focus from a click on the focused button: only keyboard focus means that someone is reading.
        setFocused(!(pressed.current && target.contains(pressed.current)))
        setPressedPlay(false)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return
        // Forgets the press if the focus moved within the page. If the window lost the focus, the press stays remembered, so that the
        // returning focus does not hold the carousel.
        if (document.hasFocus()) pressed.current = null
        setFocused(false)
        setPressedPlay(false)
      },
    },
  }
}

/** True while the tab is visible and part of the element is on screen. */
function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  const [isInFront, setInFront] = useState(false)

  useEffect(() => {
    const onVisibility = () => setInFront(!document.hidden)
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])

  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => setOnScreen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])

  return isOnScreen && isInFront
}

/** The button pressed last. */
type Choice = 'paused' | 'playing'

// Survives navigation and the language switch; session storage adds reloads. Never written on the server.
const choices = new Map<string, Choice | undefined>()
const listeners = new Set<() => void>()

/** The stored pause choice of a carousel, if any, and a function that changes it. */
function usePauseChoice(name: string): [Choice | undefined, (choice: Choice) => void] {
  const choice = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => undefined,
  )
  return [choice, (next) => write(name, next)]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(name: string): Choice | undefined {
  if (!choices.has(name)) choices.set(name, stored(name))
  return choices.get(name)
}

function stored(name: string): Choice | undefined {
  try {
    const value = sessionStorage.getItem(`carousel:${name}`)
    return value === 'paused' || value === 'playing' ? value : undefined
  } catch {
    return undefined // storage is denied: only the map has the choice
  }
}

function write(name: string, choice: Choice): void {
  choices.set(name, choice)
  try {
    sessionStorage.setItem(`carousel:${name}`, choice)
  } catch {
    // If storage is denied or full, the choice lasts until the next reload.
  }
  for (const listener of listeners) listener()
}
