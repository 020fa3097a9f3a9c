import { Type } from 'typebox'
import { isObject, type JsonObject, objectsIn } from '#contract/json'
import { type OperationName, operationNames } from '#contract/operations'
import { createCheck } from '#contract/schemas'
import { json, readJson, writeInOneStep } from './command-line/files'
import { refuseUnknown, UsageError } from './command-line/options'
import { fieldOf } from './field-names'
import type { BaselineEntry, Drift } from './report'
import { baselineEntrySchema } from './reports/report-schema'
import { currentId, rules } from './rules'

export type Baseline = readonly BaselineEntry[]

/** The version of the file. Entries of version 1 had an operation and a pointer in place of a field and its operations. */
const version = 2

const check = createCheck(
  Type.Object({
    version: Type.Literal(version),
    drifts: Type.Array(baselineEntrySchema),
  }),
)

/** Reads a baseline file. Converts a file of version 1. Throws a UsageError that names the violation. */
export async function readBaseline(path: string): Promise<BaselineEntry[]> {
  const given = await readJson('--baseline', path, '; --update-baseline writes it')
  const file = isObject(given) ? given : {}
  if (typeof file.version === 'number' && file.version > version) {
    const hint = `this check reads versions 1 and ${version}: delete the file, and --update-baseline writes a new one`
    throw new UsageError(`--baseline: ${path} is a baseline of version ${file.version}; ${hint}`)
  }
  const content = file.version === 1 ? fromVersion1(file) : given
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
/** Converts a baseline of version 1, whose entries named an operation and a pointer. Entries of one rule and field become one. */
function fromVersion1({ drifts, ...file }: JsonObject): unknown {
  const entries = new Map<string, BaselineEntry>()
  for (const given of objectsIn(drifts)) {
    const { operation, pointer, rule, ...more } = given
    const isValid =
      operationNames.some((name) => name === operation) && [pointer, rule].every((text) => typeof text === 'string')
    if (!isValid) return { ...file, version, drifts: [given] }
    const id = currentId(String(rule))
    const field = fieldOf(id, operation as OperationName, String(pointer))
    const key = `${id}\n${field}`
    const { operations = [], ...known } = entries.get(key) ?? {}
    entries.set(key, { ...more, ...known, rule: id, field, operations: [...operations, operation as OperationName] })
  }
  return { ...file, version, drifts: [...entries.values()] }
}

/** Makes a baseline of the drifts. Keeps the reasons of an earlier baseline, and its dates unless they have passed. */
export function baselineOf(drifts: readonly Drift[], earlier: Baseline = []): BaselineEntry[] {
  const entries = drifts.map(({ rule, field, operations }): BaselineEntry => {
    const own = { rule, field, operations: [...operations] }
    const { expires, reason } = earlier.find((entry) => isOfSameCause(entry, own)) ?? {}
    const isLasting = expires !== undefined && !isExpired({ expires })
    return { ...own, ...(isLasting && { expires }), ...(reason !== undefined && { reason }) }
  })
  return entries.filter((entry, index) => !entries.slice(0, index).some((other) => accepts(other, entry)))
}

export async function writeBaseline(flag: string, path: string, drifts: Baseline): Promise<void> {
  await writeInOneStep(flag, path, json({ version, drifts }))
}

/** Marks drifts as known if the baseline accepts them, or as expired if the date of their baseline entry has passed. */
export function markKnown(drifts: readonly Drift[], baseline: Baseline): Drift[] {
  return drifts.map((drift) => {
    const entry = baseline.find((each) => accepts(each, drift))
    if (!entry) return drift
    const { expires, reason } = entry
    const state = isExpired(entry) ? { expired: expires } : { isKnown: true }
    return { ...drift, ...(expires && { expires }), ...(reason && { reason }), ...state } as Drift // `expired` or `isKnown` is set
  })
}

/** Returns the entries of causes that `others` lacks. They are gone if `others` is newer, and new if it is older. */
export function entriesBeyond(entries: Baseline, others: readonly Cause[]): BaselineEntry[] {
  return entries.filter((entry) => !others.some((other) => isOfSameCause(entry, other)))
}

export function isExpired({ expires }: Pick<BaselineEntry, 'expires'>): boolean {
  return expires !== undefined && expires < new Date().toISOString().slice(0, 10)
}

type Cause = { rule: string; field: string; operations: readonly string[] }

/** True for an entry that accepts a drift in all of the drift's operations. */
function accepts(entry: BaselineEntry, { rule, field, operations }: Cause): boolean {
  return entry.rule === rule && entry.field === field && operations.every((name) => entry.operations.includes(name))
}

/** True for two causes of the same rule and field that have an operation in common. */
function isOfSameCause(cause: Cause, { rule, field, operations }: Cause): boolean {
  return cause.rule === rule && cause.field === field && operations.some((name) => cause.operations.includes(name))
}
