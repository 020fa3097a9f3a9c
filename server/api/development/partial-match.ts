import { isDeepStrictEqual } from 'node:util'
import { isObject } from '#contract/json'
import { nearest } from '#contract/text/nearest'
import { escapePointer } from '#contract/violations'

/** A difference between a value and what is expected at a place such as `payload/slug`. Values are short JSON. */
export type Difference =
  | { kind: 'value'; place: string; found: string; expected: string }
  /** `meant` is the name of the most similar field. */
  | { kind: 'missing'; place: string; meant?: string }
  | { kind: 'early'; since: string }

/**
 * Compares a value with the part of it that is expected: an object may have more fields than expected, everything else must be equal.
 */
export function differences(expected: unknown, found: unknown, place: string): Difference[] {
  if (isObject(expected) && isObject(found))
    return Object.entries(expected).flatMap(([key, value]) => {
      const at = `${place}/${escapePointer(key)}`
      if (Object.hasOwn(found, key)) return differences(value, found[key], at)
      const [meant] = nearest(key, Object.keys(found), 1)
      return [{ kind: 'missing', place: at, ...(meant !== undefined && { meant }) }]
    })
  if (isDeepStrictEqual(expected, found)) return []
  return [{ kind: 'value', place, found: shortJson(found), expected: shortJson(expected) }]
}

/** The part of a payload that is asked for. `slug` stands for the field of this name. */
type Asked = { slug?: string | undefined; payload?: object | undefined }

export function payloadOf({ slug, payload }: Asked): object {
  return { ...payload, ...(slug !== undefined && { slug }) }
}

/** The differences between a call's payload and the part of it that is asked for. */
export function payloadDifferences(asked: Asked, found: unknown): Difference[] {
  return differences(payloadOf(asked), found ?? {}, 'payload')
}

/** A difference in words, such as `payload/slug is "b" instead of "a"`. */
export function differenceInWords(difference: Difference): string {
  if (difference.kind === 'early') return `it is not after ${difference.since}`
  if (difference.kind === 'value') return `${difference.place} is ${difference.found} instead of ${difference.expected}`
  const { place, meant } = difference
  return `${place} is missing${meant === undefined ? '' : `, there is ${JSON.stringify(meant)}`}`
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
