import type { HomeData } from '#contract/schemas'
import { type Api, createApi, createLocalApi } from './api'
import { answerFromHome, homeQuery } from './queries'

/** The API of a static export: one file has the home data, and all other answers are made of it. */
export function createStaticApi(product: string): Api {
  const api = createApi({
    baseUrl: import.meta.env.BASE_URL,
    product,
    fetch: (path, init) => fetch(`${path}.json`, init),
  })
  return async (context) => {
    const { queryKey, client } = context
    if (!client || queryKey[0] === 'homeData') return api(context)
    const [home] = (await client.query({ queryKey: homeQuery, staleTime: 10_000 })) as [HomeData]
    return createLocalApi((name, payload) => answerFromHome(home, product, name, payload))({ queryKey })
  }
}
