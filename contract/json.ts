/** A JSON object whose members have not been checked. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** True when lists and objects lie in each other more than `levels` deep: code that walks through them would overflow its stack. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(levels - 1, child))
}
