import type { QueryClient } from '@tanstack/react-query'
import type { HomeData } from '#contract/entities'
import type { QueryKey } from '#contract/operations'
import { ApiError } from '../data/api'
import { homeQuery, placeholderFromHome } from '../data/queries'
import { fallbackDelay, isFailing, retryNow, settled } from '../data/query-client'
import type { HomeStorage } from '../data/storage'
import type { Loaders, ServedPage } from './server-loaders'

type Options = {
  client: QueryClient
  storage: HomeStorage
  product: string
  /** The loader data of the shown page, if the server rendered it. */
  served: () => ServedPage<unknown> | null
  loadSanitizer: () => Promise<unknown>
}

/**
 * Creates the browser's loaders, which wait until a page has data to show. The page reads its query itself (`Page.tsx`). The
 * loader data is null, except for a server-rendered page, whose view is shown until its query has data.
 */
export function createBrowserLoaders({ client, storage, product, served, loadSanitizer }: Options): Loaders {
  const homeData = () => client.getQueryData<HomeData[]>(homeQuery)?.[0]

  /** Puts the stored home data into the cache if the cache has none. */
  async function restoreHome(): Promise<void> {
    const stored = await storage.read()
    if (stored && !homeData()) client.setQueryData(homeQuery, [stored.home], { updatedAt: stored.at })
  }

  /** Waits until the page can show the query's data or, if the query fails or takes longer than `fallbackDelay`, home data. */
  async function untilShowable(queryKey: QueryKey, signal: AbortSignal): Promise<void> {
    // If a call has failed before, calls again at once, so that the visitor does not wait for its next retry.
    const call = client.getQueryState(queryKey)?.fetchFailureCount ? retryNow : settled
    const answered = call(client, queryKey, signal)
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, fallbackDelay))])
    const state = client.getQueryState(queryKey)
    if (!state || state.data !== undefined || (state.error instanceof ApiError && state.error.isNotFound)) return
    await restoreHome()
    const hasFailed = isFailing({ ...state, failureCount: state.fetchFailureCount })
    if (placeholderFromHome(homeData(), product, queryKey, hasFailed) === undefined) await answered
  }

  return {
    page:
      ({ query, prepare }) =>
      async ({ params, request }) => {
        const queryKey = query(params, product)
        const isShownPage = new URL(request.url).pathname === location.pathname
        const shown = isShownPage ? served() : null
        const isReady =
          client.getQueryData(queryKey) !== undefined ||
          // For the shown page the home data is not enough, because the address may ask for more items than it holds.
          (!isShownPage && placeholderFromHome(homeData(), product, queryKey) !== undefined)
        await Promise.all([isReady || untilShowable(queryKey, request.signal), loadSanitizer(), prepare?.()])
        return shown && 'view' in shown ? { ...shown, isOutdated: true } : null
      },
    /** Spec section 2: the contact page triggers loading of the home data when the goals are missing. */
    plain: async () => {
      // The page does not show the home data, so a failure is ignored.
      if (!homeData()?.goals) client.query({ queryKey: homeQuery, staleTime: 0 }).catch(() => undefined)
      return null
    },
    /** Runs only if the server sent no menu entries. The header then shows the menu entries of an earlier visit. */
    navigation: async () => {
      await restoreHome()
      return null
    },
  }
}
