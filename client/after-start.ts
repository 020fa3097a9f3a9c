import { type ConfirmOptions, confirmKept } from './confirm-kept'
import { type FreshnessOptions, keepFresh } from './freshness'
import { watchIntent } from './intent'
import { showLetters } from './letters'
import { startServiceWorker } from './service-worker-status'
import { watchSlowness } from './slow-notice'

export type AfterStartOptions = FreshnessOptions & Omit<ConfirmOptions, 'keptAt'> & { keptAt: number | undefined }

/** What begins once the page is there and has the line to itself: a chunk of its own, so that it delays nothing. */
export function afterStart({ keptAt, ...options }: AfterStartOptions): void {
  const { router, fetchAhead } = options
  keepFresh(options)
  if (keptAt !== undefined) void confirmKept({ ...options, keptAt })
  showLetters()
  watchSlowness(router)
  watchIntent((url) => void fetchAhead(router.routes, url))
  // Vite's development pages have no worker: it would keep what is being worked on.
  if (import.meta.env.PROD) void startServiceWorker()
}
