import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router-dom'
import { interaction } from '../components/interaction'
import { retryPictures } from '../components/Picture'
import { retryNow } from '../data/query-client'
import { refreshOnReturn } from '../data/refresh'
import { isSavingData } from '../data/save-data'
import { reportErrors } from './error-reports'
import type { PageHandle } from './routes'
import { startServiceWorker } from './service-worker-status'
import { whenIdle } from './when-idle'

type AfterStartOptions = {
  product: string
  router: ReturnType<typeof createBrowserRouter>
  client: QueryClient
  /** Loads the HTML sanitiser and the code of an item's page. */
  loadItemPage: () => Promise<unknown>
  /** Loads the HTML sanitiser and the code of all pages. */
  loadCode: () => Promise<unknown>
  /** Reads the shown page again. Set if the browser reads pages in place of the API. */
  reload: (() => Promise<void>) | undefined
}

/** Starts everything that can wait until the page is shown. A chunk of its own keeps this code from delaying the page. */
export function afterStart({ product, router, client, loadItemPage, loadCode, reload }: AfterStartOptions): void {
  if (import.meta.env.MODE !== 'static') reportErrors()
  void import('../layout/skeletons.css').catch(() => undefined)
  // In the page's head, this file would take its share of the line from the largest picture.
  void import('../styles/print.css').catch(() => undefined)
  const reloadServed = async () => {
    const { route, params } = router.state.matches.at(-1) ?? {}
    const { query } = (route?.handle ?? {}) as Partial<PageHandle>
    // A page without loader data reads its query and renders new data by itself.
    if (!query || !params || !router.state.loaderData[route?.id ?? '']) return
    await retryNow(client, query(params, product))
    // Runs the loader again, which makes the page read its query from the cache.
    await router.revalidate()
  }
  refreshOnReturn(client, reload ?? reloadServed)
  // Waits until pictures are hydrated whose failure is not yet known.
  addEventListener('online', () => whenIdle(retryPictures))
  // Starts no service worker in development, because it would cache the code that is being edited.
  if (import.meta.env.PROD) void startServiceWorker()
  // Loads code of pages once the service worker has cached it, so that loading needs no bandwidth. Only an item's page is loaded
  // before a visitor is there, because styles and scripts of all pages are a seventh of a first visit's work.
  const loadIdly = (load: () => Promise<unknown>) =>
    void navigator.serviceWorker?.ready.then(() =>
      whenIdle(() => void (isSavingData() || load().catch(() => undefined))),
    )
  loadIdly(loadItemPage)
  void interaction.then(() => loadIdly(loadCode))
}
