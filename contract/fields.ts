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
export type ItemField = Field & { name: string; stem: string; locale?: Locale }

/** All kinds, in the order of the home data. */
export const kinds = Object.keys(entities) as Kind[]

/** The kinds that are lists. */
export const listKinds = kinds.filter(isList)

export function isList(kind: Kind): kind is ListKind {
  return 'item' in entities[kind]
}

/** The kinds whose items have slugs. */
export const slugKinds = kinds.filter((kind): kind is SlugKind => 'slug' in entities[kind].fields)

/** The fields of a kind's items, in the contract's order. */
export function fieldsOf(kind: Kind, product: string): ItemField[] {
  const { fields }: Entity = entities[kind]
  return Object.entries(fields).flatMap(([stem, field]): ItemField[] => {
    if (!field.isBilingual) return [{ ...field, stem, name: stem.replace('{product}', product) }]
    const english = field.isPlainInEnglish ? stem : `en_${stem}`
    return [
      { ...field, stem, name: english, locale: 'en' },
      { ...field, stem, name: `ar_${stem}`, locale: 'ar' },
    ]
  })
}

/** The fields of a kind's items that have this type. */
export function fieldsOfType(kind: Kind, type: FieldType, product: string): ItemField[] {
  return fieldsOf(kind, product).filter((field) => field.type === type)
}

/** True for a field of which one language is required, as a title. */
export function isTitle({ isBilingual, isRequired }: Field): boolean {
  return Boolean(isBilingual && isRequired)
}
