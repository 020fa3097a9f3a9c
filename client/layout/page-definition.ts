import type { ComponentType } from 'react'
import type { Params } from 'react-router-dom'
import type { HeadOf } from '#content/head'
import type { LabelKey } from '#content/i18n'
import type { Sanitize } from '#content/page-data'
import type { HomeData } from '#contract/entities'
import type { Locale } from '#contract/locales'
import type { Answers, OperationName, QueryKey } from '#contract/operations'

/**
 * A page without content of the API: its module and its head. `heading` is the label of its heading, which the breadcrumbs show;
 * the heading of an item's or a category's page comes from its view.
 */
export type PlainPage<View = undefined> = {
  module: PageModule<View>
  head: HeadOf<View>
  heading?: LabelKey | undefined
}

/** A page with content: also its query, and the function that makes its view from the query's response. */
export type PageDefinition<Name extends OperationName, View> = PlainPage<View> & {
  query: (params: Params, product: string) => QueryKey<Name>
  /** Returns `missing` if the item does not exist. Throws if the code that `prepare` loads is not loaded. */
  view: (answer: Answers[Name], context: ViewContext) => View | 'missing'
  /** True if the page can be rendered with its heading alone. */
  startsWithHeading?: boolean
  /** Loads the code that `view` needs. */
  prepare?: () => Promise<unknown>
  /** Returns the query of the item's list if the home data lacks the item. */
  listQuery?: (answer: Answers[Name], home: HomeData | undefined, product: string) => QueryKey | undefined
}

/** Language and address of a page, and the data that its view needs besides the response of its own query. */
export type ViewContext = {
  locale: Locale
  product: string
  params: Params
  search: URLSearchParams
  home: HomeData | undefined
  /** The items that the page's `listQuery` returned. `undefined` without such a query, or while it loads. */
  list: unknown
  /** Makes a body's HTML safe to insert (spec section 3: bodies are HTML). */
  sanitize: Sanitize
  /** The time at which the page is made, if that is not the present. */
  now?: number | undefined
  /** True while only the page's heading is rendered. */
  isHeadingOnly?: boolean
}

/** A page's module. `name` is its file name in the build's manifest; `load` imports it. */
export type PageModule<View> = { name: string; load: () => Promise<{ default: ComponentType<View & object> }> }

/** Spec section 9: a lazy page has 120 s to load. */
const pageTimeout = 120_000

/** Describes a page's module. `load` imports the module once, and imports it again only after a failure. */
export function pageModule<View>(name: string, load: PageModule<View>['load']): PageModule<View> {
  // Caches the promise, because `import()` takes time even if the code is loaded.
  let loading: ReturnType<typeof load> | undefined
  const loadOnce = () => {
    loading ??= Promise.race([load(), timeOut()]).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return { name, load: loadOnce }
}

function timeOut(): Promise<never> {
  const timeout = AbortSignal.timeout(pageTimeout)
  return new Promise((_, reject) => timeout.addEventListener('abort', () => reject(timeout.reason)))
}
