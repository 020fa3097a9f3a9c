/** Runs this once the browser has nothing else to do; in Safari, which tells nobody of that, a moment later. */
export function whenIdle(run: () => void, options?: IdleRequestOptions): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, options)
  else setTimeout(run, 200)
}
