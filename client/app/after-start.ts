import { splitLocale } from '#contract/paths'
import { type ConfirmOptions, confirmKept } from '../data/confirm-kept'
import { answerEarly, confirmEarly } from '../data/early-answers'
import { fetchAhead } from '../data/fetch-ahead'
import { type FreshnessOptions, keepFresh } from '../data/freshness'
import { watchIntent } from '../data/intent'
import { isSavingData } from '../data/saving-data'
import { watchSlowness } from '../layout/slow-notice'
import { fetchFaces } from '../styles/faces'
import { startServiceWorker } from './service-worker-status'
import { whenIdle } from './when-idle'

export type AfterStartOptions = FreshnessOptions &
  Omit<ConfirmOptions, 'keptAt'> & {
    /** When the page was fetched, in milliseconds since 1970, where it had been kept. */
    keptAt: number | undefined
    product: string
    /** Loads the code of all pages. */
    loadCode: () => Promise<unknown>
  }

/** What begins once the page is there and has the line to itself: a chunk of its own, so that it delays nothing. */
export function afterStart({ keptAt, product, loadCode, ...options }: AfterStartOptions): void {
  const { router, homeData, fetched, keeping } = options
  keepFresh(options)
  answerEarly(router, keeping, homeData, product)
  confirmEarly(router, keeping)
  if (keptAt !== undefined) void confirmKept({ ...options, keptAt })
  fetchFaces(splitLocale(location.pathname)[0])
  watchSlowness(router)
  watchIntent((url) => void fetchAhead(router.routes, url, fetched, keeping))
  // Vite's development pages have no worker: it would keep what is being worked on.
  if (import.meta.env.PROD) void startServiceWorker()
  // The worker has it all by now, so it takes nothing of the line, and no tap waits until it is read. Where data is saved the worker
  // has only what was visited.
  const read = () => void (isSavingData() || loadCode().catch(() => undefined))
  void navigator.serviceWorker?.ready.then(() => whenIdle(read))
}
