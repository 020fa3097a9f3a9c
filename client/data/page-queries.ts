import { hashKey, type QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/query-core'
import type { createBrowserRouter, Params } from 'react-router-dom'
import type { OperationName } from '#contract/operations'
import type { Answers, HomeData } from '#contract/schemas'
import { patience } from './api'
import { answerFromHome, homeQuery, isWhole, type Query } from './queries'
import { meaningOf } from './query-client'
import type { HomeStorage, StoredHome } from './storage'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>

/** The page that is shown: its address and what its loader gave. */
export type Shown = { pathname: string; search: string; pageData: unknown }

/** What a page's loader says of itself: the query of which its page is made. */
export type HasQuery = { query?: (params: Params) => Query }

/** How long after its arrival the home data is shown in an answer's place, in milliseconds. The content changes a few times a day. */
const recentFor = 30 * 60_000

/** How often what has failed is asked again, in milliseconds: who sees it work again shall see it within two seconds. */
const interval = 1_200
/** So many times; then ever more seldom, up to `longestInterval`. */
const quickTries = 50
const longestInterval = 15_000

/** How long a page waits for what it can do without, in milliseconds. */
const grace = 300

/** The key of a page that asks for nothing. */
export const noQuery = ['none'] as unknown as Query

export type PageQueries = ReturnType<typeof createPageQueries>

type Options = {
  client: QueryClient
  product: string
  storage: HomeStorage
  shown: () => Shown | undefined
  /** When the server gave the first page, in milliseconds since 1970. */
  servedAt: number
}

/** What the pages ask the query client, and what it knows of the page that is shown. */
export function createPageQueries({ client, product, storage, shown, servedAt }: Options) {
  const cache = client.getQueryCache()
  const seeds = new WeakSet<object>()
  const doubted = new Set<OperationName>()
  const answers = new WeakMap<object, unknown>()
  let stored: Promise<StoredHome | undefined> | undefined

  /** The query of the page that is shown. Where it has failed or is late it is asked again until an answer comes. */
  const observed = (queryKey: Query): QueryObserverOptions => ({
    queryKey,
    // The first page comes with its content.
    enabled: ({ state }) => state.data !== undefined || state.status === 'error',
    retry: false,
    refetchInterval: ({ state }) => {
      const isFailing = state.error !== null && meaningOf(state.error) !== 'missing' && navigator.onLine
      return isFailing && Math.min(interval * 2 ** Math.max(0, state.errorUpdateCount - quickTries), longestInterval)
    },
  })
  const own = new QueryObserver(client, observed(noQuery))

  /** The home data as it is at hand: of this visit, or stored by an earlier one. */
  async function homeAtHand(): Promise<StoredHome | undefined> {
    const state = client.getQueryState<HomeData[]>(homeQuery)
    const home = state?.data?.[0]
    if (home) return { home, at: state.dataUpdatedAt }
    stored ??= storage.read()
    return stored
  }

  /** The page's answer. Another page is made at once of what the cache or the home data has, and asked for all the same. */
  async function answer(queryKey: Query, { url, signal }: Request): Promise<unknown> {
    const [name, payload] = queryKey
    const filter = { queryKey, exact: true }
    const { pathname, search } = new URL(url)
    const before = shown()
    const isThisPage = before?.pathname === pathname && Boolean(before.pageData)
    const isRefresh = isThisPage && before.search === search
    const isOwn = own.getCurrentQuery().queryHash === hashKey(queryKey)
    // What failed before serves no other visit.
    if (!isOwn)
      client.removeQueries({ ...filter, predicate: (query) => Boolean(query.state.error), fetchStatus: 'idle' })
    const query = cache.build(client, client.defaultQueryOptions({ queryKey }))
    // Not for more of a list, of which more may be shown than the home data has.
    if (!isThisPage && query.state.data === undefined) seed()
    const isRetry = isRefresh && query.state.error !== null
    // "Load more", a search and the language switch need no new call; any other page does (spec section 2).
    const staleTime = isRetry ? 0 : Number.POSITIVE_INFINITY
    const inFlight = client.query({ queryKey, ...(isOwn && { staleTime }) })
    inFlight.catch(() => undefined)
    if (query.state.data !== undefined && !isRetry) return query.state.data
    const cancel = () => void client.cancelQueries(filter)
    signal.addEventListener('abort', cancel)
    try {
      // What is shown is no worse than a fallback.
      return await (isRefresh ? inFlight : orFallback())
    } finally {
      signal.removeEventListener('abort', cancel)
    }

    function seed(): void {
      const { data, dataUpdatedAt = 0 } = client.getQueryState<HomeData[]>(homeQuery) ?? {}
      if (!data?.[0] || doubted.has(name) || Date.now() - dataUpdatedAt > recentFor) return
      const found = answerFromHome(data[0], product, name, payload)
      if (found === undefined || !isWhole(name, found, product)) return
      seeds.add(found as object)
      query.setState({ data: found, dataUpdatedAt, isInvalidated: true })
    }

    async function orFallback(): Promise<unknown> {
      const given = await Promise.race([inFlight.catch(() => undefined), wait(patience)])
      if (given !== undefined || signal.aborted || meaningOf(query.state.error) === 'missing') return given ?? inFlight
      const kept = await homeAtHand()
      const found = kept && answerFromHome(kept.home, product, name, payload)
      if (query.state.data === undefined && found !== undefined && !signal.aborted)
        query.setState({ data: found, dataUpdatedAt: kept?.at ?? 0, isInvalidated: true })
      return query.state.data ?? inFlight
    }
  }

  /** What a page can do without: `undefined` where it isn't there in a moment. */
  async function optional<Name extends OperationName>(queryKey: Query<Name>): Promise<Answers[Name] | undefined> {
    const given = await inGrace(client.query({ queryKey, staleTime: 'static' }))
    const home = given === undefined && queryKey[0] === 'homeData' ? (await homeAtHand())?.home : undefined
    return (home ? [home] : given) as Answers[Name] | undefined
  }

  /** From now on `own` is the query of the page that the router shows. */
  function follow({ state, subscribe }: Router): void {
    const look = ({ matches }: Router['state']) => {
      const { route, params = {} } = matches.at(-1) ?? {}
      const { queryHash, queryKey } = own.getCurrentQuery()
      const next = (route?.loader as HasQuery | undefined)?.query?.(params) ?? noQuery
      if (hashKey(next) === queryHash) return
      // Gives up what is in flight for the page that was left.
      own.setOptions(observed(next))
      if (queryKey[0] !== 'homeData') void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    }
    look(state)
    subscribe(look)
  }

  /** Fetches the home data. The page that the server has made of it just now needs no second look. */
  async function fetchHome(isNew: boolean): Promise<void> {
    const before = shown()?.pageData
    const home = await client.query({ queryKey: homeQuery }).catch(() => undefined)
    if (isNew && before && own.getCurrentQuery().queryHash === hashKey(homeQuery)) answers.set(before, home)
  }

  return {
    client,
    own,
    fetchHome,
    answer,
    optional,
    follow,
    homeAtHand,
    /** The answer that a page's data was made of. */
    answers,
    /** The home data said something else than the API: its answers to this operation are waited for from now on. */
    doubt: (pageData: object) => {
      const [name] = own.getCurrentQuery().queryKey
      if (seeds.has(answers.get(pageData) as object)) doubted.add(name)
    },
    /** From when the page is that is shown, while nothing newer can be had; else `undefined`. */
    staleSince: (): number | undefined => {
      const { data, error, errorUpdateCount, dataUpdatedAt } = own.getCurrentQuery().state
      const isStale = error ? meaningOf(error) !== 'missing' : data === undefined && errorUpdateCount > 0
      return isStale ? dataUpdatedAt || servedAt : undefined
    },
  }
}

/** What a call gives, if it succeeds within a moment. */
export async function inGrace<T>(call: Promise<T>): Promise<T | undefined> {
  return Promise.race([call.catch(() => undefined), wait(grace)])
}

function wait(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined))
}
