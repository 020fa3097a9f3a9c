import type { Answers } from '#contract/operations'
import { type Api, createApi, createLocalApi } from './api'
import { answerFromHome, homeQuery } from './queries'

/** Time after which the file is fetched again, in milliseconds. */
const lifetime = 10_000

/** Creates the API of a static export: fetches one file with the home data and makes all responses from it. */
export function createStaticApi(product: string): Api {
  const fetchFile = createApi({
    baseUrl: import.meta.env.BASE_URL,
    product,
    fetch: (path, init) => fetch(`${path}.json`, init),
  })
  let file: { fetchedAt: number; answer: Promise<Answers['homeData']> } | undefined
  const forget = () => {
    file = undefined
  }

  return async (call) => {
    if (!file || performance.now() - file.fetchedAt > lifetime) {
      file = { fetchedAt: performance.now(), answer: fetchFile({ queryKey: homeQuery }) }
      file.answer.catch(forget)
    }
    // A cancelled call may hang, so the next call fetches the file again.
    call.signal?.addEventListener('abort', forget)
    const [home] = await file.answer
    return createLocalApi((...query) => home && answerFromHome(home, product, query))(call)
  }
}
