import { data, type LoaderFunctionArgs, type Params } from 'react-router-dom'
import type { OperationName } from '#contract/operations'
import type { Answers, HomeData } from '#contract/schemas'
import type { Sanitize } from '../content/detail'
import { type Api, ApiError } from '../data/api'
import { inGrace } from '../data/page-queries'
import { homeQuery, type Query } from '../data/queries'
import { meaningOf } from '../data/query-client'

/** A page in terms of data: which answer it is made of, and what it shows of it. */
export type Page<Name extends OperationName, T> = {
  query: (params: Params) => Query<Name>
  view: (answer: Answers[Name], args: LoaderFunctionArgs) => T | Promise<T>
}

/** A page's loader, which tells its query to those who prefetch it or keep it fresh. */
export type PageLoader<T> = ((args: LoaderFunctionArgs) => Promise<T>) & { query: (params: Params) => Query }

/** How the loaders get their answers; the server and the browser each make their own. */
export type Site = {
  product: string
  /** Makes a body's HTML safe to insert (spec section 3: bodies are HTML). */
  sanitize: Sanitize
  page: <Name extends OperationName, T extends object>(page: Page<Name, T>) => PageLoader<T>
  /** What a page can do without; `undefined` where it isn't there in time. */
  optional: <Name extends OperationName>(query: Query<Name>) => Promise<Answers[Name] | undefined>
  /** The home data for the header. */
  menuHome: () => Promise<HomeData | undefined>
  /** Spec section 2: the contact page triggers loading of the home data when the goals are missing. */
  requestGoals: () => void
  /** The home data as it comes after the page was served. */
  live: { subscribe: (listener: () => void) => () => void; home: () => HomeData | undefined }
  /** From when the page is that is shown, in milliseconds since 1970, while nothing newer can be had. */
  stale: { subscribe: (listener: () => void) => () => void; since: () => number | undefined }
}

const nothing = { subscribe: () => () => undefined }

/** The site over an API, for one rendering. The home data is asked for once, whoever needs it. */
export function createServerSite(api: Api, { product, sanitize }: Pick<Site, 'product' | 'sanitize'>): Site {
  let home: Promise<HomeData[]> | undefined
  const ask = <Name extends OperationName>(queryKey: Query<Name>): Promise<Answers[Name]> => {
    if (queryKey[0] !== 'homeData') return api({ queryKey })
    home ??= api({ queryKey: homeQuery })
    return home as Promise<Answers[Name]>
  }
  return {
    product,
    sanitize,
    page: ({ query, view }) =>
      Object.assign(
        async (args: LoaderFunctionArgs) => {
          try {
            return await view(await ask(query(args.params)), args)
          } catch (error) {
            throw toResponse(error)
          }
        },
        { query },
      ),
    // Whatever its page is made of, the header is served with it.
    optional: (query) => (query[0] === 'homeData' ? ask(query).catch(() => undefined) : inGrace(ask(query))),
    menuHome: async () => (await ask(homeQuery).catch(() => undefined))?.[0],
    requestGoals: () => undefined,
    live: { ...nothing, home: () => undefined },
    stale: { ...nothing, since: () => undefined },
  }
}

/** Turns a failed call into what the router understands: 404 for what isn't there, 503 for everything else. */
export function toResponse(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  if (meaningOf(error) === 'missing') return notFound()
  return data({ kind: error.kind }, { status: 503, statusText: error.message })
}

export function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' })
}
