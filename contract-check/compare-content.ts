import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { HomeData } from '#contract/entities'
import { isList, kinds } from '#contract/fields'
import { identityOf } from '#contract/identity'
import { isObject, type JsonObject, objectsIn } from '#contract/json'
import { createExactReader } from '#contract/legacy-format-reader'
import { createUniqueNames } from '#contract/text/unique-names'
import { escapePointer } from '#contract/violations'
import { splitCredentials } from '../server/http-client/access'
import { cut } from '../server/http-client/redaction'
import { readJson } from './command-line/files'
import { readAddress, UsageError } from './command-line/options'
import { contrast } from './consistency'
import { createPictureNames } from './picture-names'
import type { Difference } from './report'
import type { SessionOptions } from './session'
import { type Walk, walk } from './walk'

/** The content of a server or folder: one unchecked value per fixture file. */
export type Content = Record<keyof HomeData, unknown>

/** The result of a comparison, or the reason why there was nothing to compare. */
export type Comparison = { difference?: Difference; unchecked?: string }

/** Options to read every item by its slug. An operation that also takes ids returns the same items, so it gets only 50 of them. */
export const everyItem = { sample: Number.POSITIVE_INFINITY, sampleById: 50 }

/**
 * Reads the value of `--against`, an http(s) address or a folder of fixtures. Throws a UsageError for any other value. Returns a
 * function that compares content with that API or folder. Requests to the address have none of the user's headers.
 */
export async function readCounterpart(
  text: string,
  options: SessionOptions,
): Promise<(content?: Content) => Promise<Comparison>> {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) {
    const { address, headers } = splitCredentials(text)
    const base = readAddress(address, '--against')
    return async (content) => {
      const own = { base, imageBase: `${base}/images/`, headers, origin: undefined, ...everyItem }
      const found = await walk({ ...options, ...own }, async () => 0)
      const { operation, reason } = found.operations.find((entry) => entry.reason !== undefined) ?? {}
      if (reason === undefined) return compareContent(contentOf(found), content, base)
      return { unchecked: found.unchecked ?? `--against: ${operation}: ${reason}` }
    }
  }
  const folder = await stat(text).catch(() => undefined)
  if (!folder?.isDirectory())
    throw new UsageError(`--against takes an address or a folder; found ${JSON.stringify(text)}`)
  const other = await readFolder(text, options.product)
  return async (content) => compareContent(other, content, text)
}

/**
 * Returns the content of a server: the home data, with the unknown fields that only an item's own response has. Every item must
 * have been requested before. Returns `undefined` without home data.
 */
export function contentOf({ home, session: { extras } }: Walk): Content | undefined {
  if (!home) return undefined
  const withExtras = (item: unknown) => (isObject(item) ? { ...item, ...extras.get(item) } : item)
  const entries = kinds.map((key) => {
    const value = home[key] ?? (isList(key) ? [] : {})
    return [key, Array.isArray(value) ? value.map(withExtras) : value]
  })
  return Object.fromEntries(entries) as Content // one entry per key
}

async function readFolder(folder: string, product: string): Promise<Content> {
  const files = kinds.map(async (key) => [key, await readJson('--against', join(folder, `${key}.json`))])
  const { nameOf: pictureName } = createPictureNames('')
  const [content] = createExactReader({ product, pictureName })('homeData', [
    Object.fromEntries(await Promise.all(files)),
  ]) as [Content]
  return content
}

/** Lists added and removed fields, and the changes of each item. Matches items by slug, and team members by name. */
function compareContent(before: Content | undefined, after: Content | undefined, against: string): Comparison {
  if (!before || !after)
    return { unchecked: `homeData: ${before ? 'the API' : against} has none that could be compared` }
  const difference: Difference = { against, shapes: [], content: [], reordered: [] }
  for (const entity of Object.keys(before) as (keyof Content)[]) {
    const [old, now] = [byName(before[entity]), byName(after[entity])]
    difference.shapes = [...difference.shapes, ...compareShapes(entity, old, now)]
    difference.content = [...difference.content, ...compareItems(entity, old, now)]
    const common = [...now.keys()].filter((name) => old.has(name))
    const earlier = [...old.keys()].filter((name) => now.has(name))
    if (!isDeepStrictEqual(common, earlier)) difference.reordered.push(entity)
  }
  return { difference }
}

type Items = Map<string, JsonObject>

/** Maps the names of a list's items to the items. A repeated name gets a number. A single object counts as a list of one. */
function byName(value: unknown): Items {
  const named: Items = new Map()
  const uniqueName = createUniqueNames((name, number) => `${name} (${number})`)
  for (const item of isObject(value) ? [value] : objectsIn(value)) {
    const name = identityOf(item) || String(item.image ?? '')
    const unique = uniqueName(name, (candidate) => named.has(candidate))
    named.set(unique, item)
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

/** The maximum number of characters of a key in a pointer, because all pointers below a key repeat it. */
const maxKey = 200

/** Maps each pointer within the items to the types of its values, such as `null or string`. `*` stands for list positions. */
function shapeOf(items: Items): Map<string, string> {
  const shape = new Map<string, Set<string>>()
  const visit = (value: unknown, pointer: string) => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
    shape.set(pointer, (shape.get(pointer) ?? new Set()).add(type))
    if (Array.isArray(value)) for (const entry of value) visit(entry, `${pointer}/*`)
    else if (isObject(value)) {
      for (const [key, child] of Object.entries(value)) visit(child, `${pointer}/${escapePointer(cut(key, maxKey))}`)
    }
  }
  for (const item of items.values()) visit(item, '')
  return new Map([...shape].map(([pointer, types]) => [pointer, [...types].sort().join(' or ')]))
}

function compareItems(entity: string, before: Items, after: Items): Difference['content'] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((slug): Difference['content'] => {
    const [was, is] = [before.get(slug), after.get(slug)]
    const fields = was && is ? changedFields(was, is) : []
    const change = !was ? 'added' : is ? 'changed' : 'removed'
    return change === 'changed' && fields.length === 0 ? [] : [{ entity, slug, change, fields }]
  })
}

function changedFields(was: JsonObject, is: JsonObject): Difference['content'][number]['fields'] {
  return Object.keys({ ...was, ...is })
    .filter((field) => !isDeepStrictEqual(was[field], is[field]))
    .map((field) => {
      const [before, after] = contrast(was[field], is[field])
      return { field: `/${escapePointer(field)}`, before, after }
    })
}
