/**
 * The events that tell of a visitor. Of `scroll`, only the page's own counts, because carousels move by themselves. `online` loads
 * failed pictures again, which only hydrated ones do.
 */
const kinds = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'focusin', 'click', 'online']

let isDone = false
let resolve: () => void

/** Resolves at the visitor's first interaction with this document. Never resolves on the server. */
export const interaction = new Promise<void>((done) => {
  resolve = done
})

/** True after the visitor's first interaction. */
export const hasInteracted = () => isDone

/** Ends the wait for an interaction. */
export function interact(): void {
  isDone = true
  for (const kind of kinds) removeEventListener(kind, interact, kind !== 'scroll')
  resolve()
}

// Listens before React, so that React can hydrate the part in which this event happens.
if (!import.meta.env.SSR) for (const kind of kinds) addEventListener(kind, interact, kind !== 'scroll')
