import type { FieldType, Label } from '#contract/entities'
import { fieldsIn, type ItemField, isTitle, mainLists } from '#contract/fields'
import { type FixtureName, fieldsOfFile, isListFile } from '#contract/fixture-files'
import { identityOf, titleIn } from '#contract/identity'
import { maxLengthOf } from '#contract/limits/field-limits'
import type { Locale } from '#contract/locales'
import { hasContent } from '#contract/markup/has-content'
import { slugFromTitle, uniqueSlug } from '../../scripts/fixtures/slug'
import type { FixtureViolation } from '../../server/content/load'
import type { OutdatedText } from '../server/content-files'
import { isolate, type Say } from './language'
import type { Item, StudioContent } from './server'

/**
 * The rows of a kind's form: the title first, then the other fields in their order, and the number, which editors seldom need, last.
 * A row is one field, or a text's English and Arabic field.
 */
export function rowsOf({ product }: Pick<StudioContent, 'product'>, kind: FixtureName): ItemField[][] {
  return rowsOfFields(fieldsOfFile(kind, product))
}

/** The rows of the form of each object in a field that is a list of objects. */
export function rowsOfItems({ fields = {} }: ItemField): ItemField[][] {
  return rowsOfFields(fieldsIn(fields, ''))
}

function rowsOfFields(fields: ItemField[]): ItemField[][] {
  const rows: ItemField[][] = []
  for (const field of fields) {
    const pair = rows.find(([first]) => first?.stem === field.stem)
    if (pair) pair.push(field)
    else rows.push([field])
  }
  const place = ([field]: ItemField[]) => (field && isTitle(field) ? 0 : field?.type === 'id' ? 2 : 1)
  return rows.toSorted((a, b) => place(a) - place(b))
}

/** The fields of a row with that of the studio's language first. */
export function inOrderOf(locale: Locale, row: ItemField[]): ItemField[] {
  return row.toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale))
}

/** True for a field that an item must have. Of a text in two languages, one is enough. */
export function isNeeded({ isRequired, isBilingual }: ItemField): boolean {
  return Boolean(isRequired && !isBilingual)
}

/** The studio's server has the pictures below this path. */
export const imageBase = '/images/'

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** The labels of the texts that an item lacks in `locale`, but has in the other language. */
export function missingIn(locale: Locale, rows: ItemField[][], item: Item): Label[] {
  return rows.flatMap((pair) => {
    const own = pair.find((field) => field.locale === locale)
    const isShown = (field: ItemField) => hasContent(field, item[field.name], imageBase)
    const hasOther = pair.some((field) => field !== own && isShown(field))
    return own && !isShown(own) && hasOther ? [own.label] : []
  })
}

/** The saved item from which a draft began: the one with the same number, or without a number with the same slug or name. */
export function savedOf(item: Item, saved: Item[]): Item | undefined {
  return saved.find((other) => (item.id === undefined ? identityOf(other) === identityOf(item) : other.id === item.id))
}

/** The texts of an item that are out of date, but for those that its draft changes. */
export function outdatedIn(kind: FixtureName, item: Item, { outdated, files }: StudioContent): OutdatedText[] {
  const saved = savedOf(item, files[kind].items)
  const position = saved ? files[kind].items.indexOf(saved) : -1
  return outdated.filter((text) => {
    return text.kind === kind && text.position === position && saved?.[text.name] === item[text.name]
  })
}

/** The options of a reference: each slug with its title, or with the slug again if there is none. */
export function referenceOptions(items: readonly Item[], locale: Locale) {
  return items.map((item) => [String(item.slug), titleIn(item, locale) || String(item.slug)])
}

/** Makes a new item, which has all required fields. Its texts are empty, and its category is still to be chosen. */
export function newItem(rows: ItemField[][]): Item {
  const initial: Partial<Record<FieldType, (field: ItemField) => unknown>> = {
    slug: () => 'new',
    texts: () => [],
    flag: () => true,
  }
  const fields = rows.flat().filter(({ type, isRequired, locale }) => isRequired || locale || type === 'id')
  return Object.fromEntries(fields.map((field) => [field.name, initial[field.type]?.(field) ?? '']))
}

/** Returns a copy of the item. If it has an id or a slug, the copy has one that no item of the list has. */
export function asNew(item: Item, list: readonly Item[]): Item {
  const id = list.reduce((greatest, each) => Math.max(greatest, Number(each.id) || 0), 0) + 1
  const slug = uniqueSlug(String(item.slug), new Set(list.map(({ slug }) => slug)), 'new')
  return { ...item, ...(item.id !== undefined && { id }), ...(item.slug !== undefined && { slug }) }
}

/** Returns the list with one field of an item changed. The slug of an unsaved item follows its title until the slug is edited. */
export function withField(
  kind: FixtureName,
  list: Item[],
  position: number,
  name: string,
  value: unknown,
  saved: Item[],
): Item[] {
  const taken = new Set(list.toSpliced(position, 1).map(({ slug }) => slug))
  const slugFor = (item: Item) => uniqueSlug(slugFromTitle(titleIn(item)), taken, 'new')
  const old = list[position] ?? {}
  const next = { ...old, [name]: value }
  // The slug of a category stays, because courses refer to it.
  const isLinked = !mainLists.some((list) => list === kind)
  const follows = name !== 'slug' && 'slug' in old && !isLinked && old.slug === slugFor(old) && !savedOf(old, saved)
  return list.with(position, follows ? { ...next, slug: slugFor(next) } : next)
}

/** A violation with the kind, item and field that its pointer names. */
export type LocatedViolation = FixtureViolation & { kind: FixtureName; position: number; name: string | undefined }

export function locate(violation: FixtureViolation): LocatedViolation {
  const kind = violation.file.replace('.json', '') as FixtureName
  const [, ...path] = violation.pointer.split('/')
  const [position = '', name] = isListFile(kind) ? path : ['0', ...path]
  return { ...violation, kind, position: Number.parseInt(position, 10), name }
}

/** Describes a violation by the type and value of its field, in the words of the studio. */
export function violationText(
  say: Say,
  { nearest }: LocatedViolation,
  field: ItemField,
  item: Item,
  list: Item[],
): string {
  const { name, type } = field
  const value = item[name]
  const isUnique = type === 'slug' || type === 'id'
  const isTaken = isUnique && list.some((other) => other !== item && other[name] === value)
  const max = maxLengthOf(type)
  const isTooLong = [value].flat().some((text) => typeof text === 'string' && text.length > max)
  const text = () => {
    if (isEmpty(value) && isTitle(field)) return say('needs.title')
    if (isEmpty(value) && isNeeded(field))
      return say(type === 'reference' || type === 'choice' ? 'needs.chosen' : 'needs.required')
    if (isTaken) return say('needs.taken')
    return isTooLong ? say('needs.shorter', { max }) : say(`needs.${type}`)
  }
  return nearest === undefined ? text() : `${text()} ${say('needs.nearest', { nearest: isolate(nearest) })}`
}
