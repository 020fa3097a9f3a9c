import { isObject, type JsonObject } from '#contract/json'

/** The maximum number of characters of a payload in `callText`. */
const maxPayload = 80

/** An operation with its payload in short, such as `course {"slug":"a"}`. An asterisk stands for every operation. */
export function callText(operation: string | null | undefined, payload: unknown): string {
  const json = JSON.stringify(payload) ?? '{}'
  const text = json.length > maxPayload ? `${json.slice(0, maxPayload - 1)}…` : json
  return text === '{}' ? (operation ?? '*') : `${operation ?? '*'} ${text}`
}

/** The JSON object of a text; `undefined` for an empty text, and `null` for a text that is no object. */
export function objectIn(text: string): JsonObject | undefined | null {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
