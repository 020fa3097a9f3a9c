import type { Difference } from '../../../server/api/development/partial-match'
import type { CountedCall, NearestCall, VerificationFailure } from '../../../server/api/development/verify'
import { callText } from '../calls'
import { isolate, isolateLtr, type Say } from '../language'

/** The maximum number of calls that a line names. */
const maxNumbers = 5

/** Explains in the studio's language why an expectation fails, in at most five lines, as the server does in English. */
export function failureWords(say: Say, failure: VerificationFailure): string[] {
  const { expected, all } = failure
  const found = numbersOf(failure.found)
  const call = countedWords(say, expected)
  if (failure.kind === 'order') {
    const { place, after, later } = failure
    const values = {
      place,
      all,
      call,
      ...(after && { number: isolateLtr(`#${after.number}`), before: countedWords(say, after.call) }),
    }
    return [
      say(after ? 'verify.orderAfter' : 'verify.order', values),
      say('verify.cameAs', { found: later, numbers: isolateLtr(found) }),
    ]
  }
  const { total, recorded, nearest, others } = failure
  return [
    say('verify.counted', {
      call,
      found: failure.found.length,
      total,
      numbers: found && ` ${isolateLtr(`(${found})`)}`,
    }),
    ...(recorded === 0 ? [say('verify.noCalls')] : nearest.map((each) => nearestWords(say, each))),
    ...(others > 0 ? [say('verify.others', { others, all })] : []),
  ]
}

function nearestWords(say: Say, { number, operation, payload, status, differences }: NearestCall): string {
  const why = differences.map((each) => differenceWords(say, each)).join(say('verify.comma'))
  return say('verify.nearest', { call: isolateLtr(`#${number} ${callText(operation, payload)} ${status}`), why })
}

function differenceWords(say: Say, difference: Difference): string {
  if (difference.kind === 'early') return say('verify.early', { since: isolateLtr(difference.since) })
  const place = isolateLtr(difference.place)
  if (difference.kind === 'value') {
    const { found, expected } = difference
    return say('verify.value', { place, found: isolate(found), expected: isolate(expected) })
  }
  const { meant } = difference
  return meant === undefined
    ? say('verify.missing', { place })
    : say('verify.missingMeant', { place, meant: isolateLtr(meant) })
}

function countedWords(say: Say, { operation, payload, min, max, ...others }: CountedCall): string {
  const parts = Object.entries(others).map(([name, value]) => `${name} ${value}`)
  const call = isolateLtr([callText(operation, payload), ...parts].join(', '))
  if (max === 0) return say('verify.never', { call })
  if (max === undefined) return say('verify.atLeast', { call, count: min })
  if (min === max) return say('verify.times', { call, count: min })
  return min === 0 ? say('verify.atMost', { call, count: max }) : say('verify.range', { call, min, max })
}

function numbersOf(numbers: number[]): string {
  const named = numbers.slice(0, maxNumbers).map((number) => `#${number}`)
  return [...named, ...(numbers.length > maxNumbers ? ['…'] : [])].join(', ')
}
