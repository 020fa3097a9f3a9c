import { redirect } from 'react-router-dom'
import type { Locale } from '#contract/locales'
import type { EventType } from '#contract/operations'
import { type Paths, splitLocale } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import { type Entity, entitiesOf, slugOf } from '../content/cards'
import { detailOf, memberOf, safeHtml } from '../content/detail'
import {
  type AboutPageData,
  categoryName,
  type DetailPageData,
  homePageOf,
  type ListPageData,
  listPageOf,
  type MissionPageData,
  type Navigation,
  navigationOf,
} from '../content/page-data'
import { type Kind, kindOf, type Related, relatedIn } from '../content/related'
import { newsPayload } from '../data/api'
import { homeQuery, type Query } from '../data/queries'
import { localize } from '../language/localize'
import { notFound, type Site } from './site'

/**
 * The pages' loaders: each names its query, takes one language of the answer, and returns only what the page shows, because what
 * they return is what the HTML carries for hydration. A missing item is thrown as a 404, a failed call as a 503.
 */
export function createLoaders(site: Site) {
  const { page, product, sanitize } = site

  const homePage = page({
    query: () => homeQuery,
    // A list of one, by the API client.
    view: ([home], { request }) => homePageOf(home as HomeData, localeOf(request)),
  })

  const list = (...query: Query<'blogs' | 'events' | 'news'>) => page({ query: () => query, view: listOf })

  const courseList = page({
    query: ({ slug = '' }) => ['coursesByCategory', { slug }],
    view: ({ courses, category }, { request, params }): ListPageData => {
      // Some servers answer an unknown category with an empty list; to a visitor it is just as missing.
      if (params.slug && !category && courses.length === 0) throw notFound()
      const name = category ? categoryName(category, localeOf(request)) : undefined
      return { ...listOf(courses, { request }), ...(name && { category: name }) }
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

function localeOf(request: Request): Locale {
  return splitLocale(new URL(request.url).pathname)[0]
}

function listOf(items: unknown, { request }: { request: Request }): ListPageData {
  return listPageOf(items, new URL(request.url).searchParams, localeOf(request))
}
