import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '#contract/entities'
import { fieldsOf, kinds } from '#contract/fields'
import { asList, isObject, type JsonObject, objectsIn } from '#contract/json'
import { hiddenDifference, lookOf } from '#contract/text/unicode'
import { describe } from '#contract/violations'
import { type Finding, finding } from './findings'

/** The fields of an item that are compared with the home data, and the number of items without a readable slug there. */
export type Comparable = { fieldsOf: (item: JsonObject) => readonly string[]; nameless: number }

/**
 * Compares a list with all items of its kind in the home data. Finds missing, additional and repeated items, items without the
 * payload's field and value, and fields of `fieldsOf` with different values. Ignores the order. `what` names the items in messages.
 * As many items as have no readable slug on the other side may be missing or additional, because the slug is told already.
 */
export function compareList(
  list: readonly unknown[],
  home: readonly JsonObject[],
  what: string,
  payload: JsonObject,
  { fieldsOf, nameless }: Comparable,
  pointer: string,
): Finding[] {
  const [[field, value] = []] = Object.entries(payload)
  const expected = field === undefined ? home : home.filter((item) => item[field] === value)
  if (list.length === 0 && expected.length > 0) {
    const wanted = `the ${what} that homeData has (${expected.length})`
    return [finding('list.empty', pointer, wanted, 'an empty list')]
  }
  const bySlug = indexBySlug(home)
  const findings = duplicates(list, pointer)
  const unknown: Finding[] = []
  const seen = new Set<unknown>()
  list.forEach((item, index) => {
    if (!isObject(item)) return
    seen.add(item.slug)
    const itemPointer = `${pointer}/${index}`
    if (field !== undefined && item[field] !== value) {
      const wanted = `${JSON.stringify(value)}, as asked`
      findings.push(finding('list.item-misplaced', `${itemPointer}/${field}`, wanted, describe(item[field])))
    }
    const reference = typeof item.slug === 'string' ? bySlug.get(item.slug) : undefined
    if (reference)
      for (const each of compareFields(item, reference, fieldsOf(reference), itemPointer)) findings.push(each)
    else if (typeof item.slug === 'string') {
      const wanted = `the slug of one of homeData's ${what}`
      unknown.push(finding('list.item-unknown', `${itemPointer}/slug`, wanted, describe(item.slug)))
    }
  })
  const missing = expected.flatMap(({ slug }): Finding[] => {
    if (typeof slug !== 'string' || seen.has(slug)) return []
    const wanted = `all ${what} that homeData has`
    return [finding('list.item-missing', pointer, wanted, `none with the slug "${slug}"`, { item: slug })]
  })
  const isNamed = (item: unknown) => isObject(item) && typeof item.slug === 'string'
  const unnamed = list.filter((item) => !isNamed(item)).length
  return [...findings, ...(unknown.length > nameless ? unknown : []), ...(missing.length > unnamed ? missing : [])]
}

/** Compares the contract's own fields of one item with the same item in the home data. */
export function compareFields(
  item: JsonObject,
  reference: JsonObject,
  fields: readonly string[],
  pointer: string,
): Finding[] {
  return fields
    .filter((field) => !isDeepStrictEqual(filledValue(item, field), filledValue(reference, field)))
    .map((field) => {
      const [found, wanted] = contrast(item[field], reference[field])
      return finding('item.differs', `${pointer}/${field}`, `what homeData has at the same item: ${wanted}`, found)
    })
}

/** The value of a field. An empty text is the same as none. */
function filledValue(item: JsonObject, field: string): unknown {
  return item[field] === '' ? undefined : item[field]
}

/** Finds items that repeat the slug or id of an earlier item. */
export function duplicates(list: readonly unknown[], pointer: string): Finding[] {
  return (['slug', 'id'] as const).flatMap((field) => {
    const first = new Map<unknown, number>()
    return list.flatMap((item, index): Finding[] => {
      const value = isObject(item) ? item[field] : undefined
      if (value === undefined || value === null) return []
      const earlier = first.get(value)
      if (earlier === undefined) {
        first.set(value, index)
        return []
      }
      const found = `${describe(value)}, which ${pointer}/${earlier}/${field} has already`
      return [finding('list.duplicate', `${pointer}/${index}/${field}`, `its own ${field}`, found)]
    })
  })
}

/**
 * Finds references to unknown items in the home data, as courses of unknown categories. `namelessOf` returns how many items of a
 * kind have no readable slug; as many may be referred to.
 */
export function unknownReferences(home: JsonObject, product: string, namelessOf: (kind: Kind) => number): Finding[] {
  return kinds.flatMap((kind) =>
    fieldsOf(kind, product).flatMap(({ name, of }) => {
      if (!of) return []
      const slugs = new Set(objectsIn(home[of]).map(({ slug }) => slug))
      const looks = new Map(Array.from(slugs, (slug) => [lookOf(String(slug)), String(slug)]))
      const unknown = new Set<string>()
      const findings = asList(home[kind]).flatMap((item, index): Finding[] => {
        const slug = isObject(item) ? item[name] : undefined
        if (typeof slug !== 'string' || slugs.has(slug)) return []
        unknown.add(slug)
        const expected = `the slug of one of ${of}`
        const twin = looks.get(lookOf(slug))
        const found = describe(slug) + (twin === undefined ? '' : `, with ${hiddenDifference(slug, twin)}`)
        return [finding('item.unknown-category', `/data/0/${kind}/${index}/${name}`, expected, found)]
      })
      return unknown.size > namelessOf(of) ? findings : []
    }),
  )
}

/** Maps slugs to items. If several items have the same slug, the first wins. */
export function indexBySlug(items: readonly JsonObject[]): Map<unknown, JsonObject> {
  return new Map(items.toReversed().map((item) => [item.slug, item]))
}

/** Describes two different values as short texts. Long strings and structures are cut around their first difference. */
export function contrast(a: unknown, b: unknown): [string, string] {
  if (typeof a === 'string' && typeof b === 'string') {
    const [left, right] = excerpts(a, b)
    return [describe(left), describe(right)]
  }
  const [left, right] = [a, b].map((value) => (typeof value === 'object' && value ? JSON.stringify(value) : undefined))
  return left && right && left !== right ? excerpts(left, right) : [describe(a), describe(b)]
}

/** Cuts two long texts around their first difference. */
function excerpts(a: string, b: string): [string, string] {
  if (Math.max(a.length, b.length) < 70) return [a, b]
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const start = same < 24 ? 0 : same - 16
  const excerptAround = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + 60).toWellFormed()}${text.length > start + 60 ? '…' : ''}`
  return [excerptAround(a), excerptAround(b)]
}
