/** A JSON object whose members have not been checked. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The fields of an object for a related item, which JSON:API and Strapi 4 put into `data` and `attributes`. */
export function relatedFields(value: JsonObject): JsonObject {
  const data = isObject(value.data) ? value.data : value
  return isObject(data.attributes) ? data.attributes : data
}

/** The value if it is a list, else an empty list. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects in a list. Drops other values, which a remote API may return. */
export function objectsIn(list: unknown): JsonObject[] {
  return asList(list).filter(isObject)
}

/** True if a value is nested more than `levels` deep, which could overflow the stack of recursive code. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child))
}

/** A pair of escaped surrogates, half of a pair, or another escape. */
const escapes = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u(d[89a-f][\da-f]{2})|\\./gis

/**
 * Parses JSON. Halves of surrogate pairs, which JSON may contain as escapes such as `\ud800`, become U+FFFD. HTML, addresses and
 * UTF-8 cannot contain them: React finds another text than the server sent, and `encodeURIComponent` throws. Skips byte order marks,
 * of which PHP sends one for each of its files that has one.
 */
export function parseJson(given: string): unknown {
  const text = given.replace(/^\ufeff+/, '')
  const hasSurrogates = /\\u[dD][89a-fA-F]/.test(text)
  return JSON.parse(hasSurrogates ? text.replace(escapes, (all, half) => (half ? '\\ufffd' : all)) : text)
}
