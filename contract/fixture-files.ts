import { type Entity, entities, type Kind, site } from '#contract/entities'
import { fieldsIn, type ItemField } from '#contract/fields'

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

/** True for a file that a fixtures folder may lack. */
export function isOptionalFile(name: FixtureName): boolean {
  return name === 'site'
}
