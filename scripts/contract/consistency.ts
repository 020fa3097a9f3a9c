import { isDeepStrictEqual } from 'node:util'
import { describe } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import type { Finding } from './findings'

/** The items that a list must hold. */
export type ListExpectation = {
  /** Every item of this kind in the home data. */
  home: readonly JsonObject[]
  /** The fields of an item of the home data that are compared. */
  fields: (item: JsonObject) => readonly string[]
  /** The field and value that the call asked for. */
  belongs?: { field: string; value: unknown }
  /** Names the items in messages: `courses`. */
  what: string
}

/**
 * Compares a list with the home data: no item is missing, additional or repeated, and every field is equal. The order does not
 * matter.
 */
export function compareList(list: readonly unknown[], expectation: ListExpectation, pointer: string): Finding[] {
  const { home, fields, belongs, what } = expectation
  const expected = belongs ? home.filter((item) => item[belongs.field] === belongs.value) : home
  if (list.length === 0 && expected.length > 0) {
    const found = 'an empty list'
    return [{ rule: 'list.empty', pointer, expected: `the ${what} that homeData has (${expected.length})`, found }]
  }
  const bySlug = indexBySlug(home)
  const findings = duplicates(list, pointer)
  const seen = new Set<unknown>()
  list.forEach((item, index) => {
    if (!isObject(item)) return
    seen.add(item.slug)
    const place = `${pointer}/${index}`
    if (belongs && item[belongs.field] !== belongs.value) findings.push(misplaced(item, belongs, place))
    const reference = bySlug.get(item.slug)
    if (reference) findings.push(...compareFields(item, reference, fields(reference), place))
    else if (typeof item.slug === 'string') {
      const found = describe(item.slug)
      const wanted = `the slug of one of homeData's ${what}`
      findings.push({ rule: 'list.item-unknown', pointer: `${place}/slug`, expected: wanted, found })
    }
  })
  for (const { slug } of expected) {
    if (typeof slug !== 'string' || seen.has(slug)) continue
    findings.push({
      rule: 'list.item-missing',
      pointer,
      expected: `all ${what} that homeData has`,
      found: `none with the slug "${slug}"`,
      item: slug,
    })
  }
  return findings
}

/** Compares the contract's own fields of one item with the same item elsewhere. */
export function compareFields(
  item: JsonObject,
  reference: JsonObject,
  fields: readonly string[],
  pointer: string,
  source = 'homeData',
): Finding[] {
  return fields.flatMap((field) => {
    if (isDeepStrictEqual(item[field], reference[field])) return []
    const [found, wanted] = contrast(item[field], reference[field])
    const expected = `what ${source} has at the same item: ${wanted}`
    return [{ rule: 'item.differs', pointer: `${pointer}/${field}`, expected, found }]
  })
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
      return [{ rule: 'list.duplicate', pointer: `${pointer}/${index}/${field}`, expected: `its own ${field}`, found }]
    })
  })
}

/** Finds courses of unknown categories. */
export function unknownCategories(
  courses: readonly unknown[],
  categories: readonly JsonObject[],
  pointer: string,
): Finding[] {
  const slugs = new Set(categories.map(({ slug }) => slug))
  return courses.flatMap((course, index): Finding[] => {
    const category = isObject(course) ? course.category : undefined
    if (typeof category !== 'string' || slugs.has(category)) return []
    const expected = 'the slug of one of courses_categories'
    const place = `${pointer}/${index}/category`
    return [{ rule: 'item.unknown-category', pointer: place, expected, found: describe(category) }]
  })
}

/** Maps slugs to items. If several items have a slug, the first wins. */
export function indexBySlug(items: readonly JsonObject[]): Map<unknown, JsonObject> {
  return new Map(items.toReversed().map((item) => [item.slug, item]))
}

function misplaced(item: JsonObject, { field, value }: { field: string; value: unknown }, place: string): Finding {
  const expected = `${JSON.stringify(value)}, as asked`
  return { rule: 'list.item-misplaced', pointer: `${place}/${field}`, expected, found: describe(item[field]) }
}

/** Describes two different values as short texts. Long strings are cut around their first difference. */
export function contrast(a: unknown, b: unknown): [string, string] {
  if (isStructure(a) && isStructure(b)) {
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)]
    return left === right ? [describe(a), describe(b)] : excerpts(left, right)
  }
  if (typeof a !== 'string' || typeof b !== 'string') return [describe(a), describe(b)]
  if (a.length < 70 && b.length < 70) return [describe(a), describe(b)]
  const [left, right] = excerpts(a, b)
  return [`the string ${JSON.stringify(left)}`, `the string ${JSON.stringify(right)}`]
}

/** The first difference with a little before and after it. */
function excerpts(a: string, b: string): [string, string] {
  let same = 0
  while (same < a.length && same < b.length && a[same] === b[same]) same++
  const start = same < 24 ? 0 : same - 16
  const excerpt = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + 60).toWellFormed()}${text.length > start + 60 ? '…' : ''}`
  return [excerpt(a), excerpt(b)]
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
