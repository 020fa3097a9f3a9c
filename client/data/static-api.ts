import type { QueryClient } from '@tanstack/react-query'
import type { HomeData } from '#contract/schemas'
import { type Api, type ApiOptions, createApi, createLocalApi } from './api'
import { answerFromHome, homeQuery } from './queries'

/** The API of a static export: one file has the home data, and all other answers are made from it. `client` gives the query client. */
export function createStaticApi(
  { product, onHomeData }: Pick<ApiOptions, 'onHomeData'> & { product: string },
  client: () => QueryClient,
): Api {
  const fetchFile = createApi({
    baseUrl: import.meta.env.BASE_URL,
    product,
    onHomeData,
    fetch: (path, init) => fetch(`${path}.json`, init),
  })
  const answer = createLocalApi(async (...query) => {
    const [home] = await client().query<HomeData[]>({ queryKey: homeQuery, staleTime: 10_000 })
    return home && answerFromHome(home, product, query)
  })
  return (call) => (call.queryKey[0] === 'homeData' ? fetchFile(call) : answer(call))
}
