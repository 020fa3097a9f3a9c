import { nearest } from '#contract/nearest'
import { type OperationName, operationNames } from '#contract/operations'

/** What is done to the calls of an operation: times in milliseconds, rates from 0 to 1. */
export type FaultRates = {
  /** Every answer waits this long, and up to `jitter` more. */
  latency: number
  jitter: number
  /** Share of answers that are a problem document of `status`. */
  error: number
  status: number
  /** Share of answers whose connection ends in the middle of the body. */
  cut: number
  /** Share of answers that are JSON ending in its middle. */
  malformed: number
  /** Share of calls whose connection ends without an answer. */
  drop: number
}

/** The variable `FAULTS`, understood: what is done to the calls of each operation, and where chance begins. */
export type FaultPlan = { seed: number; rates: Record<OperationName, FaultRates> }

/** What becomes of one call. */
export type Fate = { wait: number; end: 'answer' | 'error' | 'cut' | 'malformed' | 'drop' }

const none: FaultRates = { latency: 0, jitter: 0, error: 0, status: 500, cut: 0, malformed: 0, drop: 0 }
const ends = ['error', 'cut', 'malformed', 'drop'] as const
const settings = [...Object.keys(none), 'seed']

/** Longest wait that can be asked for, in milliseconds. */
const longestWait = 60_000

/**
 * Understands the variable `FAULTS`: settings `name=value` for every operation, then, after a semicolon each, those of one
 * operation, such as `latency=200 error=5% seed=7; course: error=100% status=503`. Throws an Error that names the part, what
 * was expected and found.
 */
export function parseFaultPlan(text: string): FaultPlan {
  const rates = Object.fromEntries(operationNames.map((name) => [name, { ...none }])) as FaultPlan['rates']
  let seed = 1
  for (const part of text.split(';')) {
    const [, name, rest = ''] = /^\s*(?:([\w-]*)\s*:)?(.*)$/s.exec(part) ?? []
    const targets = name === undefined ? operationNames : [readOperation(name)]
    for (const setting of rest.split(/[\s,]+/).filter(Boolean)) {
      const [key = '', value = ''] = setting.split(/=(.*)/s)
      if (key === 'seed') seed = readNumber(key, value, /^\d{1,9}$/, 1, 'a whole number of up to nine digits')
      else for (const target of targets) Object.assign(rates[target], { [key]: readSetting(key, value) })
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
  return { seed, rates }
}

/** Decides what becomes of each call: the n-th call of an operation always fares the same under the same plan. */
export function createFates({ seed, rates }: FaultPlan): (name: OperationName) => Fate {
  const chances = new Map(operationNames.map((name, index) => [name, createChance(seed * 31 + index)]))
  return (name) => {
    const chance = chances.get(name) ?? Math.random
    const { latency, jitter, ...shares } = rates[name]
    // Two draws for every call, so that a changed rate leaves the others' chances as they were.
    const wait = Math.round(latency + chance() * jitter)
    let draw = chance()
    for (const end of ends) {
      if (draw < shares[end]) return { wait, end }
      draw -= shares[end]
    }
    return { wait, end: 'answer' }
  }
}

function readOperation(name: string): OperationName {
  const found = operationNames.find((each) => each === name)
  if (!found)
    throw new Error(
      `expected an operation (${operationNames.join(', ')}), found "${name}"${hint(name, operationNames)}`,
    )
  return found
}

function readSetting(key: string, value: string): number {
  if (key === 'latency' || key === 'jitter') {
    const [, digits = '', unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(value) ?? []
    const wait = Number(digits) * (unit === 's' ? 1_000 : 1)
    if (digits !== '' && wait <= longestWait) return wait
    throw new Error(`expected ${key} as a time of at most a minute, such as 200, 200ms or 2s, found "${value}"`)
  }
  if (key === 'status') return readNumber(key, value, /^[45]\d\d$/, 1, 'a status from 400 to 599')
  if (!settings.includes(key))
    throw new Error(`expected one of ${settings.join(', ')}, found "${key}"${hint(key, settings)}`)
  const expected = 'a share such as 0.1 or 10%, at most 1 or 100%'
  return value.endsWith('%')
    ? readNumber(key, value.slice(0, -1), /^(?:100(?:\.0*)?|\d{1,2}(?:\.\d+)?)$/, 100, expected)
    : readNumber(key, value, /^(?:1(?:\.0*)?|0?(?:\.\d+)?)$/, 1, expected)
}

function readNumber(key: string, value: string, form: RegExp, divisor: number, expected: string): number {
  if (value === '' || !form.test(value)) throw new Error(`expected ${key} as ${expected}, found "${value}"`)
  return Number(value) / divisor
}

function hint(name: string, choices: readonly string[]): string {
  const [meant] = nearest(name, choices, 1)
  return meant ? `; did you mean "${meant}"?` : ''
}

/** Numbers from 0 to 1 that look like chance and follow from the seed (mulberry32). */
function createChance(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
