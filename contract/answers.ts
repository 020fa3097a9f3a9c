import { type Entity, entities, type ListKind, type SlugKind } from '#contract/entities'
import { referredKind } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { answeringOf, type OperationName } from '#contract/operations'

type Items = readonly JsonObject[]

export type Answers = ReturnType<typeof createAnswers>

/**
 * Answers operations from the home data: for the server, scenarios, static exports, and pages that wait for the API. The home data
 * may be unchecked. Lists are indexed on first use, so that the time of a look-up does not depend on their length. The same
 * question has the same object for an answer, because representations are cached per object.
 */
export function createAnswers(home: object, product: string) {
  const content = home as JsonObject
  const made = new Map<string, unknown>()
  const once = <Value>(key: string, make: () => Value): Value => {
    if (!made.has(key)) made.set(key, make())
    return made.get(key) as Value
  }

  const itemsOf = (kind: ListKind): Items =>
    once(kind, () => {
      const list = content[kind]
      if (!Array.isArray(list)) return []
      return list.every(isObject) ? list : list.filter(isObject)
    })

  /** Maps the values of a field that tells items apart to the items. The first of several items with one value wins. */
  const indexOf = (kind: ListKind, field: 'slug' | 'id') =>
    once(`${kind}, each by ${field}`, () => {
      const index = new Map<unknown, JsonObject>()
      for (const item of itemsOf(kind)) {
        const value = item[field]
        if (value !== undefined && !index.has(value)) index.set(value, item)
      }
      return index
    })

  /** The item with a slug, or with the same slug in another normal form of Unicode, as keyboards and file systems write it. */
  const bySlug = (kind: ListKind, slug: unknown): JsonObject | undefined => {
    const item = indexOf(kind, 'slug').get(slug)
    if (item || typeof slug !== 'string') return item
    const composed = once(`${kind}, each by composed slug`, () => {
      const all = itemsOf(kind).map((each): [string, JsonObject] => [String(each.slug).normalize(), each])
      // The first of several items with one slug wins.
      return new Map(all.reverse())
    })
    return composed.get(slug.normalize())
  }

  /** Maps the values of a field to the items that have them. An item whose flag is missing counts as one that has false. */
  const groupsOf = (kind: ListKind, stem: string) => {
    const { fields }: Entity = entities[kind]
    const field = stem.replace('{product}', product)
    const groupValue = (item: JsonObject) => {
      const value = item[field]
      if (fields[stem]?.type === 'flag') return value === true
      // A reference may have another normal form of Unicode than the slug.
      return typeof value === 'string' ? value.normalize() : value
    }
    const groups = once(`${kind}, all by ${stem}`, () => {
      const found = new Map<unknown, JsonObject[]>()
      for (const item of itemsOf(kind)) {
        const group = found.get(groupValue(item))
        if (group) group.push(item)
        else found.set(groupValue(item), [item])
      }
      return found
    })
    return (item: JsonObject) => groups.get(groupValue(item)) ?? once(`${kind}, none`, (): JsonObject[] => [])
  }

  const groupOf = (kind: ListKind, field: string, slug: unknown) => {
    if (!slug) return once(`${kind}, all, and no ${field}`, () => ({ [kind]: itemsOf(kind), [field]: null }))
    const other = bySlug(referredKind(kind, field), slug)
    const items = groupsOf(kind, field)({ [field]: other?.slug })
    return other && once(`${kind} of ${field} ${other.slug}`, () => ({ [kind]: items, [field]: other }))
  }

  return {
    /** The items of a list by their slugs. */
    bySlug: (kind: SlugKind) => indexOf(kind, 'slug') as ReadonlyMap<string, JsonObject>,

    /** Returns the `data` of the response, or `undefined` without such an item or list. Does not check the payload. */
    answer: (name: OperationName, payload: unknown): object | undefined => {
      const { item, takesId, list, filteredBy, groupedBy, object } = answeringOf(name)
      const asked = isObject(payload) ? payload : {}
      if (item) {
        const isById = takesId && asked.id !== undefined
        return isById ? indexOf(item, 'id').get(asked.id) : bySlug(item, asked.slug)
      }
      if (list && !Array.isArray(content[list])) return undefined
      if (list && groupedBy) return groupOf(list, groupedBy, asked.slug)
      if (list) return filteredBy ? groupsOf(list, filteredBy)(asked) : itemsOf(list)
      if (object) return isObject(content[object]) ? content[object] : undefined
      return once('homeData', () => [home])
    },
  }
}

/** The list whose slugs an operation accepts. A 404 suggests slugs from it. */
export function slugSource(name: OperationName): SlugKind | undefined {
  const { item, list, groupedBy } = answeringOf(name)
  return list && groupedBy ? referredKind(list, groupedBy) : item
}
