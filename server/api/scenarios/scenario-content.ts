import type { Fault } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import { createCheck, createSchemas, type HomeData } from '#contract/schemas'
import { indexContent } from '../../content/look-ups'
import { crossCheck, type FixtureKey } from '../../content/references'
import { contentChanges } from './rewrites'
import type { Change, Scenario } from './scenario-files'

const lists = ['courses', 'blogs', 'events', 'news', 'team'] as const

/** Applies the scenarios to the content in order. Checks the result like fixtures, unless a scenario breaks the contract on purpose. */
export function changeContent(
  home: HomeData,
  scenarios: readonly Scenario[],
  product: string,
): { content?: ReturnType<typeof indexContent>; faults: Fault[] } {
  let changed: Record<FixtureKey, unknown> = { ...home }
  for (const { data = {} } of scenarios) {
    const { lists: ofAll, goals, ...ofKinds } = data
    if (ofAll) for (const key of lists) changed[key] = changeList(changed[key] as JsonObject[], ofAll)
    for (const [key, change] of Object.entries(ofKinds)) {
      const list = changed[key as FixtureKey] as JsonObject[] // only lists have changes
      changed = { ...changed, [key]: changeList(list, change) }
    }
    if (goals) changed.goals = mergePatch(changed.goals, goals)
  }
  const faults = scenarios.some(({ breaksContract }) => breaksContract) ? [] : faultsOf(changed, product)
  return faults.length > 0 ? { faults } : { content: indexContent(changed as HomeData, product), faults }
}

function faultsOf(content: Record<FixtureKey, unknown>, product: string): Fault[] {
  return Object.entries(createSchemas(product).fixtures).flatMap(([key, schema]) => {
    const found = [...createCheck(schema)(content[key as FixtureKey]), ...crossCheck(key as FixtureKey, content)]
    return found.map((fault) => ({ ...fault, pointer: `/${key}${fault.pointer}` }))
  })
}

function changeList(all: readonly JsonObject[], change: Change): JsonObject[] {
  const { none, only, first, items, each, rewrite, repeat } = change
  let list = none ? [] : [...all]
  if (only) list = list.filter(({ slug }) => only.includes(String(slug)))
  if (first !== undefined) list = list.slice(0, first)
  if (items) list = withPatches(list, items)
  if (each) list = list.map((item) => mergePatch(item, each) as JsonObject)
  const rewriteItem = rewrite && contentChanges[rewrite]
  if (rewriteItem) list = list.map(rewriteItem)
  return repeat ? repeated(list, repeat) : list
}

function withPatches(list: readonly JsonObject[], patches: Record<string, object | null>): JsonObject[] {
  const slugs = new Set(list.map(({ slug }) => slug))
  const kept = list.flatMap((item) => {
    const patch = Object.hasOwn(patches, String(item.slug)) ? patches[String(item.slug)] : {}
    return patch ? [mergePatch(item, patch) as JsonObject] : []
  })
  const added = Object.entries(patches).filter(([slug, patch]) => patch && !slugs.has(slug))
  return [...kept, ...added.map(([slug, patch]) => mergePatch({ slug }, patch) as JsonObject)]
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

/** Applies a JSON Merge Patch (RFC 7396). */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: JsonObject = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = mergePatch(merged[key], value)
  }
  return merged
}
