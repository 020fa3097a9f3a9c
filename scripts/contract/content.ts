import { createSchemas, type HomeData } from '#contract/schemas'
import { type Entity, isEntity } from './answers'
import type { WalkOptions } from './walk'

/** A server's or a folder's content: one value per fixture file, whatever its shape. */
export type Content = Record<keyof HomeData, unknown>

/** The keys of the home data that have a fixture file. */
export function contentKeys(product: string): (keyof HomeData)[] {
  return Object.keys(createSchemas(product).fixtures) as (keyof HomeData)[] // made of exactly these
}

/**
 * Puts a server's content together from a walk: the lists of the home data, and what only an item asked alone has of fields
 * that the contract doesn't know. Give `onItem` to the walk, then take the `content` of its home data.
 */
export function createContentReader(product: string) {
  const extras = new WeakMap<Entity, Entity>()
  const onItem: NonNullable<WalkOptions['onItem']> = (_, listed, alone) => {
    const more = Object.entries(alone).filter(([field]) => !Object.hasOwn(listed, field))
    if (more.length > 0) extras.set(listed, Object.fromEntries(more))
  }
  const whole = (item: unknown) => (isEntity(item) ? { ...item, ...extras.get(item) } : item)
  return {
    onItem,
    content: (home: Entity): Content =>
      Object.fromEntries(
        contentKeys(product).map((key) => {
          const value = home[key]
          return [key, Array.isArray(value) ? value.map(whole) : (value ?? (key === 'goals' ? {} : []))]
        }),
      ) as Content,
  }
}
