import type { LoaderFunctionArgs } from 'react-router-dom'
import type { HomeData } from '#contract/schemas'
import { createLoaders, type Site } from '../../client/app/loaders'
import type { Api } from '../../client/data/api'
import { createHomeData } from '../../client/data/home-data'

type Calls = { name: string; payload: unknown }[]

/** Loaders over an API that answers what `answers` has, and the calls that they made. */
export function loadersOver(answers: Record<string, unknown>, overrides: Partial<Site> = {}) {
  const calls: Calls = []
  const api = new Proxy({} as Api, {
    ownKeys: () => Object.keys(answers),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: (_, name: string) => async (payload: unknown) => {
      calls.push({ name, payload })
      const answer = answers[name]
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const site: Site = {
    api,
    homeData: createHomeData(api),
    product: 'ugarit',
    sanitize: (html) => `clean ${html}`,
    waitsForNavigation: 'always',
    ...overrides,
  }
  return { loaders: createLoaders(site), calls, site }
}

/** What the router gives to a loader for a page. */
export const at = (path: string, params: Record<string, string> = {}) =>
  ({ request: new Request(new URL(path, 'http://page.invalid')), params }) as unknown as LoaderFunctionArgs

/** So many items, each with slug, title and image. */
export const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `item-${index}`,
    en_title: `Item ${index}`,
    image: 'a.png',
    ...more,
  }))

/** An answer of the home data operation with some of its parts. */
export const home = (parts: object): HomeData[] => [
  { courses: [], courses_categories: [], goals: {}, news: [], blogs: [], events: [], team: [], ...parts } as HomeData,
]

/** What a loader throws when a call fails. */
export const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (reason: { data: unknown; init: { status: number } }) => reason,
  )
