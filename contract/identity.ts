import { fieldsOf, isTitle, kinds } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import type { Locale } from '#contract/locales'
import { hasText } from '#contract/markup/has-text'

/** The fields with an item's title or name. A kind has at most one of them in each language. */
const titleFields = kinds.flatMap((kind) => fieldsOf(kind, '')).filter(isTitle)

/** An item's title or name in `locale`, or in the other language if it has none there, or ''. */
export function titleIn(item: JsonObject, locale: Locale = 'en'): string {
  const [own, others] = [true, false].map((isOwn) => titleFields.filter((field) => (field.locale === locale) === isOwn))
  const texts = [...(own ?? []), ...(others ?? [])].map(({ name }) => item[name])
  return String(texts.find((text) => hasText(text)) ?? '')
}

/** The text that tells an item from the others of its list: its slug, or else its title or name. An only object has none. */
export function identityOf(item: unknown): string {
  if (!isObject(item)) return ''
  return typeof item.slug === 'string' ? item.slug : titleIn(item)
}
