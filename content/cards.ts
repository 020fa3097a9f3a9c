import { objectsIn } from '#contract/json'
import { maxTexts } from '#contract/limits/field-limits'
import type { Locale } from '#contract/locales'
import { hasText } from '#contract/markup/has-text'
import { plainText } from '#contract/markup/plain-text'
import type { ListKey } from '#contract/operations'
import { excerptOf, formatDate, type LocalDate, type LocalText, localize } from './localize'
import { inWords, type Schedule, scheduleOf } from './schedule'

/** An unchecked item of the API. A remote API may return any fields. */
export type Entity = Record<string, unknown>
/** The text and slug of a link to an item. `title` is the slug if the item has no title. */
export type Headline = { slug: string; title: LocalText }
/**
 * The data of an item's card. `image` is the picture's file name or address. `date` is in words: when a course or event starts, or the
 * day on which news was published. Courses and events have a `schedule`, and events a `place`.
 */
export type Card = Headline & {
  excerpt?: LocalText | undefined
  image?: string | undefined
  tags?: string[] | undefined
  date?: LocalDate | undefined
  place?: LocalText | undefined
  schedule?: Schedule | undefined
}

/** The items of a list that have a usable slug. */
export function itemsOf(list: unknown): Entity[] {
  return objectsIn(list).filter((item) => slugOf(item) !== '')
}

/** The longest slug and address of a picture, in characters. Servers refuse requests for longer addresses, such as 16 kB of headers. */
const longestName = 2_000

/**
 * The item's slug for URLs, or an empty string if it has no usable slug. `.` and `..` are steps in a path, even if encoded (URL
 * Standard, "double-dot path segment"), so links with these slugs would lead to other pages.
 */
export function slugOf(entity: object): string {
  const { slug } = entity as Entity
  return typeof slug === 'string' && slug !== '.' && slug !== '..' && slug.length <= longestName ? slug : ''
}

/** An item's title as plain text, or its slug if it has no title. */
export function titleOf(entity: Entity, locale: Locale): LocalText {
  return plainTextOf(localize(entity, 'title', locale)) ?? { text: slugOf(entity) }
}

export function headlineOf(item: Entity, locale: Locale): Headline {
  return { slug: slugOf(item), title: titleOf(item, locale) }
}

/** A localised text without markup, or `undefined` if no text is left. */
export function plainTextOf(value: LocalText | undefined): LocalText | undefined {
  const text = value && plainText(value.text)
  return text ? { ...value, text } : undefined
}

/** Makes the card of an item of a list, with its description cut to `length` characters, at the time `now` or the present. */
export function cardOf(item: Entity, kind: ListKey, locale: Locale, length: number, now?: number): Card {
  const date = formatDate(item.date)
  return {
    ...headlineOf(item, locale),
    tags: tagsOf(item),
    excerpt: excerptOf(localize(item, 'description', locale), length),
    image: imageOf(item),
    date: date && kind !== 'blogs' ? inWords(date, locale, now) : undefined,
    place: kind === 'events' ? plainTextOf(localize(item, 'place', locale)) : undefined,
    schedule: scheduleOf(item, kind, date, now),
  }
}

/** The file name or address of an item's picture, or `undefined` if the item has no picture that could be fetched. */
export function imageOf({ image }: Entity): string | undefined {
  return typeof image === 'string' && image !== '' && image.length <= longestName ? image : undefined
}

/** An item's tags, as many as the contract allows. Values that are not text are dropped. */
export function tagsOf({ tags }: Entity): string[] {
  const texts = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').slice(0, maxTexts) : []
  return texts.map(plainText).filter((text) => hasText(text))
}
