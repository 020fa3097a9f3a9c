import type { Locale } from '#contract/locales'
import type { HomeData } from '#contract/schemas'
import { plainText } from '#markup/plain-text'
import { excerptLength, excerptOf, type LocalText, localize } from '../language/localize'
import { cardOf, headlineOf, itemsOf, slugOf, textOf } from './cards'
import type { Detail, Member, Related, SafeHtml } from './detail'

/** The maximum number of items that a slider or the ticker of the home page carries. */
const sliderSize = 24

/** The maximum number of categories in the header's menu; "All categories" leads to the rest. */
const menuSize = 50

export type HomePageData = ReturnType<typeof homePageOf>
export type Navigation = ReturnType<typeof navigationOf>
export type Slider = ReturnType<typeof sliderOf>
/** `page` is the name of the page's path (`Paths`). */
export type DetailPageData = Detail &
  Related & { page: 'course' | 'blog' | 'newsItem' | 'event' | 'freeWorkshop' | 'programmingCompetition' }
export type AboutPageData = { text?: SafeHtml; members: Member[] }
export type MissionPageData = { text?: SafeHtml }

export function homePageOf({ news, courses, events, blogs, goals }: HomeData, locale: Locale) {
  const items = itemsOf(news)
  return {
    news: items.slice(0, sliderSize).map((item) => headlineOf(item, locale)),
    hasMoreNews: items.length > sliderSize,
    courses: sliderOf(courses, locale),
    events: sliderOf(events, locale),
    blogs: sliderOf(blogs, locale),
    whoWeAre: goals && openingOf(localize(goals, 'who_we_are', locale)),
    mission: goals && openingOf(localize(goals, 'mission', locale)),
  }
}

/** The header's menu entries in one language. */
export function navigationOf(home: HomeData, locale: Locale) {
  return {
    categories: itemsOf(home.courses_categories)
      .slice(0, menuSize)
      .map((category) => ({ slug: slugOf(category), name: categoryName(category, locale) })),
    hasBlogs: itemsOf(home.blogs).length > 0,
  }
}

export function categoryName(category: object, locale: Locale): LocalText {
  return textOf(localize(category, 'name', locale)) ?? { text: slugOf(category) }
}

/** The cards of a slider. `hasMore`: the list has more items than the slider carries. */
function sliderOf(list: unknown, locale: Locale) {
  const items = itemsOf(list)
  return {
    cards: items.slice(0, sliderSize).map((item) => cardOf(item, locale, excerptLength.slider)),
    hasMore: items.length > sliderSize,
  }
}

/** A text's first paragraph, for the home page. The full text has a page of its own. */
function openingOf(value: LocalText | undefined): LocalText | undefined {
  if (!value) return undefined
  const text = value.text.split(/<\/p\s*>/i).find((paragraph) => plainText(paragraph) !== '')
  return excerptOf({ ...value, text: text ?? '' }, excerptLength.statement)
}
