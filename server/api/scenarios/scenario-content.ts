import { basename } from 'node:path'
import { applyPatch } from 'rfc6902'
import type { Kind } from '#contract/entities'
import { mainLists } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import type { HomeData } from '#contract/schemas'
import { createContentCheck, type RawContent } from '../../content/load'
import { indexContent } from '../../content/look-ups'
import { type Change, type NamedScenario, type Patch, unusableScenario } from './scenario-files'

/**
 * Applies the scenarios to the content in order. Checks the result like fixtures, unless a scenario breaks the contract on purpose.
 * Throws a 400 for faults.
 */
export function changeContent(home: HomeData, scenarios: readonly NamedScenario[], product: string) {
  const changed: RawContent = { ...home }
  for (const { name, data = {} } of scenarios) {
    const { lists: ofAll, goals, ...ofKinds } = data
    const change = (key: Kind, how: Change, place: string) => {
      changed[key] = changeList(changed[key] as JsonObject[], how, { name, pointer: `/data/${place}` }) // only `goals` is no list
    }
    if (ofAll) for (const key of mainLists) change(key, ofAll, 'lists')
    for (const [key, how] of Object.entries(ofKinds)) change(key as Kind, how, key)
    if (goals) changed.goals = patched(changed.goals, goals, { name, pointer: '/data/goals' })
  }
  const isChecked = !scenarios.some(({ breaksContract }) => breaksContract)
  const faults = isChecked ? createContentCheck(product)(changed) : []
  if (faults.length > 0) {
    const named = faults.map(({ file, pointer, ...fault }) => ({
      ...fault,
      pointer: `/${basename(file, '.json')}${pointer}`,
    }))
    throw unusableScenario(scenarios.map(({ name }) => name).join(), named)
  }
  return indexContent(changed as HomeData, product)
}

/** A place in a scenario's file. */
type Place = { name: string; pointer: string }

const below = ({ name, pointer }: Place, step: string): Place => ({ name, pointer: `${pointer}/${step}` })

/** Copies a list, drops items, changes the rest and then repeats them. The order of these steps matters. */
function changeList(all: readonly JsonObject[], change: Change, place: Place): JsonObject[] {
  const { none, only, first, items, each, repeat } = change
  let list = none ? [] : [...all]
  if (only) list = list.filter(({ slug }) => only.includes(String(slug)))
  if (first !== undefined) list = list.slice(0, first)
  if (items) list = withPatches(list, items, below(place, 'items'))
  if (each) list = list.map((item) => patched(item, each, below(place, 'each')) as JsonObject)
  return repeat ? repeated(list, repeat) : list
}

function withPatches(list: readonly JsonObject[], patches: NonNullable<Change['items']>, place: Place): JsonObject[] {
  const slugs = new Set(list.map(({ slug }) => slug))
  const apply = (item: JsonObject) => {
    const slug = String(item.slug)
    const patch = Object.hasOwn(patches, slug) ? patches[slug] : {}
    return patch ? [patched(item, patch, below(place, slug)) as JsonObject] : []
  }
  const added = Object.keys(patches).filter((slug) => !slugs.has(slug))
  return [...list, ...added.map((slug) => ({ slug }))].flatMap(apply)
}

/** Repeats items up to `count`. Copies get new slugs and lose their ids, because both must be unique. */
function repeated(list: readonly JsonObject[], count: number): JsonObject[] {
  if (list.length === 0) return []
  return Array.from({ length: count }, (_, index) => {
    const item = list[index % list.length] ?? {}
    if (index < list.length) return item
    const { id, slug, ...rest } = item
    return slug === undefined ? rest : { slug: `${String(slug)}-${Math.floor(index / list.length) + 1}`, ...rest }
  })
}

/** Applies a JSON Patch (RFC 6902), which is a list, or else a JSON Merge Patch (RFC 7396). Throws a 400 for an operation that does not fit. */
function patched(target: unknown, patch: Patch, place: Place): unknown {
  if (!Array.isArray(patch)) return mergePatch(target, patch)
  // Wraps the target, because an operation with the path "" replaces the whole target.
  const root = { target: structuredClone(target) }
  const inRoot = patch.map((operation) => ({
    ...operation,
    path: `/target${operation.path}`,
    ...('from' in operation && { from: `/target${operation.from}` }),
  }))
  const errors = applyPatch(root, inRoot)
  const index = errors.findIndex((error) => error !== null)
  const operation = patch[index]
  if (!operation) return root.target
  const isTest = operation.op === 'test'
  const at = errors[index]?.name === 'MissingError' && 'from' in operation ? operation.from : operation.path
  const expected = isTest ? `${JSON.stringify(operation.value)} at "${at}"` : `an item with a place for "${at}"`
  const found = isTest ? 'another value' : 'none'
  throw unusableScenario(place.name, [{ pointer: below(place, String(index)).pointer, expected, found }])
}

function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: JsonObject = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key], value)
  }
  return merged
}
