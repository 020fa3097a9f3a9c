import type { Locale } from '#contract/locales'
import { plainText } from '#markup/plain-text'
import { excerptOf, type LocalText, localize } from '../language/localize'

/** An item of the API as it comes: a foreign API may put anything into it. */
export type Entity = Record<string, unknown>
/** An item as links to it name it; `title` is its slug when the content has none. */
export type Headline = { slug: string; title: LocalText }
/** An item as cards show it. `image` is a file name. */
export type Card = Headline & { excerpt?: LocalText; image?: string; tags: string[] }

/** The items of a list that can be linked to. */
export function itemsOf(list: unknown): Entity[] {
  return entitiesOf(list).filter((item) => slugOf(item) !== '')
}

/** A foreign API may put anything into a list; what is no object can't be shown. */
export function entitiesOf(list: unknown): Entity[] {
  return Array.isArray(list) ? list.filter((item): item is Entity => typeof item === 'object' && item !== null) : []
}

/**
 * The item's name in URLs; empty where it has no usable one. `.` and `..` are steps in a path, however they are encoded (URL
 * Standard, "double-dot path segment"), so links to such items would lead to other pages.
 */
export function slugOf(entity: object): string {
  const { slug } = entity as Entity
  return typeof slug === 'string' && slug !== '.' && slug !== '..' ? slug : ''
}

/** An item's title as one line of text; its slug when the content has none. */
export function titleOf(entity: Entity, locale: Locale): LocalText {
  return textOf(localize(entity, 'title', locale)) ?? { text: slugOf(entity) }
}

export function headlineOf(item: Entity, locale: Locale): Headline {
  return { slug: slugOf(item), title: titleOf(item, locale) }
}

/** A localised text without markup; `undefined` when nothing is left. */
export function textOf(value: LocalText | undefined): LocalText | undefined {
  const text = value && plainText(value.text)
  return text ? { ...value, text } : undefined
}

/** An item as cards show it, its description cut to `length` characters. */
export function cardOf(item: Entity, locale: Locale, length: number): Card {
  const short = excerptOf(localize(item, 'description', locale), length)
  const image = imageOf(item)
  return {
    ...headlineOf(item, locale),
    tags: tagsOf(item),
    ...(short && { excerpt: short }),
    ...(image && { image }),
  }
}

/** The file name of an item's picture, if it has one. */
export function imageOf(entity: Entity): string | undefined {
  return typeof entity.image === 'string' && entity.image !== '' ? entity.image : undefined
}

/** An item's tags, without what is no text. */
export function tagsOf({ tags }: Entity): string[] {
  const texts = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
  return texts.map(plainText).filter(Boolean)
}
