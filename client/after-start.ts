import { type FreshnessOptions, keepFresh } from './freshness'
import { startServiceWorker } from './service-worker-status'

/** What begins once the page is there and has the line to itself: a chunk of its own, so that it delays nothing. */
export function afterStart(options: FreshnessOptions): void {
  keepFresh(options)
  // Vite's development pages have no worker: it would keep what is being worked on.
  if (import.meta.env.PROD) void startServiceWorker()
}
