import { redirect } from 'react-router-dom'
import type { Locale } from '#contract/locales'
import type { EventType } from '#contract/operations'
import { type Paths, splitLocale } from '#contract/paths'
import { plainText } from '#contract/plain-text'
import type { CourseCategory, HomeData } from '#contract/schemas'
import {
  type Card,
  cardOf,
  type Entity,
  entitiesOf,
  type Headline,
  headlineOf,
  itemsOf,
  slugOf,
} from '../content/cards'
import { type Detail, detailOf, type Member, memberOf, type SafeHtml, safeHtml } from '../content/detail'
import { pageSize } from '../content/page-size'
import { type Kind, kindOf, type Related, relatedIn } from '../content/related'
import { queryLength, searchItems, wordsOf } from '../content/search'
import { newsPayload } from '../data/api'
import { homeQuery, type Query } from '../data/queries'
import { excerptLength, excerptOf, type LocalText, localize } from '../language/localize'
import { notFound, type Site } from './site'

/** What a home page's slider or ticker carries at most, whatever the content (design section 7). */
export const sliderSize = 24

/** How many categories the header's menu carries at most; "All categories" leads to the rest. */
const menuSize = 50

export type Navigation = { categories: CategoryLink[]; hasBlogs: boolean }
export type CategoryLink = { slug: string; name: LocalText }
/** Items of a slider; `hasMore` when the list has more than it carries. */
export type Slider = { cards: Card[]; hasMore: boolean }

export type HomePageData = {
  news: Headline[]
  hasMoreNews: boolean
  courses: Slider
  events: Slider
  blogs: Slider
  whoWeAre?: LocalText
  mission?: LocalText
}
/** `total` counts what `query`, the visitor's own words, has found; without one, all items. */
export type ListPageData = { cards: Card[]; total: number; category?: LocalText; query?: string }
export type DetailPageData = Detail & Related
export type AboutPageData = { text?: SafeHtml; members: Member[] }
export type MissionPageData = { text?: SafeHtml }

/**
 * The pages' loaders: each names its query, takes one language of the answer, and returns only what the page shows, because what
 * they return is what the HTML carries for hydration. A missing item is thrown as a 404, a failed call as a 503.
 */
export function createLoaders(site: Site) {
  const { page, product, sanitize } = site

  const homePage = page({
    query: () => homeQuery,
    view: ([home], { request }): HomePageData => {
      const locale = localeOf(request)
      const { news, courses, events, blogs, goals } = home as HomeData // a list of one, by the API client
      const items = itemsOf(news)
      const whoWeAre = goals && openingOf(localize(goals, 'who_we_are', locale))
      const mission = goals && openingOf(localize(goals, 'mission', locale))
      return {
        news: items.slice(0, sliderSize).map((item) => headlineOf(item, locale)),
        hasMoreNews: items.length > sliderSize,
        courses: sliderOf(courses, locale),
        events: sliderOf(events, locale),
        blogs: sliderOf(blogs, locale),
        ...(whoWeAre && { whoWeAre }),
        ...(mission && { mission }),
      }
    },
  })

  const list = (...query: Query<'blogs' | 'events' | 'news'>) =>
    page({ query: () => query, view: (items, { request }) => listOf(items, request) })

  const courseList = page({
    query: ({ slug = '' }) => ['coursesByCategory', { slug }],
    view: ({ courses, category }, { request, params }): ListPageData => {
      // Some servers answer an unknown category with an empty list; to a visitor it is just as missing.
      if (params.slug && !category && courses.length === 0) throw notFound()
      const name = category ? categoryName(category, localeOf(request)) : undefined
      return { ...listOf(courses, request), ...(name && { category: name }) }
    },
  })

  const detail = <Name extends 'course' | 'newsItem' | 'blog' | 'event'>(name: Name, listKey: ListKey) =>
    page<Name, DetailPageData>({
      query: ({ slug = '' }) => [name, { slug }],
      view: async (answer, { request, params }) => {
        const locale = localeOf(request)
        // What names nothing itself goes by its address.
        const item: Entity = { ...answer, slug: slugOf(answer) || params.slug }
        const [shown, related] = await Promise.all([
          detailOf(item, locale, sanitize),
          relatedOf(site, item, listKey, locale),
        ])
        return { ...shown, ...related }
      },
    })

  return {
    homePage,
    courseList,
    productNewsList: list('news', newsPayload(product, true)),
    aiNewsList: list('news', newsPayload(product, false)),
    blogList: list('blogs', undefined),
    eventList: (event_type: EventType) => list('events', { event_type }),
    course: detail('course', 'courses'),
    newsItem: detail('newsItem', 'news'),
    blog: detail('blog', 'blogs'),
    event: detail('event', 'events'),

    about: page({
      query: () => homeQuery,
      view: async ([home], { request }): Promise<AboutPageData> => {
        const locale = localeOf(request)
        const text = await goalText(home, 'who_we_are', locale)
        const members = entitiesOf(home?.team).map((member) => memberOf(member, locale))
        return { members: members.filter(({ name }) => name.text !== ''), ...(text && { text }) }
      },
    }),

    mission: page({
      query: () => homeQuery,
      view: async ([home], { request }): Promise<MissionPageData> => {
        const text = await goalText(home, 'mission', localeOf(request))
        return { ...(text && { text }) }
      },
    }),

    contact: async () => {
      site.requestGoals()
      return null
    },

    /** The header's entries; a failure must not take the header away. */
    navigation: async ({ request }: { request: Request }): Promise<Navigation> => {
      const home = await site.menuHome()
      return home ? navigationOf(home, localeOf(request)) : { categories: [], hasBlogs: false }
    },

    /** Spec section 2: paths not listed redirect to the home page, here of the path's own language. */
    redirectHome: (paths: Paths) => () => redirect(paths.home()),
  }

  async function goalText(home: HomeData | undefined, field: 'who_we_are' | 'mission', locale: Locale) {
    return home?.goals && safeHtml(localize(home.goals, field, locale), sanitize)
  }
}

/** The lists of the home data that have pages of their own for their items. */
type ListKey = 'courses' | 'blogs' | 'events' | 'news'

/**
 * What leads on from an item: by the home data where that holds the item, else by the call for its list. A page is whole without
 * it, so it never rejects, and waits no longer than a moment for an API that is slow.
 */
async function relatedOf(site: Site, item: Entity, key: ListKey, locale: Locale): Promise<Related> {
  const slug = slugOf(item)
  const [home] = (await site.optional(homeQuery)) ?? []
  const atHand = entitiesOf(home?.[key])
  const twin = atHand.find((each) => slugOf(each) === slug)
  const kind = kindOf(item, site.product) ?? (twin && kindOf(twin, site.product))
  const list = twin ? atHand.filter((each) => kindOf(each, site.product) === kind) : await fetchList(site, key, kind)
  return { ...(kind && { kind }), ...relatedIn(list, slug, locale) }
}

async function fetchList({ optional, product }: Site, key: ListKey, kind: Kind): Promise<unknown> {
  if (key === 'courses') return (await optional(['coursesByCategory', { slug: '' }]))?.courses
  if (key === 'blogs') return optional(['blogs', undefined])
  if (!kind) return undefined
  if (key === 'news') return optional(['news', newsPayload(product, kind === 'productNews')])
  const event_type = kind === 'programmingCompetitions' ? 'competitions_programming' : 'free_workshop'
  return optional(['events', { event_type }])
}

/** The header's entries in one language. */
export function navigationOf(home: HomeData, locale: Locale): Navigation {
  return {
    categories: itemsOf(home.courses_categories)
      .slice(0, menuSize)
      .map((category) => ({
        slug: slugOf(category),
        name: categoryName(category as CourseCategory, locale),
      })),
    hasBlogs: itemsOf(home.blogs).length > 0,
  }
}

function localeOf(request: Request): Locale {
  return splitLocale(new URL(request.url).pathname)[0]
}

/** `?show=14` and its like (design section 7): a whole number of pages, at least one. */
function shownOf(request: Request): number {
  const asked = Number(new URL(request.url).searchParams.get('show'))
  return Number.isFinite(asked) && asked > pageSize ? Math.ceil(asked / pageSize) * pageSize : pageSize
}

/** `?q=` (the search of lists): the visitor's words, `undefined` when there is none to look for. */
function queryOf(request: Request): string | undefined {
  const query = (new URL(request.url).searchParams.get('q') ?? '').slice(0, queryLength).trim()
  return wordsOf(query).length > 0 ? query : undefined
}

function listOf(list: unknown, request: Request): ListPageData {
  const query = queryOf(request)
  const items = searchItems(itemsOf(list), query ?? '')
  const locale = localeOf(request)
  return {
    cards: items.slice(0, shownOf(request)).map((item) => cardOf(item, locale, excerptLength.list)),
    total: items.length,
    ...(query && { query }),
  }
}

function sliderOf(list: unknown, locale: Locale): Slider {
  const items = itemsOf(list)
  return {
    cards: items.slice(0, sliderSize).map((item) => cardOf(item, locale, excerptLength.slider)),
    hasMore: items.length > sliderSize,
  }
}

function categoryName(category: CourseCategory, locale: Locale): LocalText {
  return localize(category, 'name', locale) ?? { text: slugOf(category) }
}

/** A text's first paragraph, for the home page; the whole has a page of its own. */
function openingOf(value: LocalText | undefined): LocalText | undefined {
  if (!value) return undefined
  const text = value.text.split(/<\/p\s*>/i).find((paragraph) => plainText(paragraph) !== '')
  return excerptOf({ ...value, text: text ?? '' }, excerptLength.statement)
}
