import { isObject, type JsonObject } from '#contract/json'
import { type Operation, type OperationName, operations } from '#contract/operations'

/** Rewrites the data of an operation to the formats that a database behind PHP may give (`contract/habits.ts` reads them). */
export function inHabits(operation: OperationName, data: object, pictures: string): object {
  const { item }: Operation = operations[operation]
  const written = write(data, '', pictures) as object // without a field, `write` keeps lists and objects
  return item ? [written] : written
}

function write(value: unknown, field: string, pictures: string): unknown {
  if (Array.isArray(value)) {
    // An empty list becomes null in a field, but not as a whole response.
    if (value.length === 0) return field ? null : value
    if (field === 'tags') return value.length % 2 ? JSON.stringify(value) : value.join(', ')
    return value.map((entry) => write(entry, '', pictures))
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, child]) => [key, write(child, key, pictures)])
    const copy = Object.fromEntries(entries) as JsonObject
    return field === 'goals' || field === 'category' ? [copy] : copy
  }
  if (field === 'id' || field === 'count') return String(value)
  if (field.endsWith('_news')) return value ? 1 : '0'
  if (typeof value !== 'string') return value
  if (field === 'date') return value.replace('T', ' ')
  if (field === 'image') return pictures + encodeURIComponent(value)
  if (/title|name$/.test(field))
    return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  return value
}
