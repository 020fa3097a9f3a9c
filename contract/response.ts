import { hasFields } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import type { Answers } from '#contract/operations'
import { answeringOf, asksForOne, type OperationName } from '#contract/operations'

/** Returns the `data` of a response's envelope, or `null` for an envelope that only says that the call found nothing. */
export function dataOf(body: unknown): unknown {
  if (!isObject(body) || tellsFailure(body)) return undefined
  return foundNothing(body) ? null : body.data
}

/** True for an envelope by which a back end that always answers with status 200 fails, or refuses the caller. */
function tellsFailure({ data = null, status, code, statusCode }: JsonObject): boolean {
  const isFailure = (each: unknown) => /^(?:error|40[13]|429|5\d\d)$/.test(String(each))
  return data === null && [status, code, statusCode].some(isFailure)
}

/** True for an envelope by which a back end refuses a call with status 200: "fail" is JSend's word for what the caller asked wrongly. */
function foundNothing({ data = null, success, status, code, statusCode }: JsonObject): boolean {
  if (success === false || data !== null) return success === false
  return status === false || status === 'fail' || [status, code, statusCode].some((each) => Number(each) === 404)
}

/**
 * True for the response to a call for one item by which an API says that it has none. A 400 or 422 counts only with JSON, as back ends
 * send it for a slug that is in no table, because proxies send a 400 too.
 */
export function isMissingAnswer(status: number, contentType: string | null): boolean {
  if (status === 400 || status === 422) return /[/+]json\b/i.test(contentType ?? '')
  // ASP.NET answers 204 in place of null.
  return [204, 404, 410].includes(status)
}

/**
 * Creates a function that tells of each response to a call of an API, in their order, whether it says that there is no such item.
 * `isAnswer` is true for a response with an answer. An API that refuses all calls by a 400, for example without a key, does not say
 * that all items are gone, so only a 404 counts until it answers. Nor does a router without a route to the API, such as Traefik while
 * the API is deployed: after a 404 for a list, no 404 counts until the API answers.
 */
export function createMissingCheck() {
  let isAnswering = false
  let isGone = false
  return ({ status, headers }: Pick<Response, 'status' | 'headers'>, payload: unknown, isAnswer: boolean): boolean => {
    const saysMissing = asksForOne(payload) && isMissingAnswer(status, headers.get('content-type'))
    const isMissing = saysMissing && (status === 404 ? !isGone : isAnswering)
    if (!isMissing) [isAnswering, isGone] = [isAnswer, status === 404]
    return isMissing
  }
}

/** True for the values that back ends send with status 200 in place of an item that does not exist. */
export function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  // Such as `{}` or `{ "course": null }`.
  if (isObject(value))
    return value.success === false || (Object.values(value).every((each) => each === null) && !hasFields(value))
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
