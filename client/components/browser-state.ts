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

/** True when the visitor has asked the system for less motion; in the browser only. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
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
