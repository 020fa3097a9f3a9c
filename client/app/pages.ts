import type { Params } from 'react-router-dom'
import type { Locale } from '#contract/locales'
import type { ListKey, OperationName } from '#contract/operations'
import type { Answers, HomeData } from '#contract/schemas'
import { type Entity, entitiesOf, slugOf } from '../content/cards'
import { detailOf, memberOf, relatedIn, type Sanitize, safeHtml, siblingsIn } from '../content/detail'
import type { ListPageData } from '../content/list-page'
import type { ListName } from '../content/lists'
import {
  type AboutPageData,
  categoryName,
  type DetailPageData,
  type HomePageData,
  homePageOf,
  type MissionPageData,
} from '../content/page-data'
import { homeQuery, newsQuery, type Query } from '../data/queries'
import { localize } from '../language/localize'

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
  /** True if only the page's heading is rendered yet. */
  isHeadingOnly?: boolean
}

/** The data of a page: its query, and the view that it makes from the response in one language. */
export type PageDefinition<Name extends OperationName, View> = {
  query: (params: Params) => Query<Name>
  /** `undefined` if the item does not exist. */
  view: (answer: Answers[Name], context: ViewContext) => View | undefined
  /** True if the page can be rendered with its heading alone. */
  startsWithHeading?: boolean
  /** Loads the code that `view` needs. */
  prepare?: () => Promise<unknown>
  /** Returns the query of the item's list if the home data lacks the item. */
  listQuery?: (answer: Answers[Name], home: HomeData | undefined) => Query | undefined
}

// Loaded only for lists, because the search code is as large as all other views together.
let lists: typeof import('../content/list-page') | undefined

async function loadLists(): Promise<void> {
  lists ??= await import('../content/list-page')
}

/** The site's pages. Server and browser read the queries in their own ways (`server-loaders.ts`, `Page.tsx`). */
export function createPages(product: string) {
  const homePage = definePage<'homeData', HomePageData>({
    query: () => homeQuery,
    startsWithHeading: true,
    view: ([home], { locale }) => home && homePageOf(home, locale),
  })

  const listQueries = {
    courses: ['coursesByCategory', { slug: '' }],
    productNews: newsQuery(product, true),
    aiNews: newsQuery(product, false),
    blogs: ['blogs', undefined],
    freeWorkshops: ['events', { event_type: 'free_workshop' }],
    programmingCompetitions: ['events', { event_type: 'competitions_programming' }],
  } satisfies Record<ListName, Query>

  const listPage = (name: Exclude<ListName, 'courses'>) =>
    definePage<'blogs' | 'events' | 'news', ListPageData>({
      query: () => listQueries[name],
      prepare: loadLists,
      view: (items, { search, locale }) => lists && { name, ...lists.listPageOf(items, search, locale) },
    })

  const courseList = definePage<'coursesByCategory', ListPageData>({
    query: ({ slug = '' }) => ['coursesByCategory', { slug }],
    prepare: loadLists,
    view: ({ courses, category }, { locale, params, search }) => {
      // Some APIs answer an unknown category with an empty list.
      if (!lists || (params.slug && !category && courses.length === 0)) return undefined
      const page = { name: 'courses' as const, ...lists.listPageOf(courses, search, locale) }
      return category ? { ...page, category: categoryName(category, locale) } : page
    },
  })

  /** `page` is the name of the page's path; an event has three pages. */
  const detailPage = <Name extends 'course' | 'newsItem' | 'blog' | 'event'>(
    name: Name,
    listKey: ListKey,
    page: DetailPageData['page'] = name,
  ) =>
    definePage<Name, DetailPageData>({
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

  return {
    homePage,
    courseList,
    productNewsList: listPage('productNews'),
    aiNewsList: listPage('aiNews'),
    blogList: listPage('blogs'),
    workshopList: listPage('freeWorkshops'),
    competitionList: listPage('programmingCompetitions'),
    course: detailPage('course', 'courses'),
    newsItem: detailPage('newsItem', 'news'),
    blog: detailPage('blog', 'blogs'),
    event: detailPage('event', 'events'),
    workshop: detailPage('event', 'events', 'freeWorkshop'),
    competition: detailPage('event', 'events', 'programmingCompetition'),

    about: definePage<'homeData', AboutPageData>({
      query: () => homeQuery,
      view: ([home], { locale, sanitize }) => {
        const text = home?.goals && safeHtml(localize(home.goals, 'who_we_are', locale), sanitize)
        const members = entitiesOf(home?.team).map((member) => memberOf(member, locale))
        return { members: members.filter(({ name }) => name.text !== ''), ...(text && { text }) }
      },
    }),

    mission: definePage<'homeData', MissionPageData>({
      query: () => homeQuery,
      view: ([home], { locale, sanitize }) => {
        const text = home?.goals && safeHtml(localize(home.goals, 'mission', locale), sanitize)
        return { ...(text && { text }) }
      },
    }),
  }
}

/** Infers the types of a page's view from its query. */
function definePage<Name extends OperationName, View>(definition: PageDefinition<Name, View>) {
  return definition
}
