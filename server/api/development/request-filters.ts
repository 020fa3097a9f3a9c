import { Type } from 'typebox'
import { isObject } from '#contract/json'
import { operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { describe, type Violation } from '#contract/violations'
import { invalid, unknownName } from '../refusals'
import { origins, type RecordedCall } from './recorded-call'

/** The filters of a query of `/__requests`. */
export type RequestFilter = Record<string, unknown>

/** The filters of the query, by parameter. `status` is a number or a class such as `4xx`, `since` a call's number or a time. */
export const filters: Record<string, (call: RecordedCall, value: string) => boolean> = {
  q: ({ url, payload = '', answer }, text) =>
    `${url} ${JSON.stringify(payload)} ${answer}`.toLowerCase().includes(text.toLowerCase()),
  operation: (call, name) => call.operation === name,
  method: (call, name) => call.method === name.toUpperCase(),
  slug: ({ payload }, slug) => isObject(payload) && payload.slug === slug,
  status: (call, text) => new RegExp(`^${text.replace(/\D/g, '.')}$`).test(String(call.status)),
  from: (call, origin) => call.from === origin,
  scenario: (call, names) => call.scenario === names,
  key: (call, key) => call.key === key,
  since: ({ number, at }, since) =>
    /^\d+$/.test(since) ? number > Number(since) : !(Date.parse(at) < Date.parse(since)),
}

/** A status or a class of statuses. */
export const StatusText = Type.String({
  pattern: '^[1-5](\\d\\d|[xX]{2})$',
  description: 'a status such as 503 or 5xx',
})

const methods = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']

/** The fields by which the calls of a query and of a verification are found. */
export const callFields = {
  operation: Type.Enum([...operationNames]),
  method: Type.Enum([...methods, ...methods.map((name) => name.toLowerCase())]),
  slug: Type.String(),
  from: Type.Enum([...origins]),
  scenario: Type.String(),
}

const Text = Type.String()
const Count = Type.String({ pattern: '^\\d{1,5}$', description: 'a number of at most five digits' })

const check = createCheck(
  Type.Partial(
    Type.Object({
      ...callFields,
      q: Text,
      key: Text,
      atLeast: Count,
      within: Count,
      format: Type.Enum(['json', 'har']),
      status: StatusText,
      since: Text,
    }),
  ),
)

/** Throws a 400 for a misspelt name or value. Otherwise a test that expects no calls could pass because of a typing error. */
export function checkQuery(query: RequestFilter, names: string[]): void {
  const unknown = Object.keys(query).find((name) => !names.includes(name))
  const expected = `one of ${names.join(', ')}`
  if (unknown !== undefined) throw unknownName(400, 'There is no parameter', unknown, names, { pointer: '', expected })
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
  const violations = [...check(given), ...sinceViolations(given.since)]
  if (violations.length > 0) throw invalid('The query does not fit', violations, '/')
}

/** The violations of `since`. The pattern of a schema cannot check whether a date exists. */
export function sinceViolations(since: unknown): Violation[] {
  if (typeof since !== 'string' || since === '' || /^\d+$/.test(since) || !Number.isNaN(Date.parse(since))) return []
  return [{ pointer: '/since', expected: "a call's number or an ISO time", found: describe(since) }]
}

export function matchesFilter(call: RecordedCall, query: RequestFilter): boolean {
  return Object.entries(filters).every(([name, fits]) => {
    const { [name]: value = '' } = query
    return value === '' || fits(call, String(value))
  })
}
