import { type Static, Type } from 'typebox'
import { isObject } from '#contract/json'
import { createCheck } from '#contract/schemas'
import type { Violation } from '#contract/violations'
import { invalid } from '../refusals'
import { callInWords, differences, shortJson } from './partial-match'
import { maxCalls, type RecordedCall } from './recorded-call'
import { callFields, filters, StatusText, sinceViolations } from './request-filters'

const Count = Type.Integer({ minimum: 0 })

/** An expected call. Without a count it is expected at least once. */
const ExpectedCall = Type.Partial(
  Type.Object({
    ...callFields,
    payload: Type.Object({}),
    status: Type.Union([Type.Integer({ minimum: 100, maximum: 599 }), StatusText]),
    times: Count,
    atLeast: Count,
    atMost: Count,
    never: Type.Boolean(),
  }),
  { additionalProperties: false },
)
type ExpectedCall = Static<typeof ExpectedCall>

/** The body of `POST /__requests/verify`. `key` and `since` apply to all calls. */
const Verification = Type.Object(
  {
    calls: Type.Array(ExpectedCall, { minItems: 1, maxItems: 100 }),
    inOrder: Type.Optional(Type.Boolean()),
    key: Type.Optional(Type.String()),
    since: Type.Optional(Type.Union([Type.String(), Count])),
    within: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  },
  { additionalProperties: false },
)
type Verification = Static<typeof Verification>

const check = createCheck(Verification)

/** Throws a 400 for an expectation that is misspelt or that no calls could meet. */
export function readVerification(body: unknown): Verification {
  const misspelt = [...check(body), ...(isObject(body) ? sinceViolations(body.since) : [])]
  const verification = body as Verification
  const violations = misspelt.length > 0 ? misspelt : verification.calls.flatMap(countViolations)
  if (violations.length > 0) throw invalid('The expectation does not fit', violations, '/')
  return verification
}

function countViolations(call: ExpectedCall, index: number): Violation[] {
  const { times, atLeast, atMost, never } = call
  const kinds = [times, atLeast ?? atMost, never].filter((count) => count !== undefined)
  const [min, max] = countsOf(call)
  if (kinds.length < 2 && min <= max) return []
  const expected = 'either times, never, or atLeast and a larger atMost'
  return [{ pointer: `/calls/${index}`, expected, found: shortJson(call) }]
}

/** The least and the most calls that are expected. */
function countsOf({ times, atLeast, atMost, never }: ExpectedCall): [min: number, max: number] {
  if (never || times !== undefined) return never ? [0, 0] : [times ?? 0, times ?? 0]
  return [atLeast ?? (atMost === undefined ? 1 : 0), atMost ?? Number.POSITIVE_INFINITY]
}

/**
 * Compares the recorded calls, the newest first, with a verification. `failure` explains the first expectation that does not hold, in at
 * most five lines; `mayChange` is true if later calls can still change the result.
 */
export function verify(recorded: readonly RecordedCall[], verification: Verification) {
  const calls = recorded.toReversed()
  const expected = verification.calls.map((call) => {
    const found = calls.filter((each) => differencesOf(each, call, verification).length === 0)
    const [min, max] = countsOf(call)
    return { call, found, min, max }
  })
  const failing = expected.filter(({ found, min, max }) => found.length < min || found.length > max)
  const [first] = failing
  if (first) {
    const { call, found, min } = first
    const isFew = found.length < min
    const others = failing.length > 1 ? [`${failing.length - 1} more of ${expected.length} expected calls fail.`] : []
    const nearest = isFew ? nearestTo(call, calls, verification).slice(0, 3) : []
    const numbers = found.length > 0 ? `: ${numbersOf(found)}` : ''
    const head = `Expected ${inWords(call)}, found ${found.length} of ${calls.length === maxCalls ? 'the last ' : ''}${calls.length} calls${numbers}.`
    return { failure: [head, ...nearest, ...others], mayChange: failing.every((each) => each.found.length < each.min) }
  }
  if (!verification.inOrder) return { failure: [], mayChange: expected.every(({ min }) => min === 0) }
  const failure = outOfOrder(expected)
  return { failure, mayChange: failure.length > 0 }
}

type Found = { call: ExpectedCall; found: RecordedCall[]; min: number }

/** Explains the first call that does not come after those before it. Calls that are not expected may lie in between. */
function outOfOrder(expected: Found[]): string[] {
  const needed = expected.filter(({ min }) => min > 0)
  let last: { number: number; call?: ExpectedCall } = { number: 0 }
  for (const [index, { call, found, min }] of needed.entries()) {
    const later = found.filter(({ number }) => number > last.number)
    const next = later[min - 1]
    if (next) {
      last = { number: next.number, call }
      continue
    }
    const before = last.call ? ` after #${last.number} (${inWords(last.call)})` : ''
    return [
      `Expected in order, as ${index + 1} of ${needed.length}: ${inWords(call)}${before}.`,
      `Found ${later.length} there; it came as ${numbersOf(found)}.`,
    ]
  }
  return []
}

/** Tells in words how a call differs from an expected one. */
function differencesOf(call: RecordedCall, expected: ExpectedCall, { key, since }: Verification): string[] {
  const { payload, slug, times, atLeast, atMost, never, ...rest } = expected
  const fields: [name: string, value: string | number | undefined][] = Object.entries({ ...rest, key, since })
  const different = fields.flatMap(([name, value]) => {
    if (value === undefined || filters[name]?.(call, String(value))) return []
    if (name === 'since') return [`it is not after ${value}`]
    return [`${name} is ${shortJson(call[name as 'status'])} instead of ${shortJson(value)}`]
  })
  const asked = { ...payload, ...(slug !== undefined && { slug }) }
  return [...different, ...differences(asked, call.payload ?? {}, 'payload')]
}

/**
 * How much differences of a field count. Calls of the same test come before those of another one, and calls of the same operation before
 * others.
 */
const weights: [difference: RegExp, weight: number][] = [
  [/^(?:key |it is not after )/, 5],
  [/^operation /, 3],
]

/** The recorded calls that differ least from an expected one, each in a line with its differences. The newest come first. */
function nearestTo(expected: ExpectedCall, calls: RecordedCall[], verification: Verification): string[] {
  if (calls.length === 0) return ['No calls are recorded.']
  const weightOf = (difference: string) => weights.find(([pattern]) => pattern.test(difference))?.[1] ?? 1
  const compared = calls.toReversed().map((call) => {
    const different = differencesOf(call, expected, verification)
    return { call, different, distance: different.reduce((sum, each) => sum + weightOf(each), 0) }
  })
  const others = compared.filter(({ distance }) => distance > 0)
  const least = Math.min(...others.map(({ distance }) => distance))
  return others
    .filter(({ distance }) => distance === least)
    .map(({ call: { number, operation, payload, status }, different }) => {
      const why = different.join(', ')
      return `Nearest: #${number} ${callInWords(operation, payload)} ${status}: ${why}.`
    })
}

/** An expected call in words, such as `course {"slug":"a"} with status 503 exactly 2 times`. */
function inWords(call: ExpectedCall): string {
  const { operation, slug, payload, times, atLeast, atMost, never, ...rest } = call
  const others = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  const asked = { ...payload, ...(slug !== undefined && { slug }) }
  const named = [callInWords(operation, asked), ...(others.length > 0 ? [`with ${others.join(', ')}`] : [])].join(' ')
  const [min, max] = countsOf(call)
  if (max === 0) return `${named} never`
  if (min === max) return `${named} exactly ${timesOf(min)}`
  if (max === Number.POSITIVE_INFINITY) return `${named} at least ${timesOf(min)}`
  return min === 0 ? `${named} at most ${timesOf(max)}` : `${named} ${min} to ${max} times`
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** The numbers of calls, of which the first five are named. */
function numbersOf(calls: RecordedCall[]): string {
  const named = calls.slice(0, 5).map(({ number }) => `#${number}`)
  return [...named, ...(calls.length > 5 ? ['…'] : [])].join(', ')
}
