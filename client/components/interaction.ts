/**
 * The events that tell of a visitor. Of `scroll`, only the page's own counts, because carousels move by themselves. `online` loads
 * failed pictures again, which only hydrated ones do.
 */
const kinds = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'online']

let resolve: () => void

/** Resolves at the visitor's first interaction with this document. Never resolves on the server. */
export const interaction = new Promise<void>((done) => {
  resolve = done
})

/** Ends the wait for an interaction. */
export function interact(): void {
  // React reads this state at once. A promise itself tells its state too late for a click from script.
  Object.assign(interaction, { status: 'fulfilled' })
  for (const kind of kinds) removeEventListener(kind, interact, kind !== 'scroll')
  resolve()
}

// Listens before React, so that React can hydrate the part in which this event happens.
if (!import.meta.env.SSR) for (const kind of kinds) addEventListener(kind, interact, kind !== 'scroll')
