import { isDeepStrictEqual } from 'node:util'
import { escapePointer } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import { createSchemas, type HomeData } from '#contract/schemas'
import { entitiesOf } from './answers'
import { contrast } from './consistency'
import type { WalkOptions } from './walk'

/** The content of a server or folder: one unchecked value per fixture file. */
export type Content = Record<keyof HomeData, unknown>

/** The keys of the home data that have a fixture file. */
export function contentKeys(product: string): (keyof HomeData)[] {
  return Object.keys(createSchemas(product).fixtures) as (keyof HomeData)[] // made of exactly these
}

/**
 * Assembles a server's content from a walk: the lists of the home data, plus the unknown fields that only an item's own
 * response has. Pass `onItem` to the walk, then call `content` with its home data.
 */
export function createContentReader(product: string) {
  const extras = new WeakMap<JsonObject, JsonObject>()
  const onItem: NonNullable<WalkOptions['onItem']> = (_, listed, alone) => {
    const more = Object.entries(alone).filter(([field]) => !Object.hasOwn(listed, field))
    if (more.length > 0) extras.set(listed, Object.fromEntries(more))
  }
  const whole = (item: unknown) => (isObject(item) ? { ...item, ...extras.get(item) } : item)
  return {
    onItem,
    content: (home: JsonObject): Content =>
      Object.fromEntries(
        contentKeys(product).map((key) => {
          const value = home[key]
          return [key, Array.isArray(value) ? value.map(whole) : (value ?? (key === 'goals' ? {} : []))]
        }),
      ) as Content,
  }
}

/** A field that exists on one side only, or has other types there. `null` means absent. */
export type ShapeDifference = { entity: string; field: string; before: string | null; after: string | null }

/** An added, removed or changed item. `fields` lists the changed values by pointer within the item. */
export type ContentDifference = {
  entity: string
  slug: string
  change: 'added' | 'removed' | 'changed'
  fields: { field: string; before: string; after: string }[]
}

export type Difference = {
  /** The content or server that the URL is compared with. */
  against: string
  shapes: ShapeDifference[]
  content: ContentDifference[]
  /** Lists with the same items in another order. Reports mention them, but they are no difference. */
  reordered: string[]
}

/** Lists the changes from `before` to `after`, in shapes and per item. Compares items by slug and members by name. */
export function compareContent(before: Content, after: Content, against: string): Difference {
  const keys = Object.keys(before) as (keyof Content)[]
  return {
    against,
    shapes: keys.flatMap((key) => compareShapes(key, itemsOf(before[key]), itemsOf(after[key]))),
    content: keys.flatMap((key) => compareItems(key, itemsOf(before[key]), itemsOf(after[key]))),
    reordered: keys.filter((key) => isReordered(itemsOf(before[key]), itemsOf(after[key]))),
  }
}

/** True when two contents differ in a shape or a value. */
export function differs({ shapes, content }: Difference): boolean {
  return shapes.length + content.length > 0
}

function compareShapes(entity: string, before: readonly JsonObject[], after: readonly JsonObject[]): ShapeDifference[] {
  // A list without items has no shape to compare.
  if (before.length === 0 || after.length === 0) return []
  const [old, now] = [shapeOf(before), shapeOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const [was, is] = [typesAt(old, field), typesAt(now, field)]
    if (was === is) return []
    // Reports an added or removed part once, without the fields inside it.
    const parent = field.slice(0, field.lastIndexOf('/'))
    if (parent !== '' && typesAt(old, parent) !== typesAt(now, parent)) return []
    return [{ entity, field, before: was, after: is }]
  })
}

/** The types seen at each general pointer within the items. */
function shapeOf(items: readonly JsonObject[]): Map<string, Set<string>> {
  const shape = new Map<string, Set<string>>()
  const visit = (value: unknown, pointer: string) => {
    if (pointer !== '') shape.set(pointer, (shape.get(pointer) ?? new Set()).add(typeOf(value)))
    if (Array.isArray(value)) for (const entry of value) visit(entry, `${pointer}/*`)
    else if (isObject(value)) {
      for (const [key, child] of Object.entries(value)) visit(child, `${pointer}/${escapePointer(key)}`)
    }
  }
  for (const item of items) visit(item, '')
  return shape
}

function typesAt(shape: Map<string, Set<string>>, field: string): string | null {
  const types = shape.get(field)
  return types ? [...types].sort().join(' or ') : null
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

function compareItems(
  entity: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): ContentDifference[] {
  const [old, now] = [byName(before), byName(after)]
  const changes: ContentDifference[] = []
  for (const [slug, item] of now) {
    const was = old.get(slug)
    if (!was) changes.push({ entity, slug, change: 'added', fields: [] })
    else {
      const fields = changedFields(was, item)
      if (fields.length > 0) changes.push({ entity, slug, change: 'changed', fields })
    }
  }
  for (const slug of old.keys()) if (!now.has(slug)) changes.push({ entity, slug, change: 'removed', fields: [] })
  return changes
}

function changedFields(was: JsonObject, is: JsonObject): ContentDifference['fields'] {
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    if (isDeepStrictEqual(was[field], is[field])) return []
    const [before, after] = contrast(was[field], is[field])
    return [{ field: `/${escapePointer(field)}`, before, after }]
  })
}

/** Maps names to items. A repeated name gets a number. */
function byName(items: readonly JsonObject[]): Map<string, JsonObject> {
  const named = new Map<string, JsonObject>()
  for (const item of items) {
    const name = String(item.slug ?? item.en_name ?? item.ar_name ?? item.image ?? '')
    let free = name
    for (let nth = 2; named.has(free); nth++) free = `${name} (${nth})`
    named.set(free, item)
  }
  return named
}

function isReordered(before: readonly JsonObject[], after: readonly JsonObject[]): boolean {
  const [old, now] = [byName(before), byName(after)]
  const common = [...now.keys()].filter((name) => old.has(name))
  const earlier = [...old.keys()].filter((name) => now.has(name))
  return common.some((name, index) => name !== earlier[index])
}

function itemsOf(value: unknown): JsonObject[] {
  return isObject(value) ? [value] : entitiesOf(value)
}
