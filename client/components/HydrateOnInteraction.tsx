import { type ReactNode, Suspense, use } from 'react'
import { useHydrated } from './browser-state'
import { interaction } from './interaction'

/**
 * Keeps the server's HTML of a part of the first page until the visitor's first interaction, and hydrates it then. Hydrating what
 * is below the screen is a sixth of a first visit's work. Links work meanwhile, and React hydrates a part at once for a click in it.
 */
export function HydrateOnInteraction({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Suspended>{children}</Suspended>
    </Suspense>
  )
}

/** Suspends only hydration. Later renderings have no HTML to keep, and the server renders everything. */
function Suspended({ children }: { children: ReactNode }) {
  const isHydrated = useHydrated()
  // Not in development, where React warns if a later rendering does without `use`.
  if (import.meta.env.PROD && !import.meta.env.SSR && !isHydrated) use(interaction)
  return children
}
