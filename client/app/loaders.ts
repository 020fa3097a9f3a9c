import type { LoaderFunctionArgs } from 'react-router-dom'
import { data, redirect } from 'react-router-dom'
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
  imageOf,
  itemsOf,
  slugOf,
  tagsOf,
  textOf,
  titleOf,
} from '../content/cards'
import { pageSize } from '../content/page-size'
import { queryLength, searchItems, wordsOf } from '../content/search'
import { type Api, ApiError, newsPayload } from '../data/api'
import { meaningOf } from '../data/failed-call'
import type { HomeDataStore } from '../data/home-data'
import { inGrace } from '../data/in-grace'
import { rememberLast } from '../data/remember-last'
import {
  excerptLength,
  excerptOf,
  formatDate,
  httpUrl,
  type LocalDate,
  type LocalText,
  localize,
} from '../language/localize'
import { createSurroundings, type ListKey, type Surroundings } from './surroundings'

/** What the loaders work with; the server and the browser each make their own. */
export type Site = {
  api: Api
  homeData: HomeDataStore
  product: string
  /** Makes a body's HTML safe to insert (spec section 3: bodies are HTML). */
  sanitize: (html: string) => string | Promise<string>
  /** How the header waits for the home data: in the browser it fills in when that arrives, on the server it can't. */
  waitsForNavigation: 'always' | 'briefly' | 'never'
  /** What stands in for calls that fail (`client/data/failed-call.ts`), in the browser. */
  standIn?: (api: Api) => Api
  /** Grows when answers from before are no longer good enough. */
  generation?: () => number
}

/** What a home page's slider or ticker carries at most, whatever the content (design section 7). */
export const sliderSize = 24

/** How many categories the header's menu carries at most; "All categories" leads to the rest. */
const menuSize = 50

export type Navigation = { categories: CategoryLink[]; hasBlogs: boolean }
export type CategoryLink = { slug: string; name: LocalText }
/** Items of a slider; `hasMore` when the list has more than it carries. */
export type Slider = { cards: Card[]; hasMore: boolean }
/** HTML that has been through the sanitiser, and its language where it isn't the page's. */
export type SafeHtml = { html: string; locale?: Locale }

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
export type DetailPageData = Surroundings & {
  slug: string
  title: LocalText
  description?: LocalText
  image?: string
  body?: SafeHtml
  tags: string[]
  author?: LocalText
  date?: LocalDate
  hours?: number
  registrationLink?: string
  link?: string
}
export type Member = { name: LocalText; image?: string; headline?: LocalText; bio?: LocalText }
export type AboutPageData = { text?: SafeHtml; members: Member[] }
export type MissionPageData = { text?: SafeHtml }

type Loader<T> = (args: LoaderFunctionArgs) => Promise<T>

/**
 * The pages' loaders: they call the API, take one language of the answer, and return only what the page shows, because what
 * they return is what the HTML carries for hydration. A missing item is thrown as a 404, a failed call as a 503.
 */
export function createLoaders(site: Site) {
  const { homeData, product } = site
  const remembered: Api = { ...rememberLast(site.api, site.generation), homeData: async () => [await homeData.get()] }
  const api = site.standIn?.(remembered) ?? remembered
  const surroundingsOf = createSurroundings(site, rememberLast(site.api, site.generation))
  const homeOf = async ({ signal }: Request) => {
    const [home] = await answered(api.homeData(undefined, { signal }))
    return home as HomeData // a list of one, by the two that may answer
  }

  const homePage: Loader<HomePageData> = async ({ request }) => {
    const locale = localeOf(request)
    const home = await homeOf(request)
    const news = itemsOf(home.news)
    const whoWeAre = home.goals && openingOf(localize(home.goals, 'who_we_are', locale))
    const mission = home.goals && openingOf(localize(home.goals, 'mission', locale))
    const slider = (list: unknown): Slider => {
      const items = itemsOf(list)
      return {
        cards: items.slice(0, sliderSize).map((item) => cardOf(item, locale, excerptLength.slider)),
        hasMore: items.length > sliderSize,
      }
    }
    return {
      news: news.slice(0, sliderSize).map((item) => ({ slug: slugOf(item), title: titleOf(item, locale) })),
      hasMoreNews: news.length > sliderSize,
      courses: slider(home.courses),
      events: slider(home.events),
      blogs: slider(home.blogs),
      ...(whoWeAre && { whoWeAre }),
      ...(mission && { mission }),
    }
  }

  const list = (fetchList: (args: LoaderFunctionArgs) => Promise<unknown>): Loader<ListPageData> => {
    return async (args) => listOf(await answered(fetchList(args)), args.request)
  }

  const courseList: Loader<ListPageData> = async ({ request, params }) => {
    const answer = await answered(api.coursesByCategory({ slug: params.slug ?? '' }, { signal: request.signal }))
    // Some servers answer an unknown category with an empty list; to a visitor it is just as missing.
    if (params.slug && !answer.category && answer.courses.length === 0) throw notFound()
    const name = answer.category ? categoryName(answer.category, localeOf(request)) : undefined
    return { ...listOf(answer.courses, request), ...(name && { category: name }) }
  }

  const detail = (
    fetchItem: (slug: string, options: { signal: AbortSignal }) => Promise<object>,
    listKey: ListKey,
  ): Loader<DetailPageData> => {
    return async ({ request, params }) => {
      const locale = localeOf(request)
      const answer = (await answered(fetchItem(params.slug ?? '', { signal: request.signal }))) as Entity
      // What names nothing itself goes by its address.
      const item: Entity = { ...answer, slug: slugOf(answer) || params.slug }
      const [page, around] = await Promise.all([detailOf(item, locale, site), surroundingsOf(item, listKey, locale)])
      return { ...page, ...around }
    }
  }

  return {
    homePage,
    courseList,
    productNewsList: list(({ request }) => api.news(newsPayload(product, true), { signal: request.signal })),
    aiNewsList: list(({ request }) => api.news(newsPayload(product, false), { signal: request.signal })),
    blogList: list(({ request }) => api.blogs(undefined, { signal: request.signal })),
    eventList: (event_type: EventType) => list(({ request }) => api.events({ event_type }, { signal: request.signal })),
    course: detail((slug, options) => api.course({ slug }, options), 'courses'),
    newsItem: detail((slug, options) => api.newsItem({ slug }, options), 'news'),
    blog: detail((slug, options) => api.blog({ slug }, options), 'blogs'),
    event: detail((slug, options) => api.event({ slug }, options), 'events'),

    about: (async ({ request }) => {
      const locale = localeOf(request)
      const home = await homeOf(request)
      const text = await goalText(home, 'who_we_are', locale)
      const members = entitiesOf(home.team).map((member) => memberOf(member, locale))
      return { members: members.filter(({ name }) => name.text !== ''), ...(text && { text }) }
    }) satisfies Loader<AboutPageData>,

    mission: (async ({ request }) => {
      const text = await goalText(await homeOf(request), 'mission', localeOf(request))
      return { ...(text && { text }) }
    }) satisfies Loader<MissionPageData>,

    /** Spec section 2: when the goals are missing, the contact page triggers loading of the home data. It doesn't wait for it. */
    contact: async () => {
      if (!homeData.peek()?.goals) homeData.refresh().catch(() => undefined)
      return null
    },

    /** The header's entries; a failure must not take the header away. */
    navigation: (async ({ request }) => {
      const home = homeData.peek() ?? (await awaitedHome()) ?? (await homeData.kept())?.home
      return home ? navigationOf(home, localeOf(request)) : { categories: [], hasBlogs: false }
    }) satisfies Loader<Navigation>,

    /** Spec section 2: paths not listed redirect to the home page, here of the path's own language. */
    redirectHome: (paths: Paths) => () => redirect(paths.home()),
  }

  async function awaitedHome(): Promise<HomeData | undefined> {
    if (site.waitsForNavigation === 'never') return undefined
    return site.waitsForNavigation === 'always' ? homeData.get().catch(() => undefined) : inGrace(homeData.get())
  }

  async function goalText(
    home: HomeData,
    field: 'who_we_are' | 'mission',
    locale: Locale,
  ): Promise<SafeHtml | undefined> {
    return home.goals && safeHtml(localize(home.goals, field, locale), site.sanitize)
  }
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

/** Turns a failed call into what the router understands: 404 for what isn't there, 503 for everything else. */
async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (meaningOf(error) === 'missing') throw notFound()
    throw data({ kind: error.kind }, { status: 503, statusText: error.message })
  }
}

function notFound() {
  return data(null, { status: 404, statusText: 'Not Found' })
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

function categoryName(category: CourseCategory, locale: Locale): LocalText {
  return localize(category, 'name', locale) ?? { text: slugOf(category) }
}

/** A text's first paragraph, for the home page; the whole has a page of its own. */
function openingOf(value: LocalText | undefined): LocalText | undefined {
  if (!value) return undefined
  const text = value.text.split(/<\/p\s*>/i).find((paragraph) => plainText(paragraph) !== '')
  return excerptOf({ ...value, text: text ?? '' }, excerptLength.statement)
}

async function detailOf(item: Entity, locale: Locale, { sanitize }: Site): Promise<DetailPageData> {
  const optional = {
    description: excerptOf(localize(item, 'description', locale), 155),
    image: imageOf(item),
    body: await safeHtml(localize(item, 'body', locale), sanitize),
    author: textOf(localize(item, 'author', locale)),
    date: formatDate(item.date),
    hours: typeof item.count === 'number' && item.count > 0 ? item.count : undefined,
    registrationLink: httpUrl(item.registration_link),
    link: httpUrl(item.link),
  }
  return { slug: slugOf(item), title: titleOf(item, locale), tags: tagsOf(item), ...defined(optional) }
}

function memberOf(member: Entity, locale: Locale): Member {
  const optional = {
    image: imageOf(member),
    headline: textOf(localize(member, 'headline', locale)),
    bio: textOf(localize(member, 'bio', locale)),
  }
  return { name: textOf(localize(member, 'name', locale)) ?? { text: '' }, ...defined(optional) }
}

async function safeHtml(value: LocalText | undefined, sanitize: Site['sanitize']): Promise<SafeHtml | undefined> {
  const html = value && (await sanitize(value.text))
  return html ? { html, ...(value.locale && { locale: value.locale }) } : undefined
}

/** Without the keys whose value is `undefined`: the HTML carries the rest as JSON, and types are exact about absence. */
function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }
}
