import { applyPatch } from 'rfc6902'
import type { Fault } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import { createCheck, createSchemas, type HomeData } from '#contract/schemas'
import { indexContent } from '../../content/look-ups'
import { crossCheck, type FixtureKey } from '../../content/references'
import { contentChanges } from './rewrites'
import { type Change, type NamedScenario, type Patch, type Scenario, unusableScenario } from './scenario-files'

const lists = ['courses', 'blogs', 'events', 'news', 'team'] as const

/**
 * Applies the scenarios to the content in order. Checks the result like fixtures, unless a scenario breaks the contract on purpose.
 * Throws a 400 for faults.
 */
export function changeContent(home: HomeData, scenarios: readonly NamedScenario[], product: string) {
  let changed: Record<FixtureKey, unknown> = { ...home }
  for (const { name, data = {} } of scenarios) {
    try {
      changed = changedBy(data, changed)
    } catch (error) {
      throw error instanceof PatchError ? unusableScenario(name, [error.fault]) : error
    }
  }
  const faults = scenarios.some(({ breaksContract }) => breaksContract) ? [] : faultsOf(changed, product)
  if (faults.length > 0) throw unusableScenario(scenarios.map(({ name }) => name).join(), faults)
  return indexContent(changed as HomeData, product)
}

function changedBy(data: NonNullable<Scenario['data']>, home: Record<FixtureKey, unknown>) {
  const { lists: ofAll, goals, ...ofKinds } = data
  const changed = { ...home }
  const change = (key: FixtureKey, how: Change, place: string) => {
    changed[key] = changeList(changed[key] as JsonObject[], how, `/data/${place}`) // only lists have changes
  }
  if (ofAll) for (const key of lists) change(key, ofAll, 'lists')
  for (const [key, how] of Object.entries(ofKinds)) change(key as FixtureKey, how, key)
  if (goals) changed.goals = patched(changed.goals, goals, '/data/goals')
  return changed
}

function faultsOf(content: Record<FixtureKey, unknown>, product: string): Fault[] {
  return Object.entries(createSchemas(product).fixtures).flatMap(([key, schema]) => {
    const found = [...createCheck(schema)(content[key as FixtureKey]), ...crossCheck(key as FixtureKey, content)]
    return found.map((fault) => ({ ...fault, pointer: `/${key}${fault.pointer}` }))
  })
}

/** Returns a changed copy of a list. `pointer` is the place of the change in the scenario's file. */
function changeList(all: readonly JsonObject[], change: Change, pointer: string): JsonObject[] {
  const { none, only, first, items, each, rewrite, repeat } = change
  let list = none ? [] : [...all]
  if (only) list = list.filter(({ slug }) => only.includes(String(slug)))
  if (first !== undefined) list = list.slice(0, first)
  if (items) list = withPatches(list, items, `${pointer}/items`)
  if (each) list = list.map((item) => patched(item, each, `${pointer}/each`) as JsonObject)
  const rewriteItem = rewrite && contentChanges[rewrite]
  if (rewriteItem) list = list.map(rewriteItem)
  return repeat ? repeated(list, repeat) : list
}

function withPatches(
  list: readonly JsonObject[],
  patches: NonNullable<Change['items']>,
  pointer: string,
): JsonObject[] {
  const slugs = new Set(list.map(({ slug }) => slug))
  const apply = (item: JsonObject) => {
    const slug = String(item.slug)
    const patch = Object.hasOwn(patches, slug) ? patches[slug] : {}
    return patch ? [patched(item, patch, `${pointer}/${slug}`) as JsonObject] : []
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

/** A JSON Patch that does not fit the content. The fault's pointer is the operation's place in the scenario's file. */
class PatchError extends Error {
  constructor(readonly fault: Fault) {
    super(`${fault.pointer}: expected ${fault.expected}, found ${fault.found}`)
  }
}

/** Applies a JSON Patch (RFC 6902), which is a list, or else a JSON Merge Patch (RFC 7396). */
function patched(target: unknown, patch: Patch, pointer: string): unknown {
  if (!Array.isArray(patch)) return mergePatch(target, patch)
  // Wraps the target, because an operation with the path "" replaces it.
  const root = { target: structuredClone(target) }
  const inRoot = patch.map((operation) => ({
    ...operation,
    path: `/target${operation.path}`,
    ...('from' in operation && { from: `/target${operation.from}` }),
  }))
  const errors = applyPatch(root, inRoot)
  const place = errors.findIndex((error) => error !== null)
  const operation = patch[place]
  if (!operation) return root.target
  const isTest = operation.op === 'test'
  const at = errors[place]?.name === 'MissingError' && 'from' in operation ? operation.from : operation.path
  const expected = isTest ? `${JSON.stringify(operation.value)} at "${at}"` : `an item with a place for "${at}"`
  const found = isTest ? 'another value' : 'none'
  throw new PatchError({ pointer: `${pointer}/${place}`, expected, found })
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
