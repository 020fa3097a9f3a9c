/** Runs a function once the browser is idle; in Safari, which has no `requestIdleCallback`, a moment later. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 200)
}
