import type { createBrowserRouter } from 'react-router-dom'
import { splitLocale } from '#contract/paths'
import { keepFresh } from '../data/freshness'
import type { PageQueries } from '../data/page-queries'
import { prefetchOnIntent } from '../data/prefetch'
import { isSavingData } from '../data/saving-data'
import { watchSlowness } from '../layout/slow-notice'
import { fetchFaces } from '../styles/faces'
import { startServiceWorker } from './service-worker-status'
import { whenIdle } from './when-idle'

export type AfterStartOptions = {
  router: ReturnType<typeof createBrowserRouter>
  pages: PageQueries
  /** True for a page that the service worker had kept. */
  isOld: boolean
  /** Loads the code of all pages, and what else is slow the first time. */
  loadCode: () => Promise<unknown>
}

/** What begins once the page is there and has the line to itself: a chunk of its own, so that it delays nothing. */
export function afterStart({ router, pages, isOld, loadCode }: AfterStartOptions): void {
  keepFresh(router, pages, isOld)
  fetchFaces(splitLocale(location.pathname)[0])
  watchSlowness(router)
  prefetchOnIntent(router.routes, pages)
  // Vite's development pages have no worker: it would keep what is being worked on.
  if (import.meta.env.PROD) void startServiceWorker()
  // The worker has it all by now, so it takes nothing of the line, and no tap waits until it is read. Where data is saved the worker
  // has only what was visited.
  const read = () => void (isSavingData() || loadCode().catch(() => undefined))
  void navigator.serviceWorker?.ready.then(() => whenIdle(read))
}
