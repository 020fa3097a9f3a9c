import { useEffect, useState, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and during hydration, true afterwards: for parts that only script may change. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const lessMotion = '(prefers-reduced-motion: reduce)'

function onMotionChange(listener: () => void): () => void {
  const media = matchMedia(lessMotion)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True when the visitor has asked the system for less motion; false on the server. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(onMotionChange, prefersReducedMotion, () => false)
}

/** The current value for code outside of React, in the browser only. */
export function prefersReducedMotion(): boolean {
  return matchMedia(lessMotion).matches
}

/** True once `isOn` has been true for this many milliseconds. */
export function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    // Sets no state in vain: React would render once more before the next paint.
    if (isOn === hasLasted) return
    const timer = setTimeout(() => setHasLasted(isOn), isOn ? milliseconds : 0)
    return () => clearTimeout(timer)
  }, [isOn, hasLasted, milliseconds])
  return isOn && hasLasted
}
