import type { Locale } from '#contract/locales'
import { type ListKey, newsFlag } from '#contract/operations'
import { base } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import {
  excerptLength,
  excerptOf,
  formatDate,
  hasPassed,
  httpUrl,
  type LocalText,
  localize,
} from '../language/localize'
import {
  type Card,
  cardOf,
  type Entity,
  entitiesOf,
  type Headline,
  headlineOf,
  imageOf,
  itemsOf,
  slugOf,
  tagsOf,
  textOf,
} from './cards'
import type { ListName } from './lists'

/** Sanitised HTML, with its language if that is not the page's. */
export type SafeHtml = { html: string; locale?: Locale }

export type Sanitize = (html: string) => string

/** The data of an item's own page. A missing field is `undefined`, so JSON leaves it out of the HTML. */
export type Detail = ReturnType<typeof detailOf>

/** Makes an item's data; without `sanitize` its heading alone, because the texts take longer. */
export function detailOf(item: Entity, locale: Locale, sanitize?: Sanitize) {
  const date = formatDate(item.date)
  return {
    ...headlineOf(item, locale),
    tags: tagsOf(item),
    description: sanitize && excerptOf(localize(item, 'description', locale), excerptLength.description),
    body: sanitize && safeHtml(localize(item, 'body', locale), sanitize),
    image: imageOf(item),
    author: textOf(localize(item, 'author', locale)),
    date,
    /** True if the date had passed when the page was rendered; a cached page may be older. */
    isPast: (date && hasPassed(date)) || undefined,
    hours: typeof item.count === 'number' && item.count > 0 ? item.count : undefined,
    registrationLink: httpUrl(item.registration_link),
    link: httpUrl(item.link),
  }
}

export type Member = ReturnType<typeof memberOf>

/** A member of the team; the name is empty if it has none. */
export function memberOf(member: Entity, locale: Locale) {
  return {
    name: textOf(localize(member, 'name', locale)) ?? { text: '' },
    image: imageOf(member),
    headline: textOf(localize(member, 'headline', locale)),
    bio: textOf(localize(member, 'bio', locale)),
  }
}

/** A body as the page shows it; `undefined` if nothing is left of it. */
export function safeHtml(value: LocalText | undefined, sanitize: Sanitize): SafeHtml | undefined {
  const sanitized = value && sanitize(value.text)
  // Adds `base` to links, because authors write the site's paths without it.
  const html = sanitized?.replace(/(<a [^>]*?href=")\/(?!\/)/g, `$1${base}`)
  return html ? { html, ...(value?.locale && { locale: value.locale }) } : undefined
}

/** Links from an item's page to other items, as far as they are known. */
export type Related = {
  /** The item's list. */
  listName?: ListName | undefined
  /** The items before and after this one in its list. */
  previous?: Headline | undefined
  next?: Headline | undefined
  /** Other courses of the same category, which is named by its slug. */
  related?: { category: string; cards: Card[] } | undefined
}

const relatedSize = 3

/** The list that an item belongs to. There are two of events and two of news: `undefined` if the item does not say in which it is. */
export function listNameOf(item: Entity, key: ListKey, product: string): ListName | undefined {
  if (key === 'courses' || key === 'blogs') return key
  if (key === 'events') {
    if (item.event_type === 'free_workshop') return 'freeWorkshops'
    return item.event_type === 'competitions_programming' ? 'programmingCompetitions' : undefined
  }
  const isOfProduct = item[newsFlag(product)]
  return typeof isOfProduct === 'boolean' ? (isOfProduct ? 'productNews' : 'aiNews') : undefined
}

/** An item's list and its items. Both may be `undefined` if the home data lacks the item. */
export function siblingsIn(
  home: HomeData | undefined,
  key: ListKey,
  item: Entity,
  product: string,
): { listName: ListName | undefined; siblings: Entity[] | undefined } {
  const nameOf = (each: Entity) => listNameOf(each, key, product)
  const items = entitiesOf(home?.[key])
  const own = items.find((each) => slugOf(each) === slugOf(item))
  const listName = nameOf(item) ?? (own && nameOf(own))
  return { listName, siblings: own && items.filter((each) => nameOf(each) === listName) }
}

/** The neighbours and related items, in a list, of the item with this slug. */
export function relatedIn(items: unknown, slug: string, locale: Locale): Related {
  const list = itemsOf(items)
  const place = list.findIndex((each) => slugOf(each) === slug)
  const item = list[place]
  if (!item) return {}
  const [previous, next] = [list[place - 1], list[place + 1]]
  const { category } = item
  // Begins after the item's neighbours, which have links of their own, and wraps round the end of the list.
  const others = [...list.slice(place + 2), ...list.slice(0, place + 2)]
  const cards = others
    .filter((other) => category && other !== item && other.category === category)
    .slice(0, relatedSize)
    .map((other) => cardOf(other, locale, excerptLength.slider))
  return {
    previous: previous && headlineOf(previous, locale),
    next: next && headlineOf(next, locale),
    related: cards.length > 0 ? { category: String(category), cards } : undefined,
  }
}
