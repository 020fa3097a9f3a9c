import { type Entity, entities, type Kind, site } from '#contract/entities'
import { fieldsIn, type ItemField, isKind, isList } from '#contract/fields'
import { objectsIn } from '#contract/json'

/** The fixture files by their names without `.json`: one for each kind of content, and the settings of the site. */
export const fixtureFiles = { ...entities, site } satisfies Record<string, Entity>

export type FixtureName = keyof typeof fixtureFiles

export const fixtureNames = Object.keys(fixtureFiles) as FixtureName[]

/** The parsed fixture files. Older folders and recordings have no settings of the site. */
export type RawFixtures = Record<Kind, unknown> & { site?: unknown }

/** The fields of a file's items. */
export function fieldsOfFile(name: FixtureName, product: string): ItemField[] {
  const { fields }: Entity = fixtureFiles[name]
  return fieldsIn(fields, product)
}

/** True for a file that holds a list, and false for a single object. */
export function isListFile(name: FixtureName): boolean {
  return isKind(name) && isList(name)
}

/** True for a file that a fixtures folder may lack. */
export function isOptionalFile(name: FixtureName): boolean {
  return name === 'site'
}

/** A field named after the product that the items of a file have under the name of another one. `count` is the number of these items. */
export type FieldOfOtherProduct = { name: string; found: string; count: number; product: string }

/**
 * Finds a field of another product, as `ugarit_news` in place of `acme_news`. Returns it only if it can be nothing else: no item has the
 * own field, and all items that have one of this kind have the same.
 */
export function fieldOfOtherProduct(value: unknown, fields: readonly ItemField[]): FieldOfOtherProduct | undefined {
  const own = fields.find(({ stem }) => stem.startsWith('{product}'))
  const items = objectsIn(value)
  if (!own || items.some((item) => Object.hasOwn(item, own.name))) return undefined
  const ending = own.stem.replace('{product}', '')
  const others = items.flatMap((item) => Object.keys(item).filter((name) => name.endsWith(ending)))
  const [found = ''] = others
  const product = found.slice(0, -ending.length)
  if (product === '' || others.some((name) => name !== found)) return undefined
  return { name: own.name, found, count: others.length, product }
}
