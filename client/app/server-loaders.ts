import { data, type LoaderFunction, redirect } from 'react-router-dom'
import { navigationOf, type Sanitize } from '#content/page-data'
import { isObject } from '#contract/json'
import { decodeName } from '#contract/markup/body-addresses'
import { type Answers, answeringOf, type OperationName, type QueryKey } from '#contract/operations'
import { segment, splitLocale } from '#contract/paths'
import { ApiError } from '../data/api'
import { homeQuery, listOf } from '../data/queries'
import type { PageDefinition } from '../layout/page-definition'
import type { ServedPage } from './served-page'

export type ServerLoaderOptions = {
  product: string
  /** Makes a body's HTML safe. The server passes its own sanitiser. */
  sanitize: Sanitize
  /** The time at which pages are made, if that is not the present. */
  now?: number | undefined
}

/** An operation's response. If it is stale, `staleSince` is its fetch time, in milliseconds since 1970. */
export type AgedAnswer<Name extends OperationName> = { data: Answers[Name]; staleSince?: number }

/** Asks the content source. Rejects with an ApiError, also if there is no such item. */
export type Ask = <Name extends OperationName>(query: QueryKey<Name>) => Promise<AgedAnswer<Name>>

/** The loaders of the routes. Server and browser create their own (`createServerLoaders`, `createBrowserLoaders`). */
export type Loaders = {
  page: <Name extends OperationName, View>(definition: PageDefinition<Name, View>) => LoaderFunction
  /** For pages without content. */
  plain: LoaderFunction
  /** Returns the header's menu entries, or null. */
  navigation: LoaderFunction
}

/** Creates the loaders for one render. Header and page share one fetch of the home data. */
export function createServerLoaders(ask: Ask, { product, sanitize, now }: ServerLoaderOptions): Loaders {
  let home: Promise<AgedAnswer<'homeData'>> | undefined
  const askHome = () => {
    home ??= ask(homeQuery)
    return home
  }
  // If the home data cannot be fetched, the page is rendered without menu entries and links to the previous and next item.
  const optionalHome = () => askHome().catch(() => undefined)

  function page<Name extends OperationName, View>({
    query,
    view,
    prepare,
    listQuery,
  }: PageDefinition<Name, View>): LoaderFunction {
    return async ({ params, request }) => {
      const asked = params.slug ?? ''
      const pasted = pastedSlug(asked)
      const { pathname, searchParams } = new URL(request.url)
      try {
        const queryKey = query(params, product)
        const askPasted = (error: unknown) => {
          if (pasted === asked || !(error instanceof ApiError && error.isNotFound)) throw error
          return ask(query({ ...params, slug: pasted }, product))
        }
        const own =
          queryKey[0] === 'homeData' ? (askHome() as Promise<AgedAnswer<Name>>) : ask(queryKey).catch(askPasted)
        const [answer, homeAnswer] = await Promise.all([own, optionalHome(), prepare?.()])
        // An item has one address, also if its slug was asked for in another form.
        const slug = slugIn(queryKey[0], answer.data)
        if (slug !== undefined && slug !== asked && [asked.normalize(), pasted].includes(slug.normalize()))
          return redirect(pathname.slice(0, pathname.lastIndexOf('/') + 1) + segment(slug), 301)
        const homeData = homeAnswer?.data[0]
        const listKey = listQuery?.(answer.data, homeData, product)
        // The list is optional: it only adds links to the previous and next item.
        const listCall = listKey && ask(listKey).catch(() => undefined)
        const list =
          listCall &&
          (await Promise.race([listCall, new Promise<undefined>((resolve) => setTimeout(resolve, listTimeout))]))
        const shown = view(answer.data, {
          locale: splitLocale(pathname)[0],
          product,
          params,
          search: searchParams,
          home: homeData,
          list: listOf(list?.data),
          sanitize,
          now,
        })
        if (shown === 'missing') return missing()
        const times = [answer, homeAnswer, list].flatMap((each) => each?.staleSince ?? [])
        return {
          view: shown,
          ...(times.length > 0 && { staleSince: Math.min(...times) }),
        } satisfies ServedPage<View>
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return error.isNotFound ? missing() : data({} satisfies ServedPage<View>, 503)
      }
    }
  }

  return {
    page,
    plain: async () => null,
    navigation: async ({ request }) => {
      const homeData = (await optionalHome())?.data[0]
      return homeData ? navigationOf(homeData, splitLocale(new URL(request.url).pathname)[0]) : null
    },
  }
}

/** The longest wait for the list that has the previous and next item, in milliseconds. */
const listTimeout = 300

/**
 * The slug that a visitor means whose messenger has encoded the address twice, or has taken as a part of it what follows: signs, emojis and
 * invisible marks, an encoded query or fragment, or parameters without a question mark. It is in its composed form (NFC), because another
 * API may know that alone.
 */
function pastedSlug(asked: string): string {
  const text = decodeName(asked).normalize()
  const path = text.replace(/(?:[?#]|&\w+=).*$/s, '')
  return path.replace(/(?:[\p{P}\p{S}\p{Cf}\s]|\ufe0f){1,4}$/u, '') || text
}

/** The slug of the item or category that an answer is about. */
function slugIn(operation: OperationName, answer: unknown): string | undefined {
  const { groupedBy } = answeringOf(operation)
  const item = groupedBy && isObject(answer) ? answer[groupedBy] : answer
  return isObject(item) && typeof item.slug === 'string' ? item.slug : undefined
}

function missing() {
  return data({ view: 'missing' } satisfies ServedPage<never>, 404)
}
