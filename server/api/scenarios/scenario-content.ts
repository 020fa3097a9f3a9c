import { basename } from 'node:path'
import type { HomeData, Kind } from '#contract/entities'
import { fieldsOf, type ItemField, kinds, listKinds, mainLists } from '#contract/fields'
import type { RawFixtures } from '#contract/fixture-files'
import { isObject, type JsonObject } from '#contract/json'
import type { Locale } from '#contract/locales'
import type { Change, NamedScenario } from '#contract/scenario'
import { nearest } from '#contract/text/nearest'
import { describe, type Violation } from '#contract/violations'
import { indexContent } from '../../content/content-index'
import { createContentCheck } from '../../content/load'
import { unusableScenario } from './scenario-files'

/**
 * The maximum number of characters of a changed content's JSON text, unless the content itself has more. The shipped content with
 * 5,000 items in each list has 78 million, or 15 million without bodies.
 */
export const maxContentText = 128_000_000

/**
 * Applies the scenarios to the content in order. Checks the result like fixtures, unless a scenario breaks the contract on purpose.
 * Throws a 400 for violations, and before the content grows too large. `size` is the number of characters of the result's lists.
 */
export function changeContent(home: HomeData, scenarios: readonly NamedScenario[], product: string) {
  const changed: RawFixtures = { ...home }
  const sizes = new Map(listKinds.map((key): [Kind, number] => [key, jsonSize(home[key])]))
  const total = () => [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const max = Math.max(maxContentText, total())
  for (const { name, data = {}, breaksContract } of scenarios) {
    const { language, requiredOnly, lists: ofAll, goals, ...ofKinds } = data
    const reduce = (key: Kind, of: (item: JsonObject) => JsonObject) => {
      changed[key] = Array.isArray(changed[key]) ? changed[key].map(of) : of(changed[key] as JsonObject)
    }
    if (language) for (const key of kinds) reduce(key, (item) => inLanguage(language, item, fieldsOf(key, product)))
    if (requiredOnly) for (const key of listKinds) reduce(key, (item) => withRequired(item, fieldsOf(key, product)))
    const change = (key: Kind, how: Change, path: string) => {
      const list = changed[key] as JsonObject[] // only `goals` is no list
      const others = total() - (sizes.get(key) ?? 0)
      const limit = { name, pointer: `/data/${path}`, max: max - others }
      if (path === key && !breaksContract) mustKnow(how, [...list, ...(home[key] as object[])], limit)
      changed[key] = changeList(list, how, limit)
      sizes.set(key, jsonSize(changed[key]))
    }
    if (ofAll) for (const key of mainLists) change(key, ofAll, 'lists')
    for (const [key, how] of Object.entries(ofKinds)) change(key as Kind, how, key)
    if (goals) changed.goals = mergePatch(changed.goals, goals)
  }
  const isChecked = !scenarios.some(({ breaksContract }) => breaksContract)
  const violations = isChecked ? [...createContentCheck(product)(changed)].flat() : []
  if (violations.length > 0) {
    const named = violations.map(({ file, pointer, ...violation }) => ({
      ...violation,
      pointer: `/${basename(file, '.json')}${pointer}`,
    }))
    throw unusableScenario(scenarios.map(({ name }) => name).join(), named)
  }
  return { ...indexContent(changed as HomeData, product), size: total() }
}

/** Keeps the texts of one language. Where an item lacks one, takes that of the other language, because a title is required. */
function inLanguage(language: Locale, item: JsonObject, fields: readonly ItemField[]): JsonObject {
  const changed = { ...item }
  for (const { stem, name, locale } of fields) {
    if (!locale || locale === language) continue
    const own = fields.find((field) => field.stem === stem && field.locale === language)
    if (own && isBlank(changed[own.name]) && !isBlank(changed[name])) changed[own.name] = changed[name]
    delete changed[name]
  }
  return changed
}

function withRequired(item: JsonObject, fields: readonly ItemField[]): JsonObject {
  const required = fields.filter(({ name, isRequired }) => isRequired && Object.hasOwn(item, name))
  return Object.fromEntries(required.map(({ name, type }) => [name, type === 'texts' ? [] : item[name]]))
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === ''
}

/** A list in a scenario's file, and the maximum number of its characters. */
type ListLimit = { name: string; pointer: string; max: number }

/** Copies a list, drops items, changes the rest and then repeats them. The order of these steps matters. */
function changeList(all: readonly JsonObject[], change: Change, limit: ListLimit): JsonObject[] {
  const { none, only, first, items, each, repeat } = change
  let list = none ? [] : [...all]
  if (only) list = list.filter(({ slug }) => only.includes(String(slug)))
  if (first !== undefined) list = list.slice(0, first)
  if (items) list = withPatches(list, items)
  if (each) {
    mustFit(jsonSize(list) + list.length * jsonSize(each), 'each', limit)
    list = list.map((item) => mergePatch(item, each) as JsonObject)
  }
  if (!repeat) return list
  mustFit((jsonSize(list) / Math.max(1, list.length)) * repeat, 'repeat', limit)
  return repeated(list, repeat)
}

/** The number of characters of a value's JSON text. The text of a list, which may be long, is measured item by item. */
function jsonSize(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + jsonSize(item) + 1, 2)
  return JSON.stringify(value).length
}

/** Throws a 400 for a step that would make a list too large. */
function mustFit(size: number, step: string, { name, pointer, max }: ListLimit): void {
  if (size <= max) return
  const expected = `a list of at most ${max} characters`
  throw unusableScenario(name, [{ pointer: `${pointer}/${step}`, expected, found: `one of ${Math.round(size)}` }])
}

/** Throws a 400 for an unknown slug in `only`. Otherwise a test of an empty list could pass because of a typing error. */
function mustKnow({ only = [] }: Change, items: { slug?: unknown }[], { name, pointer }: ListLimit): void {
  const slugs = new Set(items.map(({ slug }) => String(slug)))
  const violations = only.flatMap((slug, index): Violation[] => {
    if (slugs.has(slug)) return []
    const [meant] = nearest(slug, slugs, 1)
    const expected = `a slug of ${basename(pointer)}`
    return [
      {
        pointer: `${pointer}/only/${index}`,
        expected,
        found: describe(slug),
        ...(meant !== undefined && { nearest: meant }),
      },
    ]
  })
  if (violations.length > 0) throw unusableScenario(name, violations)
}

function withPatches(list: readonly JsonObject[], patches: NonNullable<Change['items']>): JsonObject[] {
  const slugs = new Set(list.map(({ slug }) => slug))
  const apply = (item: JsonObject) => {
    const slug = String(item.slug)
    const patch = Object.hasOwn(patches, slug) ? patches[slug] : {}
    return patch ? [mergePatch(item, patch) as JsonObject] : []
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
