import { didYouMean } from '#contract/nearest'
import { type OperationName, operationNames } from '#contract/operations'
import type { Behaviour } from '../scenarios/scenario-files'
import { waitOf } from './behaviour'

/** The format, maximum and description of a setting in `FAULTS`. */
type Setting = { form: RegExp; most: number; expected: string }

const time: Setting = {
  form: /^(\d+(?:\.\d+)?)(ms|s)?$/,
  most: 60_000,
  expected: 'a time of at most a minute, such as 200, 200ms or 2s',
}
const share: Setting = { form: /^(\d*\.?\d+)(%)?$/, most: 1, expected: 'a share such as 0.1 or 10%, at most 1 or 100%' }
const factors: Record<string, number> = { s: 1_000, '%': 0.01 }

const rateSettings = {
  // Each response is delayed by `latency` and up to `jitter` more.
  latency: time,
  jitter: time,
  // Problem documents of `status`.
  error: share,
  status: { form: /^([45]\d\d)$/, most: 599, expected: 'a status from 400 to 599' },
  // Connections closed in the middle of the body.
  cut: share,
  // Truncated JSON.
  malformed: share,
  // Connections closed without a response.
  drop: share,
}
const settings: Record<string, Setting> = {
  ...rateSettings,
  seed: { form: /^(\d{1,9})$/, most: 1e9, expected: 'a whole number of up to nine digits' },
}

/** The faults injected into an operation's calls: times in milliseconds, shares from 0 to 1. */
type FaultRates = Record<keyof typeof rateSettings, number>

/** The parsed `FAULTS`: behaviours, each with its operation and its share of the calls, and the seed of the random numbers. */
export type FaultPlan = { seed: number; behaviours: Behaviour[] }

const none: FaultRates = { latency: 0, jitter: 0, error: 0, status: 500, cut: 0, malformed: 0, drop: 0 }

/**
 * Parses the variable `FAULTS`, such as `latency=200 error=5% seed=7; course: error=100% status=503`. The first part sets all
 * operations, each further part one operation. Throws an Error with the invalid part and the expected value.
 */
export function parseFaultPlan(text: string): FaultPlan {
  const rates = Object.fromEntries(operationNames.map((name) => [name, { ...none }])) as Record<
    OperationName,
    FaultRates
  >
  let seed = 1
  for (const part of text.split(';')) {
    const [, name, rest = ''] = /^\s*(?:([\w-]*)\s*:)?(.*)$/s.exec(part) ?? []
    const targets = name === undefined ? operationNames : [readName(name, operationNames, 'an operation')]
    for (const setting of rest.split(/[\s,]+/).filter(Boolean)) {
      const [key = '', text = ''] = setting.split(/=(.*)/s)
      const value = readSetting(key, text)
      if (key === 'seed') seed = value
      else for (const target of targets) Object.assign(rates[target], { [key]: value })
    }
  }
  for (const [name, { error, cut, malformed, drop }] of Object.entries(rates)) {
    const sum = error + cut + malformed + drop
    if (sum > 1 + 1e-9) {
      throw new Error(
        `expected error, cut, malformed and drop of ${name} to be 100% together at most, found ${Math.round(sum * 100)}%`,
      )
    }
  }
  return { seed, behaviours: operationNames.flatMap((name) => behavioursOf(name, rates[name])) }
}

function behavioursOf(operation: OperationName, rates: FaultRates): Behaviour[] {
  const { latency, jitter, error, status, cut, malformed, drop } = rates
  const all: Behaviour = { operation, ...(latency + jitter > 0 && { delay: [latency, latency + jitter] }) }
  const failures: Behaviour[] = [
    { ...all, share: error, status },
    { ...all, share: cut, cut: true },
    { ...all, share: malformed, body: 'malformed' },
    { ...all, share: drop, drop: true },
  ]
  return [...failures.filter(({ share }) => share), ...(all.delay ? [all] : [])]
}

/** Chooses each call's behaviour, with its exact delay. The n-th call of an operation always gets the same one under the same plan. */
export function createChoice({ seed, behaviours }: FaultPlan): (operation: OperationName) => Behaviour | undefined {
  const chances = new Map(operationNames.map((name, index) => [name, createChance(seed * 31 + index)]))
  return (operation) => {
    const chance = chances.get(operation) ?? Math.random
    // Draws two numbers for each call, so that a delay does not change later failures.
    const delayDraw = chance()
    let draw = chance()
    for (const behaviour of behaviours) {
      if (behaviour.operation !== operation) continue
      const { share = 1 } = behaviour
      if (draw < share) return { ...behaviour, delay: waitOf(behaviour, () => delayDraw) }
      draw -= share
    }
    return undefined
  }
}

function readName<Name extends string>(name: string, names: readonly Name[], expected: string): Name {
  const found = names.find((each) => each === name)
  if (found) return found
  throw new Error(`expected ${expected} (${names.join(', ')}), found "${name}"${didYouMean(name, names)}`)
}

function readSetting(name: string, text: string): number {
  const { form, most, expected } = settings[readName(name, Object.keys(settings), 'a setting')] ?? share
  const [, digits, unit = ''] = form.exec(text) ?? []
  const value = Number(digits) * (factors[unit] ?? 1)
  if (value <= most) return value
  throw new Error(`expected ${name} as ${expected}, found "${text}"`)
}

/** Pseudo-random numbers from 0 to 1 for a seed (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
