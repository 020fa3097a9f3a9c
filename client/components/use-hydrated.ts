import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while its page is taken over, true afterwards: for what only script may change. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
