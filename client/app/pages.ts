import type { ComponentType } from 'react'
import type { Params } from 'react-router-dom'
import type { Locale } from '#contract/locales'
import type { ListKey, OperationName } from '#contract/operations'
import type { Answers, HomeData } from '#contract/schemas'
import { type Entity, slugOf } from '../content/cards'
import type { ListPageData } from '../content/list-page'
import type { ListName } from '../content/lists'
import {
  type AboutPageData,
  categoryName,
  type DetailPageData,
  detailOf,
  type HomePageData,
  homePageOf,
  membersOf,
  relatedIn,
  type Sanitize,
  safeHtml,
  siblingsIn,
} from '../content/page-data'
import { homeQuery, newsQuery, type Query } from '../data/queries'
import { localize } from '../language/localize'
import { contactHead, detailHead, type HeadOf, type LabelledPage, labelHead, listHead } from '../layout/head'

/** Spec section 9: a lazy page has 120 s to load. */
const pageTimeout = 120_000

/** A page's module. `name` is its file name in the build's manifest; `load` imports it. */
export type PageModule<View> = { name: string; load: () => Promise<{ default: ComponentType<View> }> }

export const modules = {
  home: pageModule('HomePage', () => import('../pages/home/HomePage')),
  list: pageModule('ListPage', () => import('../pages/lists/ListPage')),
  detail: pageModule('DetailPage', () => import('../pages/details/DetailPage')),
  about: pageModule('AboutPage', () => import('../pages/about/AboutPage')),
  contact: pageModule('ContactPage', () => import('../pages/contact/ContactPage')),
}

/** Describes a page's module. `load` imports the module once, and imports it again only after a failure. */
function pageModule<View>(name: string, load: PageModule<View>['load']): PageModule<View> {
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

/** Language and address of a page, and the data that its view needs besides the response of its own query. */
export type ViewContext = {
  locale: Locale
  params: Params
  search: URLSearchParams
  home: HomeData | undefined
  /** The items that the page's `listQuery` returned. `undefined` without such a query, or while it loads. */
  list: unknown
  /** Makes a body's HTML safe to insert (spec section 3: bodies are HTML). */
  sanitize: Sanitize
  /** True while only the page's heading is rendered. */
  isHeadingOnly?: boolean
}

/** Defines a page: its module, its head, its query, and the function that makes its view from the query's response. */
export type PageDefinition<Name extends OperationName, View> = {
  module: PageModule<View>
  head: HeadOf<View>
  query: (params: Params) => Query<Name>
  /** Returns `undefined` if the item does not exist. */
  view: (answer: Answers[Name], context: ViewContext) => View | undefined
  /** True if the page can be rendered with its heading alone. */
  startsWithHeading?: boolean
  /** Loads the code that `view` needs. */
  prepare?: () => Promise<unknown>
  /** Returns the query of the item's list if the home data lacks the item. */
  listQuery?: (answer: Answers[Name], home: HomeData | undefined) => Query | undefined
}

// This module is loaded only for lists, because its search code is as large as the code of all other views together.
let lists: typeof import('../content/list-page') | undefined

async function loadLists(): Promise<void> {
  lists ??= await import('../content/list-page')
}

/** The site's pages. Server and browser read the queries in their own ways (`server-loaders.ts`, `Page.tsx`). */
export function createPages(product: string) {
  const homePage: PageDefinition<'homeData', HomePageData> = {
    module: modules.home,
    head: labelHead('home', 'home'),
    query: () => homeQuery,
    startsWithHeading: true,
    view: ([home], { locale }) => home && homePageOf(home, locale),
  }

  const listQueries = {
    courses: ['coursesByCategory', { slug: '' }],
    productNews: newsQuery(product, true),
    aiNews: newsQuery(product, false),
    blogs: ['blogs', undefined],
    freeWorkshops: ['events', { event_type: 'free_workshop' }],
    programmingCompetitions: ['events', { event_type: 'competitions_programming' }],
  } satisfies Record<ListName, Query>

  const listPage = (
    name: Exclude<ListName, 'courses'>,
    section: ListKey,
  ): PageDefinition<'blogs' | 'events' | 'news', ListPageData> => ({
    module: modules.list,
    head: listHead(name, section),
    query: () => listQueries[name],
    prepare: loadLists,
    view: (items, { search, locale }) => lists && { name, ...lists.listPageOf(items, search, locale) },
  })

  const courseList: PageDefinition<'coursesByCategory', ListPageData> = {
    module: modules.list,
    head: listHead('courses', 'courses'),
    query: ({ slug = '' }) => ['coursesByCategory', { slug }],
    prepare: loadLists,
    view: ({ courses, category }, { locale, params, search }) => {
      // Some APIs answer an unknown category with an empty list.
      if (!lists || (params.slug && !category && courses.length === 0)) return undefined
      const page = lists.listPageOf(courses, search, locale)
      return { name: 'courses', ...page, category: category ? categoryName(category, locale) : undefined }
    },
  }

  /** `page` names the page's path, because an event has several pages. `labels` names the labels of the page's head. */
  const detailPage = <Name extends 'course' | 'newsItem' | 'blog' | 'event'>(
    name: Name,
    listKey: ListKey,
    page: DetailPageData['page'] = name,
    labels: LabelledPage = listKey,
  ): PageDefinition<Name, DetailPageData> => ({
    module: modules.detail,
    head: detailHead(labels, listKey),
    query: ({ slug = '' }) => [name, { slug }],
    startsWithHeading: true,
    view: (answer, { locale, params, home, list, sanitize, isHeadingOnly }) => {
      // An item without a slug gets the slug of its address.
      const item: Entity = { ...answer, slug: slugOf(answer) || params.slug }
      const { listName, siblings } = siblingsIn(home, listKey, item, product)
      return {
        page,
        ...detailOf(item, locale, isHeadingOnly ? undefined : sanitize),
        ...(listName && { listName }),
        ...(!isHeadingOnly && relatedIn(siblings ?? list, slugOf(item), locale)),
      }
    },
    listQuery: (answer, home) => {
      const { listName, siblings } = siblingsIn(home, listKey, { ...answer }, product)
      return siblings || !listName ? undefined : listQueries[listName]
    },
  })

  /** Both pages about the institute have the same view (spec section 2). `goal` is the field of `goals` that has the text. */
  const aboutPage = (page: AboutPageData['page'], goal: string): PageDefinition<'homeData', AboutPageData> => ({
    module: modules.about,
    head: labelHead(page, 'about'),
    query: () => homeQuery,
    view: ([home], { locale, sanitize }) => ({
      page,
      text: home?.goals && safeHtml(localize(home.goals, goal, locale), sanitize),
      members: page === 'whoWeAre' ? membersOf(home?.team, locale) : [],
    }),
  })

  return {
    homePage,
    courseList,
    productNewsList: listPage('productNews', 'news'),
    aiNewsList: listPage('aiNews', 'news'),
    blogList: listPage('blogs', 'blogs'),
    workshopList: listPage('freeWorkshops', 'events'),
    competitionList: listPage('programmingCompetitions', 'events'),
    course: detailPage('course', 'courses'),
    newsItem: detailPage('newsItem', 'news'),
    blog: detailPage('blog', 'blogs'),
    event: detailPage('event', 'events'),
    workshop: detailPage('event', 'events', 'freeWorkshop', 'freeWorkshops'),
    competition: detailPage('event', 'events', 'programmingCompetition', 'programmingCompetitions'),

    about: aboutPage('whoWeAre', 'who_we_are'),
    mission: aboutPage('ourMission', 'mission'),
  }
}

/** The contact page shows no content of the API. */
export const contactPage = { module: modules.contact, head: contactHead }

/** Loads the code of every page. `pause` runs before each, because loading all at once would block a slow phone. */
export async function loadPages(pause?: () => Promise<void>): Promise<void> {
  for (const { load } of Object.values(modules)) {
    await pause?.()
    await load()
  }
}
