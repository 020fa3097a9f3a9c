import { data, type LoaderFunction } from 'react-router-dom'
import { navigationOf, type Sanitize } from '#content/page-data'
import type { Answers, OperationName } from '#contract/operations'
import { splitLocale } from '#contract/paths'
import { type Api, ApiError } from '../data/api'
import { homeQuery, listOf } from '../data/queries'
import type { PageDefinition } from '../layout/page-definition'

/** The data of a server-rendered page. It holds only what the page shows, because the HTML carries it for hydration. */
export type ServedPage<View> =
  | {
      view: View
      /** The fetch time of the stale response shown while the API fails, in milliseconds since 1970. */
      staleSince?: number
      /** Set only in the browser. True if the page must read its own query. */
      isOutdated?: boolean
    }
  | { error: 'missing' | 'failed' }

export type ServerLoaderOptions = {
  product: string
  /** Makes a body's HTML safe. The server passes its own sanitiser. */
  sanitize: Sanitize
  /** If the API fails, returns the fetch time of the page's oldest response, in milliseconds since 1970. */
  staleSince?: (() => number | undefined) | undefined
}

/** The loaders of the routes. Server and browser create their own (`createServerLoaders`, `createBrowserLoaders`). */
export type Loaders = {
  page: <Name extends OperationName, View>(definition: PageDefinition<Name, View>) => LoaderFunction
  /** For pages without content. */
  plain: LoaderFunction
  /** Returns the header's menu entries, or null. */
  navigation: LoaderFunction
}

/** Creates the loaders for one render. Header and page share one fetch of the home data. */
export function createServerLoaders(api: Api, { product, sanitize, staleSince }: ServerLoaderOptions): Loaders {
  let home: Promise<Answers['homeData']> | undefined
  const askHome = () => {
    home ??= api({ queryKey: homeQuery })
    return home
  }
  // If the home data cannot be fetched, the page is rendered without menu entries and links to the previous and next item.
  const optionalHome = async () => (await askHome().catch(() => undefined))?.[0]

  function page<Name extends OperationName, View>({
    query,
    view,
    prepare,
    listQuery,
  }: PageDefinition<Name, View>): LoaderFunction {
    return async ({ params, request }) => {
      try {
        const queryKey = query(params, product)
        const own = queryKey[0] === 'homeData' ? (askHome() as Promise<Answers[Name]>) : api({ queryKey })
        const [answer, homeData] = await Promise.all([own, optionalHome(), prepare?.()])
        const listKey = listQuery?.(answer, homeData, product)
        // The list is optional: it only adds links to the previous and next item.
        const listCall = listKey && api({ queryKey: listKey }).catch(() => undefined)
        const list = listCall && (await Promise.race([listCall, new Promise((late) => setTimeout(late, listTimeout))]))
        const { pathname, searchParams } = new URL(request.url)
        const shown = view(answer, {
          locale: splitLocale(pathname)[0],
          product,
          params,
          search: searchParams,
          home: homeData,
          list: listOf(list),
          sanitize,
        })
        if (shown === undefined) return failed('missing')
        const since = staleSince?.()
        return { view: shown, ...(since !== undefined && { staleSince: since }) } satisfies ServedPage<View>
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return failed(error.isNotFound ? 'missing' : 'failed')
      }
    }
  }

  return {
    page,
    plain: async () => null,
    navigation: async ({ request }) => {
      const homeData = await optionalHome()
      return homeData ? navigationOf(homeData, splitLocale(new URL(request.url).pathname)[0]) : null
    },
  }
}

/** The longest wait for the list that has the previous and next item, in milliseconds. */
const listTimeout = 300

function failed(error: 'missing' | 'failed') {
  return data({ error } satisfies ServedPage<never>, error === 'missing' ? 404 : 503)
}
