import type { Agent } from 'supertest'
import type { HomeData, ListKind } from '#contract/entities'
import { referredKind } from '#contract/fields'
import type { JsonObject } from '#contract/json'
import { answeringOf, eventTypes, newsFlag, type OperationName, operationNames, operations } from '#contract/operations'

/** A call of an operation and the data it must answer with. */
export type Row = { payload?: object; data: unknown }

/** Calls an operation, without a body if there is no payload. */
export function call(request: Agent, name: OperationName, payload?: object) {
  const { method, path } = operations[name]
  return method === 'GET' ? request.get(path) : request.post(path).send(payload)
}

/**
 * The table of the API tests: calls of each operation for some content, and the data that it must answer with. It finds the data by
 * searching the lists anew for each call, without the indexes of `createAnswers`.
 */
export function operationRows(content: HomeData, product: string): Record<OperationName, Row[]> {
  return Object.fromEntries(operationNames.map((name) => [name, rowsOf(name)])) as Record<OperationName, Row[]>

  function rowsOf(name: OperationName): Row[] {
    const { item, takesId, list, filteredBy, groupedBy, object } = answeringOf(name)
    if (object) return [{ data: content[object] }]
    if (item) return [...bySlug(content[item]), ...(takesId ? byId(content[item] as JsonObject[]) : [])]
    if (list && groupedBy) return groupRows(list, groupedBy)
    if (list && filteredBy) return filterRows(list, filteredBy.replace('{product}', product))
    return [{ data: list ? content[list] : [content] }]
  }

  function bySlug(items: { slug: string }[]): Row[] {
    return items.map((data) => ({ payload: { slug: data.slug }, data }))
  }

  function byId(items: JsonObject[]): Row[] {
    return items.flatMap((data) => (data.id === undefined ? [] : [{ payload: { id: data.id }, data }]))
  }

  function filterRows(list: ListKind, field: string): Row[] {
    const values = field === newsFlag(product) ? [true, false] : eventTypes
    return values.map((value) => ({ payload: { [field]: value }, data: itemsWith(list, field, value) }))
  }

  function groupRows(list: ListKind, field: string): Row[] {
    const all = { [list]: content[list], [field]: null }
    const groups = content[referredKind(list, field)].map((group) => ({
      payload: { slug: group.slug },
      data: { [list]: itemsWith(list, field, group.slug), [field]: group },
    }))
    return [{ data: all }, { payload: {}, data: all }, { payload: { slug: '' }, data: all }, ...groups]
  }

  function itemsWith(list: ListKind, field: string, value: unknown): JsonObject[] {
    return (content[list] as JsonObject[]).filter((item) => item[field] === value)
  }
}
