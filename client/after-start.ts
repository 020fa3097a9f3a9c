import type { createAhead } from './ahead'
import { type FreshnessOptions, keepFresh } from './freshness'
import { watchIntent } from './intent'
import { showLetters } from './letters'
import { startServiceWorker } from './service-worker-status'
import { watchSlowness } from './slow-notice'

export type AfterStartOptions = FreshnessOptions & {
  router: { routes: Parameters<FetchAhead>[0] }
  fetchAhead: FetchAhead
}

type FetchAhead = ReturnType<typeof createAhead>['fetchAhead']

/** What begins once the page is there and has the line to itself: a chunk of its own, so that it delays nothing. */
export function afterStart({ fetchAhead, ...options }: AfterStartOptions): void {
  keepFresh(options)
  showLetters()
  watchSlowness(options.router)
  watchIntent((url) => fetchAhead(options.router.routes, url))
  // Vite's development pages have no worker: it would keep what is being worked on.
  if (import.meta.env.PROD) void startServiceWorker()
}
