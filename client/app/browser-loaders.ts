import type { QueryClient } from '@tanstack/react-query'
import type { HomeData } from '#contract/schemas'
import { ApiError } from '../data/api'
import { answerFromHome, homeQuery, placeholderFromHome, type Query } from '../data/queries'
import { patience, settled } from '../data/query-client'
import type { HomeStorage } from '../data/storage'
import type { Loaders, ServedPage } from './server-loaders'

type Options = {
  client: QueryClient
  storage: HomeStorage
  product: string
  /** The loader data of the page that is shown, as long as that is what the server rendered. */
  served: () => ServedPage<unknown> | null
  /** Loads the code that makes bodies safe. */
  loadSanitizer: () => Promise<unknown>
}

/**
 * The browser's loaders make sure that a page has something to show before the router shows it; the page itself reads its query
 * (`Page.tsx`). They give nothing, except for a page that the server rendered: that page, until its query has an answer.
 */
export function createBrowserLoaders({ client, storage, product, served, loadSanitizer }: Options): Loaders {
  const homeData = () => client.getQueryData<HomeData[]>(homeQuery)?.[0]

  /** Puts the home data of an earlier visit into the cache, where this visit has none. */
  async function restoreHome(): Promise<void> {
    const stored = await storage.read()
    if (stored && !homeData()) client.setQueryData(homeQuery, [stored.home], { updatedAt: stored.at })
  }

  /** Waits for the query's answer, or for stored home data in its place once that fails or takes longer than `patience`. */
  async function untilShowable(queryKey: Query, signal: AbortSignal): Promise<void> {
    const answered = settled(client, queryKey, signal)
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patience))])
    const { data, error } = client.getQueryState(queryKey) ?? {}
    if (data !== undefined || (error instanceof ApiError && error.isNotFound)) return
    await restoreHome()
    const home = homeData()
    if (!home || answerFromHome(home, product, queryKey) === undefined) await answered
  }

  return {
    page:
      ({ query, prepare }) =>
      async ({ params, request }) => {
        const queryKey = query(params)
        const isShownPage = new URL(request.url).pathname === location.pathname
        const shown = isShownPage ? served() : null
        const isReady =
          client.getQueryData(queryKey) !== undefined ||
          // More of the page that is shown may be more than the home data has.
          (!isShownPage && placeholderFromHome(homeData(), product, queryKey) !== undefined)
        await Promise.all([isReady || untilShowable(queryKey, request.signal), loadSanitizer(), prepare?.()])
        return shown && 'view' in shown ? { ...shown, isOutdated: true } : null
      },
    /** Spec section 2: the contact page triggers loading of the home data when the goals are missing. */
    contact: async () => {
      // The contact page shows nothing of it.
      if (!homeData()?.goals) client.query({ queryKey: homeQuery, staleTime: 0 }).catch(() => undefined)
      return null
    },
    /** Without the server's entries the header starts with those of an earlier visit. */
    navigation: async () => {
      await restoreHome()
      return null
    },
  }
}
