import { useEffect, useState, useSyncExternalStore } from 'react'

const no = () => false
const lessMotion = () => matchMedia('(prefers-reduced-motion: reduce)')

/** True if the visitor has asked the system for less motion. Works only in the browser. */
export const prefersReducedMotion = () => lessMotion().matches

const subscribeTo = (target: () => EventTarget, event: string) => (listener: () => void) => {
  target().addEventListener(event, listener)
  return () => target().removeEventListener(event, listener)
}
const onHydrated = () => no
const onMotionChange = subscribeTo(lessMotion, 'change')
const onVisibilityChange = subscribeTo(() => document, 'visibilitychange')

/** False on the server and during hydration, true afterwards. Parts of a page that differ from the server's HTML depend on it. */
export const useHydrated = () => useSyncExternalStore(onHydrated, () => true, no)

/** The current value of `prefersReducedMotion`. A change renders the component again. False on the server. */
export const useReducedMotion = () => useSyncExternalStore(onMotionChange, prefersReducedMotion, no)

/** True while the tab is in front; false on the server. */
export const useInFront = () => useSyncExternalStore(onVisibilityChange, () => !document.hidden, no)

/** True once `isOn` has been true for this many milliseconds. */
export function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    // Does not set an equal state, because React would render once more before the next paint.
    if (isOn === hasLasted) return
    const timer = setTimeout(() => setHasLasted(isOn), isOn ? milliseconds : 0)
    return () => clearTimeout(timer)
  }, [isOn, hasLasted, milliseconds])
  return isOn && hasLasted
}
