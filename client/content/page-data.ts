import type { Locale } from '#contract/locales'
import { pageSize } from '#contract/paths'
import type { CourseCategory, HomeData } from '#contract/schemas'
import { plainText } from '#markup/plain-text'
import { excerptLength, excerptOf, type LocalText, localize } from '../language/localize'
import { type Card, cardOf, type Headline, headlineOf, itemsOf, slugOf, textOf } from './cards'
import type { Detail, Member, SafeHtml } from './detail'
import type { Related } from './related'
import { queryLength, searchItems, wordsOf } from './search'

/** What a home page's slider or ticker carries at most, whatever the content. */
const sliderSize = 24

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

export function homePageOf({ news, courses, events, blogs, goals }: HomeData, locale: Locale): HomePageData {
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

/** A list as its address asks for it: by `?q=`, the visitor's words, and `?show=14`, whole pages of items. */
export function listPageOf(list: unknown, search: URLSearchParams, locale: Locale): ListPageData {
  const asked = (search.get('q') ?? '').slice(0, queryLength).trim()
  const query = wordsOf(asked).length > 0 ? asked : undefined
  const items = searchItems(itemsOf(list), query ?? '')
  return {
    cards: items.slice(0, shownIn(search)).map((item) => cardOf(item, locale, excerptLength.list)),
    total: items.length,
    ...(query && { query }),
  }
}

export function categoryName(category: CourseCategory, locale: Locale): LocalText {
  return textOf(localize(category, 'name', locale)) ?? { text: slugOf(category) }
}

function shownIn(search: URLSearchParams): number {
  const asked = Number(search.get('show'))
  return Number.isFinite(asked) && asked > pageSize ? Math.ceil(asked / pageSize) * pageSize : pageSize
}

function sliderOf(list: unknown, locale: Locale): Slider {
  const items = itemsOf(list)
  return {
    cards: items.slice(0, sliderSize).map((item) => cardOf(item, locale, excerptLength.slider)),
    hasMore: items.length > sliderSize,
  }
}

/** A text's first paragraph, for the home page; the whole has a page of its own. */
function openingOf(value: LocalText | undefined): LocalText | undefined {
  if (!value) return undefined
  const text = value.text.split(/<\/p\s*>/i).find((paragraph) => plainText(paragraph) !== '')
  return excerptOf({ ...value, text: text ?? '' }, excerptLength.statement)
}
