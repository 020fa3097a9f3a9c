import { entities, type Field, type HomeData } from '#contract/entities'
import { objectsIn } from '#contract/json'
import { type Locale, otherLocale } from '#contract/locales'
import type { BodyContext } from '#contract/markup/finish-body'
import { hasText } from '#contract/markup/has-text'
import type { ListKey } from '#contract/operations'
import type { ItemPage, ListName } from '#contract/pages'
import {
  type Card,
  cardOf,
  type Entity,
  type Headline,
  headlineOf,
  imageOf,
  itemsOf,
  plainTextOf,
  slugOf,
  tagsOf,
} from './cards'
import { listNameOf } from './lists'
import {
  excerptLength,
  excerptOf,
  fieldOf,
  formatDate,
  httpUrl,
  type LocalText,
  localize,
  teaser,
  teaserLength,
} from './localize'
import { hasStarted, inWordsWithTime, scheduleOf } from './schedule'

/** The maximum number of items that a slider or the ticker of the home page carries. */
const sliderSize = 24

/** The maximum number of categories in the header's menu; "All categories" leads to the rest. */
const menuSize = 50

export type HomePageData = ReturnType<typeof homePageOf>
export type Navigation = ReturnType<typeof navigationOf>
export type Slider = ReturnType<typeof sliderOf>
export type DetailPageData = ReturnType<typeof detailOf> & Related & { page: ItemPage }
export type AboutPageData = { page: 'whoWeAre' | 'ourMission'; text: SafeHtml | undefined; members: Member[] }

export function homePageOf({ news, courses, events, blogs, goals }: HomeData, locale: Locale, now?: number) {
  const items = itemsOf(news)
  return {
    news: items.slice(0, sliderSize).map((item) => headlineOf(item, locale)),
    hasMoreNews: items.length > sliderSize,
    courses: sliderOf(courses, 'courses', locale, now),
    events: sliderOf(events, 'events', locale, now),
    blogs: sliderOf(blogs, 'blogs', locale, now),
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
  return plainTextOf(localize(category, 'name', locale)) ?? { text: slugOf(category) }
}

/** The cards of a slider. `hasMore` is true if the list has more items than the slider carries. */
function sliderOf(list: unknown, kind: ListKey, locale: Locale, now?: number) {
  const items = itemsOf(list)
  return {
    cards: items.slice(0, sliderSize).map((item) => cardOf(item, kind, locale, excerptLength.slider, now)),
    hasMore: items.length > sliderSize,
  }
}

/** A text's first paragraph, for the home page. The full text has a page of its own. */
function openingOf(value: LocalText | undefined): LocalText | undefined {
  if (!value) return undefined
  const text = value.text.split(/<\/p\s*>/i).find((paragraph) => hasText(paragraph))
  return excerptOf({ ...value, text: text ?? '' }, teaserLength.statement, teaser)
}

/** Sanitised HTML. `locale` is set only if the text is in the other language. */
export type SafeHtml = { html: string; locale?: Locale }

export type Sanitize = (html: string, context: BodyContext) => string

type Fields = { [Kind in ListKey]: (typeof entities)[Kind]['fields'] }[ListKey]
type Names<Rows, Type> = Rows extends unknown
  ? { [Name in keyof Rows]: Rows[Name] extends { type: Type } ? Name : never }[keyof Rows]
  : never

/** The short texts and the links of an item by the names of their fields in `entities`. */
type ShortFields = { [Name in Exclude<Names<Fields, 'text'>, 'title' | 'description'>]?: LocalText | undefined } & {
  [Name in Names<Fields, 'link'>]?: string | undefined
}

function shortFieldsOf(item: Entity, kind: ListKey, locale: Locale): ShortFields {
  const fields: Record<string, Field> = entities[kind].fields
  const read = (name: string, type: string) =>
    type === 'link' ? httpUrl(item[name]) : plainTextOf(localize(item, name, locale))
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { type, isRequired, isLong }]) =>
      type === 'link' || (type === 'text' && !isRequired && !isLong) ? [[name, read(name, type)]] : [],
    ),
  )
}

/**
 * The data of an item's own page. Without `sanitize` it has no description and no body, because these take longer to make. A
 * missing field is `undefined`, so JSON leaves it out of the HTML.
 */
export function detailOf(
  item: Entity,
  kind: ListKey,
  { path, locale, now }: BodyContext & { now?: number | undefined },
  sanitize?: Sanitize,
) {
  const date = formatDate(item.date)
  return {
    ...headlineOf(item, locale),
    tags: tagsOf(item),
    description: sanitize && excerptOf(localize(item, 'description', locale), teaserLength.description, teaser),
    body: sanitize && safeHtml(item, 'body', { path, locale }, sanitize),
    image: imageOf(item),
    date,
    /** The date of other pages than a course's (spec section 2). */
    dateInWords: date && kind !== 'courses' ? inWordsWithTime(date, locale, now) : undefined,
    schedule: scheduleOf(item, kind, date, now),
    ...shortFieldsOf(item, kind, locale),
  }
}

export type Member = ReturnType<typeof membersOf>[number]

/** The members of the team that have a name. */
export function membersOf(team: unknown, locale: Locale) {
  return objectsIn(team).flatMap((member) => {
    const name = plainTextOf(localize(member, 'name', locale))
    const image = imageOf(member)
    const headline = plainTextOf(localize(member, 'headline', locale))
    return name ? [{ name, image, headline, bio: plainTextOf(localize(member, 'bio', locale)) }] : []
  })
}

/**
 * The HTML of a bilingual field, made safe, in one language or, if nothing of it is shown there, in the other. `undefined` if nothing
 * is shown in both.
 */
export function safeHtml(
  entity: object,
  field: string,
  { path, locale }: BodyContext,
  sanitize: Sanitize,
): SafeHtml | undefined {
  for (const language of [locale, otherLocale(locale)]) {
    const value = fieldOf(entity, field, language)
    const html = typeof value === 'string' && value.trim() ? sanitize(value, { path, locale: language }) : ''
    if (hasText(html, true)) return { html, ...(language !== locale && { locale: language }) }
  }
  return undefined
}

/** The links from an item's page to its list and to other items, as far as they are known. */
export type Related = {
  listName?: ListName | undefined
  /** The items before and after this one in its list. */
  previous?: Headline | undefined
  next?: Headline | undefined
  /** The category of a course, if the home data knows it. */
  courseCategory?: Headline | undefined
  /** Other courses of the same category, or other items of the list. */
  related?: Card[] | undefined
}

const relatedSize = 3

/** The name of an item's list and the items of that list. If the home data lacks the item, both can be `undefined`. */
export function siblingsIn(home: HomeData | undefined, key: ListKey, item: Entity, product: string) {
  const nameOf = (each: Entity) => listNameOf(each, key, product)
  const items = objectsIn(home?.[key])
  const own = items.find((each) => slugOf(each) === slugOf(item))
  const listName = nameOf(item) ?? (own && nameOf(own))
  return { listName, siblings: own && items.filter((each) => nameOf(each) === listName) }
}

/** The category of a course. Other items have none. */
export function categoryIn(home: HomeData | undefined, { category }: Entity, locale: Locale): Headline | undefined {
  const found = objectsIn(home?.courses_categories).find((each) => category && slugOf(each) === category)
  return found && { slug: slugOf(found), title: categoryName(found, locale) }
}

/** Finds the item with this slug in a list, and returns its neighbours and related items, those that have not started first. */
export function relatedIn(items: unknown, slug: string, kind: ListKey, locale: Locale, now?: number): Related {
  const list = itemsOf(items)
  const index = list.findIndex((each) => slugOf(each) === slug)
  const item = list[index]
  if (!item) return {}
  const [previous, next] = [list[index - 1], list[index + 1]]
  // Begins after the next item, because the neighbours have links of their own, and continues at the start of the list.
  const others = [...list.slice(index + 2), ...list.slice(0, index + 2)]
    .filter((other) => other !== item && other.category === item.category)
    .slice(0, sliderSize)
  const isPast = (each: Entity) => hasStarted(scheduleOf(each, kind, formatDate(each.date), now)?.state)
  const related = [...others.filter((each) => !isPast(each)), ...others.filter(isPast)]
    .slice(0, relatedSize)
    .map((each) => ({ ...cardOf(each, kind, locale, excerptLength.slider, now), excerpt: undefined, tags: undefined }))
  return {
    previous: previous && headlineOf(previous, locale),
    next: next && headlineOf(next, locale),
    related: related.length > 0 ? related : undefined,
  }
}
