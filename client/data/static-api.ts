import { type Api, createApi, createLocalApi } from './api'
import { answerFromHome, homeQuery } from './queries'

/**
 * Creates the API of a static export: makes all responses from one file with the home data. Fetches it for each call, because the
 * browser's HTTP cache has it.
 */
export function createStaticApi(product: string): Api {
  const fetchFile = createApi({
    baseUrl: import.meta.env.BASE_URL,
    product,
    fetch: (path, init) => fetch(`${path}.json`, init),
  })
  return async (call) => {
    const [home] = await fetchFile({ ...call, queryKey: homeQuery })
    return createLocalApi((...query) => home && answerFromHome(home, product, query))(call)
  }
}
