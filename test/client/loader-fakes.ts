import type { LoaderFunctionArgs } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { type OperationName, operationAt } from '#contract/operations'
import type { Answers, HomeData } from '#contract/schemas'
import { createBrowserSite } from '../../client/app/browser-site'
import { createLoaders } from '../../client/app/loaders'
import { createServerSite, type Site } from '../../client/app/site'
import { type Api, createApi } from '../../client/data/api'
import { createPageQueries, type Shown } from '../../client/data/page-queries'
import { createQueryClient } from '../../client/data/query-client'
import type { StoredHome } from '../../client/data/storage'

type Calls = { name: string; payload: unknown }[]

/** Loaders of one rendering over an API that answers what `answers` has, and the calls that they made. */
export function loadersOver(answers: Record<string, unknown>, overrides: Partial<Site> = {}) {
  const calls: Calls = []
  const api: Api = async ({ queryKey: [name, payload] }) => {
    calls.push({ name, payload })
    const answer = answers[name]
    if (answer instanceof Error) throw answer
    return answer as Answers[typeof name]
  }
  const sanitize = (html: string) => `clean ${html}`
  const site: Site = { ...createServerSite(api, { product: 'ugarit', sanitize }), ...overrides }
  return { loaders: createLoaders(site), calls, api }
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

type Loaders = ReturnType<typeof createLoaders>
type Opened = Loaders[keyof Pick<Loaders, 'blogList' | 'aiNewsList' | 'course' | 'blog'>]

/** A visitor's pages over an API that answers what `answers` has; `stored` is what an earlier visit has left of the home data. */
export function visitOver(answers: Record<string, unknown>, stored?: StoredHome) {
  vi.stubGlobal('navigator', { onLine: true })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { api, calls } = loadersOver(answers)
  const fetch: typeof globalThis.fetch = async (path, init) => {
    const name = operationAt(String(path)) as OperationName
    const data = await api({ queryKey: [name, init?.body && JSON.parse(String(init.body))] })
    return { ok: true, status: 200, json: async () => ({ data }) } as Response // all that is read of it
  }
  const storage = { read: async () => stored, write: async () => undefined }
  const client = createQueryClient(createApi({ baseUrl: '', fetch }), storage)
  let shown: Shown | undefined
  let show: (state: object) => void = () => undefined
  const pages = createPageQueries({ client, product: 'ugarit', storage, shown: () => shown, servedAt: 1 })
  const subscribe = (listener: (state: object) => void) => {
    show = listener
  }
  pages.follow({ state: { matches: [] }, subscribe } as unknown as Parameters<typeof pages.follow>[0]) // all that it reads
  const stop = pages.own.subscribe(() => undefined)
  onTestFinished(stop)
  const sanitize = (html: string) => html
  const site = createBrowserSite({ client, pages, shown: () => shown, isRendered: true, product: 'ugarit', sanitize })

  /** Opens a page as the router does: what its loader gives is shown. */
  async function open(loader: Opened, path: string, params: Record<string, string> = {}) {
    const pageData = await loader(at(path, params))
    const { pathname, search } = new URL(path, 'http://page.invalid')
    shown = { pathname, search, pageData }
    show({ matches: [{ route: { loader }, params }] })
    return pageData
  }
  return { loaders: createLoaders(site), pages, client, calls, open }
}
