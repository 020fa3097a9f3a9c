import type { QueryClient } from '@tanstack/react-query'
import type { HomeData } from '#contract/entities'
import type { QueryKey } from '#contract/operations'
import { ApiError } from '../data/api'
import { homeQuery, placeholderFromHome } from '../data/queries'
import { fallbackDelay, isFailing, retryNow, settled } from '../data/query-client'
import type { HomeStorage } from '../data/storage'
import type { ServedPage } from './served-page'
import type { Loaders } from './server-loaders'

type Options = {
  client: QueryClient
  storage: HomeStorage
  product: string
  /** The path of the shown page, and its loader data, which is not null only if the server rendered it. */
  shownPage: () => { pathname: string; served: ServedPage<unknown> | null } | undefined
  loadSanitizer: () => Promise<unknown>
}

/**
 * Creates the browser's loaders, which wait until a page has data to show. The page reads its query itself (`use-page.ts`). The
 * loader data is null, except for a server-rendered page, whose view is shown until its query has data.
 */
export function createBrowserLoaders({ client, storage, product, shownPage, loadSanitizer }: Options): Loaders {
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
        const { pathname } = new URL(request.url)
        const shown = shownPage()
        const served = shown?.pathname === pathname ? shown.served : null
        // After Back or Forward the browser's address has changed already.
        const hasAddress = pathname === location.pathname
        const isReady =
          client.getQueryData(queryKey) !== undefined ||
          // The home data is not enough for the shown page and after Back, because the address may ask for more items than it holds.
          (!hasAddress && placeholderFromHome(homeData(), product, queryKey) !== undefined)
        await Promise.all([isReady || untilShowable(queryKey, request.signal), loadSanitizer(), prepare?.()])
        return served?.view ? { ...served, isOutdated: true } : null
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
