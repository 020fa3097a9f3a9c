import type { createBrowserRouter, LoaderFunction } from 'react-router-dom'
import { noQuery, type PageQueries } from './page-queries'
import { homeQuery } from './queries'
import { meaningOf } from './query-client'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'revalidate'>

/** After so long out of sight, in milliseconds, what is shown is fetched anew. */
const longAway = 5 * 60_000

/**
 * Keeps the page that is shown fresh: loads it anew when its query has an answer that says something else. That is no new place:
 * focus, scroll and what was announced stay. Where the answer says the same, nothing is rendered. And asks anew when the line or
 * the visitor is back, or at once where the page `isOld`.
 */
export function keepFresh(router: Router, pages: PageQueries, isOld: boolean): void {
  const { client, own } = pages
  let place = router.state.location
  let seen: unknown
  let hiddenSince = Date.now()

  const look = () => {
    const { location, navigation, revalidation, errors, matches, loaderData } = router.state
    if (location !== place) seen = undefined
    place = location
    if (navigation.state !== 'idle' || revalidation !== 'idle') return
    const { data, error } = own.getCurrentQuery().state
    const isMissing = meaningOf(error) === 'missing'
    if (error && !isMissing) return
    const news = error ?? data
    const pageData = loaderData[matches.at(-1)?.route.id ?? '']
    if (news === undefined || news === seen || (pageData && pages.answers.get(pageData) === news)) return
    seen = news
    if (isMissing || errors) {
      if (!errors || !isMissing) void router.revalidate()
    } else void compare()
  }

  async function compare(): Promise<void> {
    const { location, matches, loaderData } = router.state
    const { route, params } = matches.at(-1) ?? {}
    const request = new Request(new URL(location.pathname + location.search, document.location.origin))
    const load = route?.loader as LoaderFunction
    const next = await Promise.resolve(load({ request, params } as Parameters<LoaderFunction>[0])).catch(
      () => undefined,
    )
    const before = loaderData[route?.id ?? '']
    // Both come from the same loader, so what is equal is so letter by letter.
    if (router.state.location !== location || next === undefined || JSON.stringify(next) === JSON.stringify(before))
      return
    if (before) pages.doubt(before)
    await router.revalidate()
  }

  async function refetch(): Promise<void> {
    await client.invalidateQueries({ refetchType: 'none' })
    const isFirst = !client.getQueryData(homeQuery) && !router.state.errors
    const home = client.query({ queryKey: homeQuery }).catch(() => undefined)
    // Without the home data a detail page would lose what leads on from it.
    if (isFirst) await home
    const { queryKey } = own.getCurrentQuery()
    if (queryKey !== noQuery) client.query({ queryKey }).catch(() => undefined)
  }

  const wake = (wasAway: boolean) => {
    if (!wasAway && pages.staleSince() === undefined && !router.state.errors) return
    // What hangs since before is called anew, and who waits for it goes on waiting.
    for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
      void query.cancel({ silent: true })
      query.fetch().catch(() => undefined)
    }
    void refetch()
  }
  addEventListener('online', () => wake(true))
  addEventListener('pageshow', ({ persisted }) => persisted && wake(true))
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenSince = Date.now()
    else wake(Date.now() - hiddenSince > longAway)
  })
  own.subscribe(look)
  router.subscribe(look)
  look()
  if (isOld || router.state.errors) void refetch()
}
