import { type Static, Type } from 'typebox'
import { isObject } from '#contract/json'
import { createCheck } from '#contract/schemas'
import type { Violation } from '#contract/violations'
import { invalid } from '../refusals'
import {
  callInWords,
  type Difference,
  differenceInWords,
  payloadDifferences,
  payloadOf,
  shortJson,
} from './partial-match'
import { maxCalls, type RecordedCall } from './recorded-call'
import { callFields, filters, matchesFilter, StatusText, sinceViolations } from './request-filters'

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

function countViolations(expected: ExpectedCall, index: number): Violation[] {
  const { times, atLeast, atMost, never } = expected
  const kinds = [times, atLeast ?? atMost, never].filter((count) => count !== undefined)
  const { min, max = min } = counted(expected)
  if (kinds.length < 2 && min <= max) return []
  const wanted = 'either times, never, or atLeast and a larger atMost'
  return [{ pointer: `/calls/${index}`, expected: wanted, found: shortJson(expected) }]
}

/** An expected call with the least and the most calls of its kind. Without `max` there may be any number. */
export type CountedCall = Omit<ExpectedCall, 'slug' | 'times' | 'atLeast' | 'atMost' | 'never'> & {
  min: number
  max?: number
}

function counted({ slug, payload, times, atLeast, atMost, never, ...call }: ExpectedCall): CountedCall {
  const min = never ? 0 : (times ?? atLeast ?? (atMost === undefined ? 1 : 0))
  const max = never ? 0 : (times ?? atMost)
  const asked = payloadOf({ slug, payload })
  return { ...call, ...(Object.keys(asked).length > 0 && { payload: asked }), min, ...(max !== undefined && { max }) }
}

/** Why a verification fails, for `failureInWords` and for the studio, which has words in two languages. */
export type VerificationFailure = { expected: CountedCall } & (
  | {
      kind: 'count'
      /** The numbers of the calls that fit. */
      found: number[]
      /** The number of the calls under the key, after `since` and in the expected scenario. */
      total: number
      /** The number of all recorded calls. */
      recorded: number
      /** The calls that differ least, if too few fit. */
      nearest: NearestCall[]
      /** The number of further expectations that fail, of `all`. */
      others: number
      all: number
    }
  | {
      kind: 'order'
      place: number
      all: number
      after?: { number: number; call: CountedCall }
      later: number
      found: number[]
    }
)

export type NearestCall = Pick<RecordedCall, 'number' | 'operation' | 'payload' | 'status'> & {
  differences: Difference[]
}

/**
 * Compares the recorded calls, the newest first, with a verification. `failure` explains the first expectation that does not hold, and
 * `mayChange` is true if later calls can still change the result.
 */
export function verify(
  recorded: readonly RecordedCall[],
  { calls: asked, inOrder, ...scope }: Verification,
): { failure?: VerificationFailure; mayChange: boolean } {
  const calls = recorded.toReversed()
  const expected = asked.map((each): Found => {
    const call = counted(each)
    const found = calls.filter((one) => differencesOf(one, call, scope).length === 0)
    return { call, found, isTooFew: found.length < call.min }
  })
  const failing = expected.filter(({ call, found, isTooFew }) => isTooFew || found.length > (call.max ?? maxCalls))
  const [first] = failing
  if (first) {
    const { call, found, isTooFew } = first
    const failure: VerificationFailure = {
      kind: 'count',
      expected: call,
      found: numbersOf(found),
      total: calls.filter((one) => matchesFilter(one, { ...scope, scenario: call.scenario })).length,
      recorded: calls.length,
      nearest: isTooFew ? nearestTo(call, calls, scope).slice(0, 3) : [],
      others: failing.length - 1,
      all: expected.length,
    }
    return { failure, mayChange: failing.every((each) => each.isTooFew) }
  }
  if (!inOrder) return { mayChange: expected.every(({ call }) => call.min === 0) }
  const failure = outOfOrder(expected)
  return { ...(failure && { failure }), mayChange: failure !== undefined }
}

/** An expected call with the calls that fit. */
type Found = { call: CountedCall; found: RecordedCall[]; isTooFew: boolean }

const numbersOf = (calls: readonly RecordedCall[]) => calls.map(({ number }) => number)

/** Explains the first call that does not come after those before it. Calls that are not expected may lie in between. */
function outOfOrder(expected: Found[]): VerificationFailure | undefined {
  const needed = expected.filter(({ call }) => call.min > 0)
  let after: { number: number; call: CountedCall } | undefined
  for (const [index, { call, found }] of needed.entries()) {
    const later = found.filter(({ number }) => !after || number > after.number)
    const next = later[call.min - 1]
    if (!next) {
      const place = { place: index + 1, all: needed.length, ...(after && { after }) }
      return { kind: 'order', expected: call, ...place, later: later.length, found: numbersOf(found) }
    }
    after = { number: next.number, call }
  }
  return undefined
}

/** The key and the time of a verification, to which its calls belong. */
type Scope = Pick<Verification, 'key' | 'since'>

/** How a call differs from an expected one. */
function differencesOf(call: RecordedCall, expected: CountedCall, { key, since }: Scope): Difference[] {
  const { payload, min, max, ...rest } = expected
  const fields: [name: string, value: string | number | undefined][] = Object.entries({ ...rest, key, since })
  const different = fields.flatMap(([name, value]): Difference[] => {
    if (value === undefined || filters[name]?.(call, String(value))) return []
    if (name === 'since') return [{ kind: 'early', since: String(value) }]
    return [{ kind: 'value', place: name, found: shortJson(call[name as 'status']), expected: shortJson(value) }]
  })
  return [...different, ...payloadDifferences({ payload }, call.payload)]
}

/**
 * How much a difference counts. Calls of the same test come before those of another one, and calls of the same operation before others.
 */
function weightOf(difference: Difference): number {
  if (difference.kind === 'early' || difference.place === 'key') return 5
  return difference.place === 'operation' ? 3 : 1
}

/** The recorded calls that differ least from an expected one. The newest come first. */
function nearestTo(expected: CountedCall, calls: RecordedCall[], scope: Scope): NearestCall[] {
  const compared = calls.toReversed().map((call) => {
    const { number, operation, payload, status } = call
    const different = differencesOf(call, expected, scope)
    const distance = different.reduce((sum, each) => sum + weightOf(each), 0)
    return { nearest: { number, operation, payload, status, differences: different }, distance }
  })
  const others = compared.filter(({ distance }) => distance > 0)
  const least = Math.min(...others.map(({ distance }) => distance))
  return others.filter(({ distance }) => distance === least).map(({ nearest }) => nearest)
}

/** Explains a failure in at most five lines. */
export function failureInWords(failure: VerificationFailure): string[] {
  const { expected, found, all } = failure
  if (failure.kind === 'order') {
    const { place, after, later } = failure
    const before = after ? ` after #${after.number} (${inWords(after.call)})` : ''
    return [
      `Expected in order, as ${place} of ${all}: ${inWords(expected)}${before}.`,
      `Found ${later} there; it came as ${shortNumbers(found)}.`,
    ]
  }
  const { total, recorded, nearest, others } = failure
  const isFull = recorded === maxCalls
  const counts = `${found.length} of ${total} calls${isFull ? ` among the last ${recorded}` : ''}`
  const nearestLines = nearest.map(({ number, operation, payload, status, differences }) => {
    const why = differences.map(differenceInWords).join(', ')
    return `Nearest: #${number} ${callInWords(operation, payload)} ${status}: ${why}.`
  })
  return [
    `Expected ${inWords(expected)}, found ${counts}${found.length > 0 ? `: ${shortNumbers(found)}` : ''}.`,
    ...(recorded === 0 ? ['No calls are recorded.'] : nearestLines),
    ...(others > 0 ? [`${others} more of ${all} expected calls fail.`] : []),
  ]
}

/** An expected call in words, such as `course {"slug":"a"} with status 503 exactly 2 times`. */
function inWords({ operation, payload, min, max, ...rest }: CountedCall): string {
  const others = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  const named = [callInWords(operation, payload), ...(others.length > 0 ? [`with ${others.join(', ')}`] : [])].join(' ')
  if (max === 0) return `${named} never`
  if (min === max) return `${named} exactly ${timesOf(min)}`
  if (max === undefined) return `${named} at least ${timesOf(min)}`
  return min === 0 ? `${named} at most ${timesOf(max)}` : `${named} ${min} to ${max} times`
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** The numbers of calls, of which the first five are named. */
function shortNumbers(numbers: number[]): string {
  const named = numbers.slice(0, 5).map((number) => `#${number}`)
  return [...named, ...(numbers.length > 5 ? ['…'] : [])].join(', ')
}
