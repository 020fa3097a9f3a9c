import type { Answers } from '#contract/operations'
import { type Api, createApi, createLocalApi } from './api'
import { answerFromHome, homeQuery } from './queries'
import { longAway } from './query-client'
import { fetchingChanges, type HomeStorage } from './storage'

/** Time after which a file that could not be fetched is fetched again, in milliseconds. */
const retryTime = 10_000

/**
 * Creates the API of a static export: fetches one file with the home data and makes all responses from it. An export changes only when
 * it is replaced. If the file cannot be fetched, the last one therefore stands in, or the home data that an earlier visit stored.
 */
export function createStaticApi(product: string, storage: Pick<HomeStorage, 'read' | 'storedText'>): Api {
  const fetchFile = createApi({
    baseUrl: import.meta.env.BASE_URL,
    product,
    isOwn: true,
    fetch: fetchingChanges((path, init) => fetch(`${path}.json`, init), storage),
  })
  let last: Answers['homeData'] | undefined
  let answer: Promise<Answers['homeData']>
  let freshUntil = -1
  const expire = () => {
    freshUntil = -1
  }
  addEventListener('online', expire)

  async function readFile(): Promise<Answers['homeData']> {
    freshUntil = performance.now() + longAway
    try {
      last = await fetchFile({ queryKey: homeQuery })
    } catch (error) {
      freshUntil = performance.now() + retryTime
      const stored = last ? undefined : await storage.read()
      last ??= stored && [stored.home]
      if (last) return last
      expire()
      throw error
    }
    return last
  }

  return async (call) => {
    if (performance.now() > freshUntil) answer = readFile()
    // A cancelled call may hang, so the next call fetches the file again.
    call.signal?.addEventListener('abort', expire)
    const [home] = await answer
    return createLocalApi((...query) => home && answerFromHome(home, product, query))(call)
  }
}
