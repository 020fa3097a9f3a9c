import { type Static, Type } from 'typebox'
import { isObject } from '#contract/json'
import { createCheck } from '#contract/schemas'
import type { Violation } from '#contract/violations'
import { invalid } from '../refusals'
import { callInWords, type Difference, differenceInWords, differences, shortJson } from './partial-match'
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

/** Why a verification fails, for `failureInWords` and for the studio, which has words in two languages. */
export type VerificationFailure = { expected: CountedCall } & (
  | {
      kind: 'count'
      /** The numbers of the calls that fit. */
      found: number[]
      /** The number of the recorded calls. */
      total: number
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

/** An expected call with the least and the most calls of its kind. Without `max` there may be any number. */
export type CountedCall = Omit<ExpectedCall, 'times' | 'atLeast' | 'atMost' | 'never'> & { min: number; max?: number }

export type NearestCall = Pick<RecordedCall, 'number' | 'operation' | 'payload' | 'status'> & {
  differences: Difference[]
}

/**
 * Compares the recorded calls, the newest first, with a verification. `failure` explains the first expectation that does not hold, and
 * `mayChange` is true if later calls can still change the result.
 */
export function verify(
  recorded: readonly RecordedCall[],
  verification: Verification,
): { failure?: VerificationFailure; mayChange: boolean } {
  const calls = recorded.toReversed()
  const expected = verification.calls.map((call): Found => {
    const found = calls.filter((each) => differencesOf(each, call, verification).length === 0)
    const [min, max] = countsOf(call)
    return { call, found, min, max }
  })
  const failing = expected.filter(({ found, min, max }) => found.length < min || found.length > max)
  const [first] = failing
  if (first) {
    const { call, found, min } = first
    const nearest = found.length < min ? nearestTo(call, calls, verification).slice(0, 3) : []
    const failure: VerificationFailure = {
      kind: 'count',
      expected: counted(first),
      found: found.map(({ number }) => number),
      total: calls.length,
      nearest,
      others: failing.length - 1,
      all: expected.length,
    }
    return { failure, mayChange: failing.every((each) => each.found.length < each.min) }
  }
  if (!verification.inOrder) return { mayChange: expected.every(({ min }) => min === 0) }
  const failure = outOfOrder(expected)
  return { ...(failure && { failure }), mayChange: failure !== undefined }
}

type Found = { call: ExpectedCall; found: RecordedCall[]; min: number; max: number }

function counted({ call, min, max }: Found): CountedCall {
  const { times, atLeast, atMost, never, ...rest } = call
  return { ...rest, min, ...(max !== Number.POSITIVE_INFINITY && { max }) }
}

/** Explains the first call that does not come after those before it. Calls that are not expected may lie in between. */
function outOfOrder(expected: Found[]): VerificationFailure | undefined {
  const needed = expected.filter(({ min }) => min > 0)
  let last: { number: number; call?: CountedCall } = { number: 0 }
  for (const [index, each] of needed.entries()) {
    const { found, min } = each
    const later = found.filter(({ number }) => number > last.number)
    const next = later[min - 1]
    if (next) {
      last = { number: next.number, call: counted(each) }
      continue
    }
    const { number, call } = last
    return {
      kind: 'order',
      expected: counted(each),
      place: index + 1,
      all: needed.length,
      ...(call && { after: { number, call } }),
      later: later.length,
      found: found.map(({ number }) => number),
    }
  }
  return undefined
}

/** How a call differs from an expected one. */
function differencesOf(call: RecordedCall, expected: ExpectedCall, { key, since }: Verification): Difference[] {
  const { payload, slug, times, atLeast, atMost, never, ...rest } = expected
  const fields: [name: string, value: string | number | undefined][] = Object.entries({ ...rest, key, since })
  const different = fields.flatMap(([name, value]): Difference[] => {
    if (value === undefined || filters[name]?.(call, String(value))) return []
    if (name === 'since') return [{ kind: 'early', since: String(value) }]
    return [{ kind: 'value', place: name, found: shortJson(call[name as 'status']), expected: shortJson(value) }]
  })
  const asked = { ...payload, ...(slug !== undefined && { slug }) }
  return [...different, ...differences(asked, call.payload ?? {}, 'payload')]
}

/**
 * How much a difference counts. Calls of the same test come before those of another one, and calls of the same operation before others.
 */
function weightOf(difference: Difference): number {
  if (difference.kind === 'early' || difference.place === 'key') return 5
  return difference.place === 'operation' ? 3 : 1
}

/** The recorded calls that differ least from an expected one. The newest come first. */
function nearestTo(expected: ExpectedCall, calls: RecordedCall[], verification: Verification): NearestCall[] {
  const compared = calls.toReversed().map((call) => {
    const { number, operation, payload, status } = call
    const different = differencesOf(call, expected, verification)
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
      `Found ${later} there; it came as ${numbersOf(found)}.`,
    ]
  }
  const { total, nearest, others } = failure
  const numbers = found.length > 0 ? `: ${numbersOf(found)}` : ''
  const nearestLines = nearest.map(({ number, operation, payload, status, differences }) => {
    const why = differences.map(differenceInWords).join(', ')
    return `Nearest: #${number} ${callInWords(operation, payload)} ${status}: ${why}.`
  })
  return [
    `Expected ${inWords(expected)}, found ${found.length} of ${total === maxCalls ? 'the last ' : ''}${total} calls${numbers}.`,
    ...(total === 0 ? ['No calls are recorded.'] : nearestLines),
    ...(others > 0 ? [`${others} more of ${all} expected calls fail.`] : []),
  ]
}

/** An expected call in words, such as `course {"slug":"a"} with status 503 exactly 2 times`. */
function inWords({ operation, slug, payload, min, max, ...rest }: CountedCall): string {
  const others = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  const asked = { ...payload, ...(slug !== undefined && { slug }) }
  const named = [callInWords(operation, asked), ...(others.length > 0 ? [`with ${others.join(', ')}`] : [])].join(' ')
  if (max === 0) return `${named} never`
  if (min === max) return `${named} exactly ${timesOf(min)}`
  if (max === undefined) return `${named} at least ${timesOf(min)}`
  return min === 0 ? `${named} at most ${timesOf(max)}` : `${named} ${min} to ${max} times`
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

/** The numbers of calls, of which the first five are named. */
function numbersOf(numbers: number[]): string {
  const named = numbers.slice(0, 5).map((number) => `#${number}`)
  return [...named, ...(numbers.length > 5 ? ['…'] : [])].join(', ')
}
