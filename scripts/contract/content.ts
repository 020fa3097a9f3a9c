import { isDeepStrictEqual } from 'node:util'
import { escapePointer } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import { createSchemas, type HomeData } from '#contract/schemas'
import { entitiesOf } from './answers'
import { contrast } from './consistency'
import type { Difference } from './report'

/** The content of a server or folder: one unchecked value per fixture file. */
export type Content = Record<keyof HomeData, unknown>

/** The keys of the home data that have a fixture file. */
export function contentKeys(product: string): (keyof HomeData)[] {
  return Object.keys(createSchemas(product).fixtures) as (keyof HomeData)[] // the keys of the home data
}

/** Lists the fields that came or went, and what changed in each item. Matches items by slug, team members by name. */
export function compareContent(before: Content, after: Content, against: string): Difference {
  const difference: Difference = { against, shapes: [], content: [], reordered: [] }
  for (const entity of Object.keys(before) as (keyof Content)[]) {
    const [old, now] = [byName(before[entity]), byName(after[entity])]
    difference.shapes.push(...compareShapes(entity, old, now))
    difference.content.push(...compareItems(entity, old, now))
    const common = [...now.keys()].filter((name) => old.has(name))
    const earlier = [...old.keys()].filter((name) => now.has(name))
    if (!isDeepStrictEqual(common, earlier)) difference.reordered.push(entity)
  }
  return difference
}

/** True when two contents differ in a shape or a value. */
export function differs({ shapes, content }: Difference): boolean {
  return shapes.length + content.length > 0
}

type Items = Map<string, JsonObject>

/** Maps the names of a list's items to the items. A repeated name gets a number. A single object counts as a list of one. */
function byName(value: unknown): Items {
  const named: Items = new Map()
  for (const item of isObject(value) ? [value] : entitiesOf(value)) {
    const name = String(item.slug ?? item.en_name ?? item.ar_name ?? item.image ?? '')
    let free = name
    for (let nth = 2; named.has(free); nth++) free = `${name} (${nth})`
    named.set(free, item)
  }
  return named
}

function compareShapes(entity: string, before: Items, after: Items): Difference['shapes'] {
  // A list without items has no shape to compare.
  if (before.size === 0 || after.size === 0) return []
  const [old, now] = [shapeOf(before), shapeOf(after)]
  const isSame = (field: string) => old.get(field) === now.get(field)
  return (
    [...new Set([...old.keys(), ...now.keys()])]
      .filter((field) => !isSame(field))
      // Reports an added or removed part once, without the fields inside it.
      .filter((field) => isSame(field.slice(0, field.lastIndexOf('/'))))
      .map((field) => ({ entity, field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
  )
}

/** The types seen at each general pointer within the items, such as `null or string`. */
function shapeOf(items: Items): Map<string, string> {
  const shape = new Map<string, Set<string>>()
  const visit = (value: unknown, pointer: string) => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
    shape.set(pointer, (shape.get(pointer) ?? new Set()).add(type))
    if (Array.isArray(value)) for (const entry of value) visit(entry, `${pointer}/*`)
    else if (isObject(value)) {
      for (const [key, child] of Object.entries(value)) visit(child, `${pointer}/${escapePointer(key)}`)
    }
  }
  for (const item of items.values()) visit(item, '')
  return new Map([...shape].map(([pointer, types]) => [pointer, [...types].sort().join(' or ')]))
}

function compareItems(entity: string, before: Items, after: Items): Difference['content'] {
  const changes = [...after].map(([slug, item]) => {
    const was = before.get(slug)
    return {
      entity,
      slug,
      change: was ? ('changed' as const) : ('added' as const),
      fields: changedFields(was ?? item, item),
    }
  })
  const removed = [...before.keys()].filter((slug) => !after.has(slug))
  return [
    ...changes.filter(({ change, fields }) => change === 'added' || fields.length > 0),
    ...removed.map((slug) => ({ entity, slug, change: 'removed' as const, fields: [] })),
  ]
}

function changedFields(was: JsonObject, is: JsonObject): Difference['content'][number]['fields'] {
  return Object.keys({ ...was, ...is })
    .filter((field) => !isDeepStrictEqual(was[field], is[field]))
    .map((field) => {
      const [before, after] = contrast(was[field], is[field])
      return { field: `/${escapePointer(field)}`, before, after }
    })
}
