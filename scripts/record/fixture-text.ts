import { isObject, type JsonObject } from '#contract/json'
import { createSchemas, type HomeData } from '#contract/schemas'
import type { Content } from '../contract/content'

/**
 * The text of each fixture file. Items keep the API's order. Fields have the contract's order, followed by unknown fields
 * sorted by name. The same content thus always gives the same text.
 */
export function fixtureTexts(content: Content, product: string): Map<string, string> {
  const { fixtures } = createSchemas(product)
  return new Map(
    (Object.keys(fixtures) as (keyof HomeData)[]).map((key) => {
      const schema = fixtures[key] as { properties?: object; items?: { properties: object } }
      const fields = Object.keys(schema.items?.properties ?? schema.properties ?? {})
      const value = content[key]
      const ordered = Array.isArray(value) ? value.map((item) => order(item, fields)) : order(value, fields)
      return [`${key}.json`, `${JSON.stringify(ordered, null, 2)}\n`]
    }),
  )
}

function order(item: unknown, fields: readonly string[]): unknown {
  if (!isObject(item)) return sorted(item)
  const known = fields.filter((field) => Object.hasOwn(item, field))
  const extra = Object.keys(item).filter((field) => !fields.includes(field))
  return pick(item, [...known, ...extra.sort()])
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  return isObject(value) ? pick(value, Object.keys(value).sort()) : value
}

function pick(value: JsonObject, fields: readonly string[]): JsonObject {
  // Uses `fromEntries`, because assigning a member named `__proto__` would set the prototype.
  return Object.fromEntries(fields.map((field) => [field, sorted(value[field])]))
}
