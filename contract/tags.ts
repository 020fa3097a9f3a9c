import { isObject, parseJson, relatedFields } from '#contract/json'
import { maxLengthOf } from '#contract/limits/field-limits'

/**
 * Reads tags that are objects with a name, or were encoded once or more: as JSON, by PHP's `serialize`, or as words between commas.
 * Returns `undefined` for other values, so that no part of an unknown encoding becomes a tag.
 */
export function readTags(value: unknown): string[] | undefined {
  const list = readListWithKeys(value)
  if (list) return readTags(list)
  if (isObject(value) && Array.isArray(value.data)) return readTags(value.data)
  if (Array.isArray(value)) {
    const names = value.map((tag) => isObject(tag) && relatedFields(tag).name)
    if (names.length > 0 && names.every((name) => typeof name === 'string')) return names
    if (!value.every((tag) => typeof tag === 'string')) return undefined
    // A JSON text that was split at its commas, or put into a list.
    return (/^\s*["[]/.test(value[0] ?? '') && readTags(value.join())) || value
  }
  if (value === null) return []
  if (typeof value !== 'string' || value.length > maxLengthOf('texts')) return undefined
  const [, count, entries = ''] = /^a:(\d+):\{(.*)\}$/s.exec(value) ?? []
  if (count !== undefined) {
    const [before, ...tags] = entries.slice(0, -2).split(/(?:^|";)i:\d+;s:\d+:"/)
    return before === '' && tags.length === Number(count) ? withoutBlanks(tags) : undefined
  }
  if (!/^\s*(?:["[{]|null$)|^(?:[absOid]:\d|N;)/.test(value)) return withoutBlanks(value.split(/[,،]/))
  try {
    const tags = readTags(parseJson(value))
    return tags && withoutBlanks(tags)
  } catch {
    return undefined
  }
}

/**
 * Reads a list that PHP sends as an object because it kept the list's keys, or named the items by their slugs or ids, or that Firebase
 * sends with keys of its own. Returns `undefined` for other values.
 */
export function readListWithKeys(value: unknown): unknown[] | undefined {
  const entries = isObject(value) ? Object.entries(value) : []
  const isKey = ([key, item]: [string, unknown]) =>
    /^(?:\d+|-[\w-]{19})$/.test(key) || (isObject(item) && [item.slug, item.id].includes(key))
  return entries.length > 0 && entries.every(isKey) ? entries.map(([, item]) => item) : undefined
}

function withoutBlanks(list: string[]): string[] {
  return list.map((text) => text.trim()).filter(Boolean)
}
