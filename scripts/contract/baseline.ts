import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { writeWhole } from '../command-line/files'
import { UsageError } from '../command-line/options'
import type { Drift } from './findings'
import { isRule } from './rules'

/** Accepted drift. It fails again after the day of `expires` (YYYY-MM-DD, UTC). */
export type BaselineEntry = Pick<Drift, 'operation' | 'pointer' | 'rule'> & { expires?: string; reason?: string }

export type Baseline = BaselineEntry[]

const check = createCheck(
  Type.Object({
    version: Type.Enum([1], { description: '--update-baseline writes a new one' }),
    drifts: Type.Array(
      Type.Object(
        {
          operation: Type.Enum([...operationNames]),
          pointer: Type.String(),
          rule: Type.String(),
          expires: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'a day, YYYY-MM-DD' })),
          reason: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
    ),
  }),
)

/** Reads a baseline file. Throws a UsageError that names the fault. */
export async function readBaseline(path: string): Promise<Baseline> {
  let content: unknown
  try {
    content = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    const hint = (error as NodeJS.ErrnoException).code === 'ENOENT' ? '; --update-baseline writes it' : ''
    throw new UsageError(`--baseline: ${path} can't be read: ${reason}${hint}`)
  }
  const [fault] = check(content)
  if (fault) {
    const { pointer, expected, found } = fault
    throw new UsageError(`--baseline: ${path} is no baseline: ${pointer || '/'}: expected ${expected}, found ${found}`)
  }
  const { drifts } = content as { drifts: Baseline }
  const wrong = drifts.find(({ rule }) => !isRule(rule))
  if (wrong) throw new UsageError(`--baseline: ${path}: there is no rule "${wrong.rule}"`)
  return drifts
}

/** Makes a baseline of these drifts. Reasons of an earlier one stay, and dates unless they have passed. */
export function baselineOf(drifts: readonly Drift[], earlier: Baseline = []): Baseline {
  const before = new Map(earlier.map((entry) => [keyOf(entry), entry]))
  const entries = drifts.map(({ operation, pointer, rule }): BaselineEntry => {
    const entry = before.get(keyOf({ operation, pointer, rule })) ?? { operation, pointer, rule }
    const { expires: _, ...lasting } = entry
    return isExpired(entry) ? lasting : entry
  })
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()]
}

export async function writeBaseline(flag: string, path: string, drifts: Baseline): Promise<void> {
  await writeWhole(flag, path, `${JSON.stringify({ version: 1, drifts }, null, 2)}\n`)
}

/** Marks the drifts that the baseline accepts, and those whose entry has expired. */
export function markKnown(drifts: readonly Drift[], baseline: Baseline): Drift[] {
  const known = new Map(baseline.map((entry) => [keyOf(entry), entry]))
  return drifts.map((drift) => {
    const entry = known.get(keyOf(drift))
    if (!entry) return drift
    const { expires, reason } = entry
    const said = { ...drift, ...(expires !== undefined && { expires }), ...(reason !== undefined && { reason }) }
    return isExpired(entry) ? { ...said, expired: String(expires) } : { ...said, isKnown: true }
  })
}

/** Finds the baseline entries whose drift no longer occurs. */
export function goneEntries(drifts: readonly Drift[], baseline: Baseline): Baseline {
  const found = new Set(drifts.map(keyOf))
  return baseline.filter((entry) => !found.has(keyOf(entry)))
}

/** True for entries of the same drift. */
export function isSame(a: BaselineEntry, b: BaselineEntry): boolean {
  return keyOf(a) === keyOf(b)
}

export function isExpired({ expires }: BaselineEntry): boolean {
  return expires !== undefined && expires < new Date().toISOString().slice(0, 10)
}

function keyOf({ operation, pointer, rule }: BaselineEntry): string {
  return [operation, pointer, rule].join('\n')
}
