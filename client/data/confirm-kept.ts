import type { createBrowserRouter } from 'react-router-dom'
import type { Fetched } from './ahead'
import { type Again, type Keeping, patience, wait } from './failed-call'
import { decide, fetchAhead } from './fetch-ahead'
import type { HomeDataStore } from './home-data'
import { isKept, pageDataOf } from './keep-shown'

export type ConfirmOptions = {
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'revalidate' | 'routes'>
  homeData: HomeDataStore
  fetched: Fetched
  keeping: Keeping
  /** When the page that is shown was fetched, in milliseconds since 1970. */
  keptAt: number
  /** Told of an answer that is still on its way when it is no longer waited for. */
  noteLate: (again: Again) => void
  /** Told that it has failed after all. */
  forget: () => void
}

/**
 * Asks the API, unseen, whether a page that the service worker had kept is as it would be now. Only what has changed is shown:
 * the page anew, that there is none any more, or, where no answer can be had, how old it is (`components/KeptNotice.tsx`).
 * From then on `client/data/freshness.ts` goes on with it. Where nothing has changed, nothing is rendered or said.
 */
export async function confirmKept(options: ConfirmOptions): Promise<void> {
  const { router, homeData, fetched, keeping, keptAt, noteLate, forget } = options
  const { location } = router.state
  const before = pageDataOf(router.state)
  // Of what the page shows nothing comes from the API.
  if (typeof before !== 'object' || before === null) return
  const url = new URL(location.pathname + location.search, document.location.origin)
  // In this order: without the home data a detail page would lose what leads on from it.
  const answer = (async () => {
    await homeData.get().catch(() => undefined)
    return fetchAhead(router.routes, url, fetched, keeping)
  })()
  const outcome = await Promise.race([answer.then(textOf, () => 'gone'), wait(patience)])
  const { state } = router
  if (state.location.key !== location.key || state.navigation.state !== 'idle') return
  if (outcome === textOf(before)) return
  const isLate = outcome === undefined
  decide(fetched, url, isLate ? Promise.resolve({ ...before, isKept: true, keptAt }) : answer)
  await router.revalidate()
  if (!isLate) return
  // Who keeps the page fresh waits for it too, and then it is there: asked for again it would be as late again.
  const arrival = answer.then((pageData) => {
    if (isKept(pageData)) throw new Error('it has failed')
    decide(fetched, url, answer)
  })
  arrival.catch(forget)
  noteLate(() => arrival)
}

/** Both come from the same loaders, so what is equal is so letter by letter. */
function textOf(pageData: unknown): string {
  return JSON.stringify(pageData) ?? ''
}
