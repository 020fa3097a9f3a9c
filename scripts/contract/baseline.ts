import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import type { Drift } from './findings'
import { UsageError } from './options'

/** Drift that is known and accepted: a kind of it, and how many items have it. */
export type Baseline = Pick<Drift, 'operation' | 'pointer' | 'severity' | 'rule' | 'items'>[]

const check = createCheck(
  Type.Object({
    drifts: Type.Array(
      Type.Object({
        severity: Type.Enum(['error', 'warning']),
        operation: Type.Enum([...operationNames]),
        pointer: Type.String(),
        rule: Type.String(),
        items: Type.Integer({ minimum: 1 }),
      }),
    ),
  }),
)

/** Reads a baseline file; throws a UsageError that says what is wrong with it. */
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
  return (content as { drifts: Baseline }).drifts
}

/** Writes a baseline of these drifts, whole or not at all. */
export async function writeBaseline(path: string, drifts: readonly Drift[]): Promise<Baseline> {
  const baseline = drifts.map(({ severity, operation, pointer, rule, items }) => ({
    ...{ severity, operation, pointer, rule, items },
  }))
  const part = `${path}.${process.pid}.part`
  try {
    await writeFile(part, `${JSON.stringify({ drifts: baseline }, null, 2)}\n`)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw new UsageError(`--update-baseline: ${path} can't be written: ${(error as Error).message}`)
  }
  return baseline
}

/** The drifts, with those marked that the baseline has for as many items or more. */
export function markKnown(drifts: readonly Drift[], baseline: Baseline): Drift[] {
  const kindOf = ({ severity, operation, pointer, rule }: Baseline[number]) =>
    [severity, operation, pointer, rule].join('\n')
  const known = new Map(baseline.map((drift) => [kindOf(drift), drift.items]))
  return drifts.map((drift) => ((known.get(kindOf(drift)) ?? 0) >= drift.items ? { ...drift, isKnown: true } : drift))
}
