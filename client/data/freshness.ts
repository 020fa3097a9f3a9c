import type { createBrowserRouter } from 'react-router-dom'
import type { Again } from './failed-call'
import type { HomeDataStore } from './home-data'
import { isKept, pageDataOf } from './keep-shown'

type Router = ReturnType<typeof createBrowserRouter>

export type FreshnessOptions = {
  router: Pick<Router, 'state' | 'subscribe' | 'revalidate'>
  homeData: HomeDataStore
  /** The last call of the page that has failed, to be made again; it rejects as long as it fails. */
  failedCall: () => Again | undefined
  /** Told when another page, or this one anew, sets out: its own failures count from then on. */
  forget: () => void
  /** Told before everything is fetched anew. */
  onRenew: () => void
}

/** How often what has failed is asked again, in milliseconds: who sees it work again shall see it within two seconds. */
const interval = 1_200

/** So many times; then ever more seldom, up to `longest`. */
const quickTries = 50
const longest = 15_000

/** So long a renewal is left alone, in milliseconds; the next twice as long, as an API may take its time for each. */
const shortestRenewal = 2 * interval

/** Calls on their way at once, at most: of an API that hangs the oldest is given up. */
const mostProbes = 4

/** After so long out of sight, in milliseconds, what is shown is fetched anew. */
const longAway = 5 * 60_000

/**
 * Keeps what is shown fresh. While it has failed, or is a kept copy, the call that failed is made again until it succeeds, and
 * then the page is loaded anew; given up when the visitor moves on. The same at once when the line or the visitor is back.
 * Returns the way out.
 */
export function keepFresh({ router, homeData, failedCall, forget, onRenew }: FreshnessOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let probes: AbortController[] = []
  let renewal: ReturnType<typeof setTimeout> | undefined
  let renewalLength = shortestRenewal
  let place = router.state.location.key
  let underway: string | undefined
  let hiddenSince = Date.now()
  const ways = new AbortController()
  const { signal } = ways

  const giveUp = () => {
    clearTimeout(timer)
    timer = undefined
    for (const probe of probes) probe.abort()
    probes = []
  }

  const schedule = () => {
    clearTimeout(timer)
    // The first soon: most failures pass in a moment.
    const pause = tries === 0 ? interval / 3 : interval * 2 ** Math.max(0, tries - quickTries)
    timer = setTimeout(() => void probe(), Math.min(pause, longest))
  }

  async function probe(): Promise<void> {
    tries++
    schedule()
    // `online` and `visibilitychange` tell when there is a line and somebody to see it.
    if (!navigator.onLine || document.hidden) return
    const controller = new AbortController()
    probes.push(controller)
    if (probes.length > mostProbes) probes.shift()?.abort()
    try {
      await (failedCall() ?? homeData.refresh)(controller.signal)
    } catch {
      return
    } finally {
      probes = probes.filter((other) => other !== controller)
    }
    if (!controller.signal.aborted && renewal === undefined && isStale(router.state)) await renew()
  }

  async function renew(isOld = homeData.peek() === undefined): Promise<void> {
    const end = () => {
      clearTimeout(renewal)
      renewal = undefined
    }
    end()
    // One that hangs gives way to another, but not one that is only slow: begun anew each time it would never come.
    renewal = setTimeout(end, renewalLength)
    renewalLength *= 2
    onRenew()
    // In this order, as pages are made of the home data too.
    if (isOld) await homeData.refresh().catch(() => undefined)
    await router.revalidate()
    end()
    renewalLength = shortestRenewal
  }

  const wake = (wasAway: boolean) => {
    tries = 0
    if (isStale(router.state)) void probe()
    else if (wasAway) void renew(true)
  }

  const leave = router.subscribe((state) => {
    const before = underway
    underway = (state.navigation.location ?? (state.revalidation === 'idle' ? undefined : state.location))?.key
    if (underway !== undefined && underway !== before) forget()
    if (state.location.key !== place || state.navigation.state !== 'idle') {
      giveUp()
      tries = 0
      place = state.location.key
    }
    if (state.navigation.state !== 'idle' || state.revalidation !== 'idle') return
    if (!isStale(state)) giveUp()
    else if (timer === undefined) schedule()
  })
  addEventListener('online', () => wake(true), { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && wake(true), { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.hidden) hiddenSince = Date.now()
      else wake(Date.now() - hiddenSince > longAway)
    },
    { signal },
  )
  if (isStale(router.state)) schedule()

  return () => {
    leave()
    ways.abort()
    giveUp()
  }
}

/** True when the page that is shown could not be loaded, or is not of now. */
function isStale(state: Router['state']): boolean {
  const hasFailed = Object.values(state.errors ?? {}).some(
    (error: unknown) => typeof error === 'object' && error !== null && 'status' in error && error.status !== 404,
  )
  return hasFailed || isKept(pageDataOf(state))
}
