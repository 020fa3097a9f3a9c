/** Runs this once the browser has nothing else to do; in Safari, which tells nobody of that, a moment later. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 200)
}
