import type { LoaderFunction, LoaderFunctionArgs } from 'react-router-dom'
import { loadMessages } from '#content/i18n'
import type { Navigation, Sanitize } from '#content/page-data'
import type { HomeData } from '#contract/entities'
import type { Answers, OperationName } from '#contract/operations'
import { definitions } from '../../client/app/pages'
import type { ServedPage } from '../../client/app/served-page'
import { type Ask, createServerLoaders } from '../../client/app/server-loaders'
import { type Api, ApiError } from '../../client/data/api'
import type { PageDefinition } from '../../client/layout/page-definition'

// Dates are put into words.
await Promise.all([loadMessages('en'), loadMessages('ar')])

/** Makes an API with the given responses, and the list of its calls. A response that is an error is thrown. */
export function apiOver(answers: Record<string, unknown>) {
  const calls: { name: string; payload: unknown }[] = []
  const api: Api = async ({ queryKey: [name, payload] }) => {
    calls.push({ name, payload })
    const answer = answers[name]
    if (answer instanceof Error) throw answer
    return answer as Answers[typeof name]
  }
  return { api, calls }
}

/** Makes the function with which the server's loaders ask an API for fresh answers. */
export function askOf(api: Api): Ask {
  return async (queryKey) => {
    const data = await api({ queryKey })
    if (data === undefined) throw new ApiError(queryKey[0], 'status', 404, 'not found')
    return { data }
  }
}

type Pages = typeof definitions
type Views = {
  [Name in keyof Pages]: Pages[Name] extends PageDefinition<infer _, infer View>
    ? (args: LoaderFunctionArgs) => Promise<View>
    : never
}

/** Makes the views of one rendering with an API that has the given responses, and the list of the API's calls. */
export function viewsOver(answers: Record<string, unknown>, sanitize: Sanitize = (html) => `clean ${html}`) {
  const { api, calls } = apiOver(answers)
  const loaders = createServerLoaders(askOf(api), { product: 'ugarit', sanitize })

  /** Returns the view of a page. Rejects with the loader's result if that is no view. */
  const view = <Name extends OperationName, View>(definition: PageDefinition<Name, View>) => {
    const load = loaders.page(definition)
    return async (args: LoaderFunctionArgs): Promise<View> => {
      const served = (await load(args)) as ServedPage<View>
      if (!('view' in served)) throw served
      // Removes keys with the value `undefined`, as the JSON in the HTML does.
      return JSON.parse(JSON.stringify(served.view)) as View
    }
  }
  const navigation = (args: LoaderFunctionArgs) =>
    (loaders.navigation as LoaderFunction)(args) as Promise<Navigation | null>
  const views = Object.fromEntries(
    Object.entries(definitions).map(([name, page]) => [name, view(page as PageDefinition<OperationName, unknown>)]),
  ) as Views
  return { views: { ...views, navigation }, calls }
}

/** Makes the arguments that the router passes to a page's loader. */
export const at = (path: string, params: Record<string, string> = {}) =>
  ({ request: new Request(new URL(path, 'http://page.invalid')), params }) as unknown as LoaderFunctionArgs

/** Makes `count` items, each with slug, title and image. */
export const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    slug: `item-${index}`,
    en_title: `Item ${index}`,
    image: 'a.png',
    ...more,
  }))

/** Makes a response of the home data operation with some of its parts. */
export const home = (parts: object): HomeData[] => [
  { courses: [], courses_categories: [], goals: {}, news: [], blogs: [], events: [], team: [], ...parts } as HomeData,
]
