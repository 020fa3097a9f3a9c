import {
  type Entity,
  entities,
  type Field,
  type FieldType,
  type Kind,
  type ListKind,
  type SlugKind,
} from '#contract/entities'
import type { Locale } from '#contract/locales'

/** A field of an item. A bilingual field of `entities` is two of these, which have the same `stem`. */
export type ItemField = Omit<Field, 'of'> & { name: string; stem: string; locale?: Locale; of?: SlugKind }

/** The rows of an entity or of a field that is a list of objects. */
type Rows = Record<string, Field>

/** All kinds, in the order of the home data. */
export const kinds = Object.keys(entities) as Kind[]

/** The kinds that are lists. */
export const listKinds = kinds.filter(isList)

export function isKind(text: string): text is Kind {
  return Object.hasOwn(entities, text)
}

export function isList(kind: Kind): kind is ListKind {
  return 'item' in entities[kind]
}

/** The kinds whose items have slugs. */
export const slugKinds = kinds.filter((kind): kind is SlugKind => 'slug' in entities[kind].fields)

/** The lists that visitors see as such: all but those that only group another list, as categories do. */
export const mainLists = listKinds.filter(
  (kind) => !kinds.some((other) => fieldsOf(other, '').some(({ of }) => of === kind)),
)

/** The fields of a kind's items, in the contract's order. */
export function fieldsOf(kind: Kind, product: string): ItemField[] {
  const { fields }: Entity = entities[kind]
  return fieldsIn(fields, product)
}

/** The fields that these rows give an object, in their order. */
export function fieldsIn(fields: Rows, product: string): ItemField[] {
  const rows = Object.entries(fields) as [stem: string, field: Omit<ItemField, 'name' | 'stem'>][] // `of` is always a kind
  return rows.flatMap(([stem, field]): ItemField[] => {
    if (!field.isBilingual) return [{ ...field, stem, name: stem.replace('{product}', product) }]
    const english = field.isPlainInEnglish ? stem : `en_${stem}`
    return [
      { ...field, stem, name: english, locale: 'en' },
      { ...field, stem, name: `ar_${stem}`, locale: 'ar' },
    ]
  })
}

let fieldNames: Set<string> | undefined

/** True for an object with a field of an item of any kind. An `id` alone is none, because other objects have one too. */
export function hasFields(value: object): boolean {
  fieldNames ??= new Set(kinds.flatMap((kind) => fieldsOf(kind, '').map(({ name }) => name)))
  return Object.keys(value).some((key) => key !== 'id' && fieldNames?.has(key))
}

/** The fields of a kind's items that have this type. */
export function fieldsOfType(kind: Kind, type: FieldType, product: string): ItemField[] {
  return fieldsOf(kind, product).filter((field) => field.type === type)
}

/** True for a field of which one language is required, as a title. */
export function isTitle({ isBilingual, isRequired }: Pick<Field, 'isBilingual' | 'isRequired'>): boolean {
  return Boolean(isBilingual && isRequired)
}

/** The kind that a reference leads to, such as categories from the category of a course. */
export function referredKind(kind: Kind, stem: string): SlugKind {
  const of = fieldsOf(kind, '').find((field) => field.stem === stem)?.of
  if (!of) throw new Error(`the field ${stem} of ${kind} is no reference`)
  return of
}
