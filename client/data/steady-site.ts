import type { Site } from '../app/loaders'
import type { Api } from './api'
import { type Again, createKeeping, type Keeping, standIn, tryAgain } from './failed-call'
import { createHomeData, type HomeDataStore } from './home-data'
import { createTextStorage } from './text-storage'

export type SteadySite = {
  /** What the loaders work with. */
  site: Pick<Site, 'api' | 'homeData' | 'product' | 'standIn' | 'generation'>
  keeping: Keeping
  /** The last call of the page that has failed, to be made again. */
  failedCall: () => Again | undefined
  /** The page that is shown awaits this call. */
  noteLate: (again: Again) => void
  /** What has failed is of no interest any more. */
  forget: () => void
  /** From now on no answer from before will do. */
  onRenew: () => void
}

/**
 * A visitor's API: failed calls are made again and stood in for, and the home data is kept in the browser. `servedAt` is when the
 * server gave the page, where that was not just now.
 */
export function createSteadySite(rawApi: Api, product: string, servedAt?: number): SteadySite {
  let failed: Again | undefined
  let generation = 0
  const keeping = createKeeping(servedAt)
  const note = (again: Again, signal: AbortSignal) => {
    if (!keeping.isAhead.has(signal)) failed = again
  }
  const api = tryAgain(rawApi, note, async () => navigator.onLine && !(await homeData.kept()))
  const homeData: HomeDataStore = createHomeData(
    api,
    createTextStorage(() => localStorage),
  )
  return {
    site: {
      api,
      homeData,
      product,
      standIn: (remembered) => standIn(remembered, product, keeping, homeData.kept, note),
      generation: () => generation,
    },
    keeping,
    failedCall: () => failed,
    noteLate: (again) => {
      failed = again
    },
    forget: () => {
      failed = undefined
    },
    onRenew: () => {
      generation++
    },
  }
}
