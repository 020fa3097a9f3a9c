import { Type } from 'typebox'
import { operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { json, readJson, writeWhole } from './command-line/files'
import { refuseUnknown, UsageError } from './command-line/options'
import type { BaselineEntry, Drift } from './report'
import { rules } from './rules'

export type Baseline = readonly BaselineEntry[]

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

/** Reads a baseline file. Throws a UsageError that names the violation. */
export async function readBaseline(path: string): Promise<BaselineEntry[]> {
  const content = await readJson('--baseline', path, '; --update-baseline writes it')
  const [violation] = check(content)
  if (violation) {
    const { pointer, expected, found } = violation
    throw new UsageError(`--baseline: ${path} is no baseline: ${pointer || '/'}: expected ${expected}, found ${found}`)
  }
  const { drifts } = content as { drifts: BaselineEntry[] }
  const ids = drifts.map(({ rule }) => rule)
  refuseUnknown(`--baseline: ${path}: there is no rule`, ids, Object.keys(rules))
  return drifts
}

/** Makes a baseline of the drifts. Keeps the reasons of an earlier baseline, and its dates unless they have passed. */
export function baselineOf(drifts: readonly Drift[], earlier: Baseline = []): BaselineEntry[] {
  const before = byKey(earlier)
  const entries = drifts.map(({ operation, pointer, rule }): BaselineEntry => {
    const entry = before.get(keyOf({ operation, pointer, rule })) ?? { operation, pointer, rule }
    const { expires: _, ...lasting } = entry
    return isExpired(entry) ? lasting : entry
  })
  return [...byKey(entries).values()]
}

export async function writeBaseline(flag: string, path: string, drifts: Baseline): Promise<void> {
  await writeWhole(flag, path, json({ version: 1, drifts }))
}

/** Marks drifts as known if the baseline accepts them, or as expired if the date of their baseline entry has passed. */
export function markKnown(drifts: readonly Drift[], baseline: Baseline): Drift[] {
  const known = byKey(baseline)
  return drifts.map((drift) => {
    const entry = known.get(keyOf(drift))
    if (!entry) return drift
    const isPast = isExpired(entry)
    return { ...drift, ...entry, ...(isPast ? { expired: entry.expires } : { isKnown: true }) } as Drift // `expired` or `isKnown` is set
  })
}

/** Returns the entries that `others` lacks. They are gone if `others` is the newer baseline, and new if it is the older one. */
export function entriesBeyond(entries: Baseline, others: Baseline): BaselineEntry[] {
  const keys = byKey(others)
  return entries.filter((entry) => !keys.has(keyOf(entry)))
}

export function isExpired({ expires }: BaselineEntry): boolean {
  return expires !== undefined && expires < new Date().toISOString().slice(0, 10)
}

function byKey(entries: Baseline): Map<string, BaselineEntry> {
  return new Map(entries.map((entry) => [keyOf(entry), entry]))
}

function keyOf({ operation, pointer, rule }: BaselineEntry): string {
  return [operation, pointer, rule].join('\n')
}
