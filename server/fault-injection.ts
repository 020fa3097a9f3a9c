import { type OperationName, operationNames } from '#contract/operations'
import type { Behaviour, NamedScenario } from '#contract/scenario'
import { didYouMean } from '#contract/text/nearest'

const time = {
  form: /^(\d+(?:\.\d+)?)(ms|s)?$/,
  max: 60_000,
  expected: 'a time of at most a minute, such as 200, 200ms or 2s',
}
const share = {
  form: /^(\d+(?:\.\d+)?|\.\d+)(%)?$/,
  max: 1,
  expected: 'a share such as 0.1 or 10%, at most 1 or 100%',
}
const factors: Record<string, number> = { s: 1_000, '%': 0.01 }

/** The settings of the variable `FAULTS`, with their format, maximum and description. */
const settings = {
  latency: time,
  jitter: time,
  error: share,
  status: { form: /^([45]\d\d)$/, max: 599, expected: 'a status from 400 to 599' },
  cut: share,
  malformed: share,
  drop: share,
  seed: { form: /^(\d{1,9})$/, max: 1e9, expected: 'a whole number of up to nine digits' },
}

/** The values of the settings: times in milliseconds, shares as numbers from 0 to 1. */
type Values = { [Name in keyof typeof settings]?: number }

/**
 * Parses the variable `FAULTS`, such as `latency=200 error=5% seed=7; course: error=100% status=503`, into a scenario. A part
 * without an operation's name applies to all operations. Throws an Error that names the invalid part and the expected value.
 */
export function parseFaults(text: string): NamedScenario {
  const parts = text.split(';').map((part) => {
    const [, name, rest = ''] = /^\s*(?:([\w-]*)\s*:)?(.*)$/s.exec(part) ?? []
    const words = rest.split(/[\s,]+/).filter(Boolean)
    const values: Values = Object.assign({}, ...words.map(readSetting))
    return { operation: name === undefined ? undefined : readName(name, operationNames, 'an operation'), values }
  })
  const behaviour = operationNames.flatMap((name) => {
    const own = parts.filter(({ operation = name }) => operation === name)
    return behavioursOf(name, Object.assign({}, ...own.map(({ values }) => values)))
  })
  const { seed = 1 }: Values = Object.assign({}, ...parts.map(({ values }) => values))
  return { name: 'FAULTS', description: text, seed, behaviour }
}

/**
 * The behaviours of an operation. Each of them sees only the calls that the earlier ones leave. So its share of all calls is
 * converted to a share of the calls that it sees.
 */
function behavioursOf(operation: OperationName, values: Values): Behaviour[] {
  const { latency = 0, jitter = 0, error = 0, status = 500, cut = 0, malformed = 0, drop = 0 } = values
  const failures: [share: number, failure: Behaviour][] = [
    [error, { status }],
    [cut, { cut: true }],
    [malformed, { body: 'malformed' }],
    [drop, { drop: true }],
  ]
  const delay = latency + jitter > 0 && { delay: [latency, latency + jitter] }
  let left = 1
  const failing = failures.flatMap(([share, failure]) => {
    if (share === 0) return []
    const behaviour = { operation, share: Math.min(1, share / left), ...failure, ...delay }
    left -= share
    return [behaviour]
  })
  if (left < -1e-9) {
    const all = `error, cut, malformed and drop of ${operation}`
    throw new Error(`expected ${all} to be 100% together at most, found ${Math.round((1 - left) * 100)}%`)
  }
  return [...failing, ...(delay ? [{ operation, ...delay }] : [])]
}

function readName<Name extends string>(name: string, names: readonly Name[], expected: string): Name {
  const found = names.find((each) => each === name)
  if (found) return found
  throw new Error(`expected ${expected} (${names.join(', ')}), found "${name}"${didYouMean(name, names)}`)
}

function readSetting(word: string): Values {
  const [key = '', text = ''] = word.split(/=(.*)/s)
  const name = readName(key, Object.keys(settings) as (keyof Values)[], 'a setting')
  const { form, max, expected } = settings[name]
  const [, digits, unit = ''] = form.exec(text) ?? []
  const value = Number(digits) * (factors[unit] ?? 1)
  if (value <= max) return { [name]: value }
  throw new Error(`expected ${name} as ${expected}, found "${text}"`)
}
