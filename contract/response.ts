import { isObject } from '#contract/json'
import type { Answers } from '#contract/operations'
import { answeringOf, type OperationName } from '#contract/operations'

/** Returns the `data` of a response's envelope, or `null` for an envelope that only says that the call found nothing. */
export function dataOf(body: unknown): unknown {
  if (!isObject(body)) return undefined
  return body.success === false ? null : body.data
}

/** True for the values that back ends send with status 200 in place of an item that does not exist. */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (isObject(value)) return value.success === false || Object.keys(value).length === 0
  return value === null || value === false || value === ''
}

/** True for an answer without the item that its list was asked for by, such as the courses of an unknown category. */
export function isEmptyGroup(name: OperationName, data: unknown): boolean {
  const { list, groupedBy } = answeringOf(name)
  if (!list || !groupedBy || !isObject(data)) return false
  const items = data[list]
  return data[groupedBy] === null && Array.isArray(items) && items.length === 0
}

/** Checks only that pages can be made from the data. The contract check (`contract-check/`) checks every field. */
export function isUsable<Name extends OperationName>(name: Name, data: unknown): data is Answers[Name] {
  const { home, list, groupedBy } = answeringOf(name)
  if (home) return Array.isArray(data) && isObject(data[0])
  if (list && groupedBy) return isObject(data) && Array.isArray(data[list])
  return list ? Array.isArray(data) : isObject(data) && Object.keys(data).length > 0
}
