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
  /** Under which the pause button's choice is kept. */
  name: string
  /** The carousel's element: what counts as inside, and as in view. */
  region: RefObject<HTMLElement | null>
  /** Milliseconds that each slide stays. */
  interval: number
  /** The slide that is shown; a new one starts its time from zero. */
  current: number
  /** Shows the next slide. */
  advance: () => void
}

/**
 * Moves a carousel on by itself after the rules of WCAG 2.2.2 and the APG's carousel pattern: never when the visitor has
 * paused it, or asked for reduced motion and not pressed Play, and not while a mouse, a finger or the keyboard's focus is
 * in it, the tab is hidden or the carousel out of view.
 *
 * One `setTimeout` per slide: Swiper's autoplay un-pauses itself and runs a frame loop without end.
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
    /** Screen readers announce slides that the visitor moves, and not those that advance by themselves. */
    live: isPaused || isHeld ? ('polite' as const) : ('off' as const),
    toggle: () => {
      choose(isPaused ? 'playing' : 'paused')
      setPressedPlay(isPaused)
    },
    handlers,
  }
}

/** Whether a mouse, a finger or the keyboard's focus holds the carousel; with the handlers for its element. */
function useHold() {
  const [isHovered, setHovered] = useState(false)
  const [isTouched, setTouched] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Play was pressed here, so it plays, although pointer and focus are still on the button; until one of them moves.
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
        pressed.current = target as Node // what is pressed is a node of the page
      },
      onTouchStart: () => setTouched(true),
      onTouchEnd: () => setTouched(false),
      onTouchCancel: () => setTouched(false),
      onKeyDown: () => {
        pressed.current = null
      },
      onFocus: ({ target }: FocusEvent) => {
        // A click leaves the focus behind on a button; only focus that came another way means that someone is reading.
        setFocused(!(pressed.current && target.contains(pressed.current)))
        setPressedPlay(false)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return
        // Gone within the page, not with the window: whoever comes back has not just pressed anything.
        if (document.hasFocus()) pressed.current = null
        setFocused(false)
        setPressedPlay(false)
      },
    },
  }
}

/** True while the tab is in front and part of the element is on screen. */
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

/** The button that the visitor pressed last. */
type Choice = 'paused' | 'playing'

// Outlives the pages and the languages; session storage adds reloads. Never written on the server.
const choices = new Map<string, Choice | undefined>()
const listeners = new Set<() => void>()

/** The pause button's choice for one carousel, if any, kept for the whole visit, and the way to change it. */
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
    return undefined // storage is denied: the map above has to do
  }
}

function write(name: string, choice: Choice): void {
  choices.set(name, choice)
  try {
    sessionStorage.setItem(`carousel:${name}`, choice)
  } catch {
    // Denied or full: the choice lasts until the next reload.
  }
  for (const listener of listeners) listener()
}
