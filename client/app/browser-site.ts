import { type QueryClient, QueryObserver } from '@tanstack/query-core'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { Answers, HomeData } from '#contract/schemas'
import { ApiError } from '../data/api'
import type { PageQueries, Shown } from '../data/page-queries'
import { homeQuery } from '../data/queries'
import { meaningOf } from '../data/query-client'
import { type Page, type Site, toResponse } from './site'

type Options = Pick<Site, 'product' | 'sanitize'> & {
  client: QueryClient
  pages: PageQueries
  shown: () => Shown | undefined
  /** Whether the server has rendered the first page, with its header. */
  isRendered: boolean
}

/** The site of a visitor: its pages are made of what the query client has. */
export function createBrowserSite({ client, pages, shown, isRendered, product, sanitize }: Options): Site {
  const observer = new QueryObserver<HomeData[]>(client, { queryKey: homeQuery, enabled: false })
  const home = () => client.getQueryData<HomeData[]>(homeQuery)?.[0]

  function page<Name extends keyof Answers, T extends object>({ query, view }: Page<Name, T>) {
    const load = async (args: LoaderFunctionArgs): Promise<T> => {
      const { request, params } = args
      try {
        const answer = await pages.answer(query(params), request)
        const pageData = await view(answer as Answers[Name], args)
        pages.answers.set(pageData, answer)
        const before = shown()
        if (before && !before.pageData) await untilBusy(request.signal)
        return pageData
      } catch (error) {
        const { pathname, pageData } = shown() ?? {}
        const isShown = pathname === new URL(request.url).pathname && pageData
        // Spec section 8: a failure leaves the data unchanged.
        if (isShown && error instanceof ApiError && meaningOf(error) !== 'missing') return pageData as T
        throw toResponse(error)
      }
    }
    return Object.assign(load, { query })
  }

  return {
    product,
    sanitize,
    page,
    optional: pages.optional,
    menuHome: async () => (isRendered ? (await pages.optional(homeQuery))?.[0] : (await pages.homeAtHand())?.home),
    requestGoals: () => {
      if (!home()?.goals) client.query({ queryKey: homeQuery, staleTime: 0 }).catch(() => undefined)
    },
    live: { subscribe: (listener) => observer.subscribe(listener), home },
    stale: { subscribe: (listener) => pages.own.subscribe(listener), since: pages.staleSince },
  }
}

/** React Router takes an error page away only once it has rendered that another is being loaded. */
async function untilBusy(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && document.querySelector('main[aria-busy="false"]')) await new Promise(requestAnimationFrame)
}
