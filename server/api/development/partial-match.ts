import { isDeepStrictEqual } from 'node:util'
import { isObject } from '#contract/json'
import { nearest } from '#contract/text/nearest'
import { escapePointer } from '#contract/violations'

/**
 * Compares a value with the part of it that is expected: an object may have more fields than expected, everything else must be equal.
 * Returns the differences in words, such as `payload/slug is "b" instead of "a"`.
 */
export function differences(expected: unknown, found: unknown, place: string): string[] {
  if (isObject(expected) && isObject(found))
    return Object.entries(expected).flatMap(([key, value]) => {
      const at = `${place}/${escapePointer(key)}`
      if (Object.hasOwn(found, key)) return differences(value, found[key], at)
      const [meant] = nearest(key, Object.keys(found), 1)
      return [`${at} is missing${meant === undefined ? '' : `, there is ${JSON.stringify(meant)}`}`]
    })
  return isDeepStrictEqual(expected, found) ? [] : [`${place} is ${shortJson(found)} instead of ${shortJson(expected)}`]
}

/** The JSON of a value, cut at 80 characters. */
export function shortJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 80 ? `${json.slice(0, 79)}…` : json
}

/** An operation and its payload in short, such as `course {"slug":"a"}`. */
export function callInWords(operation: string | null | undefined, payload: unknown): string {
  const isEmpty = payload === undefined || (isObject(payload) && Object.keys(payload).length === 0)
  return [operation ?? 'any call', ...(isEmpty ? [] : [shortJson(payload)])].join(' ')
}
