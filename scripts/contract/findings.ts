import type { Fault } from '#contract/faults'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { type RuleId, rules, type Severity } from './rules'
import { createRedaction, type Redaction } from './secrets'

/** A fault in one response. The pointer is relative to the response's body. */
export type Finding = Fault & {
  rule: RuleId
  /** Distinguishes findings of one rule at one place. */
  detail?: string
  /** The back end format (`contract/habits.ts`) that was found. */
  habit?: string
  /** The slug of the wrong item where the pointer leads to none. */
  item?: string
}

/** One kind of drift, reported once for all its items. The wording is from the first item. */
export type Drift = {
  severity: Severity
  operation: OperationName
  /** A pattern with `*` for positions in lists. */
  pointer: string
  expected: string
  found: string
  nearest?: string
  rule: RuleId
  habit?: string
  /** The number of different items with this drift. */
  items: number
  /** The pointer of the first item, and its slug if it has one. */
  example: string
  slug?: string
  /** A curl command for the first call with this drift. */
  curl: string
  /** True if the baseline accepts this drift. */
  isKnown?: true
  /** The date of the baseline entry that has expired. */
  expired?: string
  /** The date (YYYY-MM-DD) and the reason of the baseline entry. */
  expires?: string
  reason?: string
}

/** The result of one operation. Times are in milliseconds, or `null` if nothing was measured. */
export type OperationReport = {
  operation: OperationName
  method: string
  path: string
  status: 'passed' | 'drift' | 'unchecked' | 'skipped'
  /** The number of kinds of warning. */
  warnings: number
  /** The number of answered calls, those with bad payloads included. */
  calls: number
  median: number | null
  p95: number | null
  /** Median size of the answers in bytes, uncompressed. */
  bytes: number | null
  /** True if the API accepts a form as well as JSON; `null` if the operation takes no payload or no form was sent. */
  acceptsForm: boolean | null
  /** Fields beyond the contract. */
  extraFields: string[]
  /** Remarks that are no drift. */
  notes: string[]
  /** The reason why the operation could not be checked, and the failed call. */
  reason?: string
  curl?: string
  /** True if `--max-time` or `--fail-fast` stopped the check before all calls were made. */
  isStopped?: true
}

type Entry = {
  times: number[]
  sizes: number[]
  calls: number
  extraFields: Set<string>
  notes: Set<string>
} & Pick<OperationReport, 'acceptsForm' | 'reason' | 'curl' | 'isStopped'>

/** Severities by rule that replace the defaults. */
export type Severities = Partial<Record<RuleId, Severity | 'off'>>

/** Collects the findings of one walk per operation. */
export function createFindings(
  severities: Severities = {},
  isChosen: (operation: OperationName) => boolean = () => true,
  redaction: Redaction = createRedaction({}),
) {
  const severityOf = (rule: RuleId) => severities[rule] ?? rules[rule].severity
  const entries = Object.fromEntries(
    operationNames.map((name) => [
      name,
      {
        times: [],
        sizes: [],
        calls: 0,
        extraFields: new Set<string>(),
        notes: new Set<string>(),
        acceptsForm: null,
      },
    ]),
  ) as unknown as Record<OperationName, Entry> // every name is there
  const drifts = new Map<string, Drift & { seen: Set<string> }>()

  /** Every drift so far: errors first, in the order of the operations. */
  const allDrifts = (): Drift[] =>
    [...drifts.values()]
      .map(({ seen, ...drift }) => redaction.deep({ ...drift, items: seen.size }))
      .sort((a, b) => operationNames.indexOf(a.operation) - operationNames.indexOf(b.operation))
      .sort((a, b) => a.severity.localeCompare(b.severity))

  return {
    drifts: allDrifts,
    entry: (name: OperationName): Entry => entries[name],

    /** Notes that the check stopped before it made all calls of an operation. An earlier reason stays. */
    noteStop: (name: OperationName, why: string) => {
      const entry = entries[name]
      if (entry.reason !== undefined) return
      entry.reason = `${entry.calls > 0 ? 'not all called' : 'not called'}: ${why}`
      entry.isStopped = true
    },

    /** True for findings that count as errors. */
    isError: ({ rule }: Finding) => severityOf(rule) === 'error',

    /** Adds the findings of one response. The first error at a place hides later ones. */
    add: (operation: OperationName, curl: string, body: unknown, found: readonly Finding[]) => {
      if (!isChosen(operation)) return
      const pointers = new Set<string>()
      for (const { pointer, expected, found: value, nearest, rule, detail = '', item, habit } of found) {
        const severity = severityOf(rule)
        if (severity === 'off') continue
        // Adds several warnings at one place, but only the first error.
        const place = `${pointer}\n${item ?? ''}\n${severity === 'warning' ? rule + detail : ''}`
        if (pointers.has(place)) continue
        pointers.add(place)
        const general = generalise(pointer)
        const slug = item ?? slugAt(body, pointer)
        // Counts calls instead of items if the whole response is wrong.
        const instance = slug ?? (general === '' ? curl : place)
        const key = `${operation}\n${general}\n${rule}\n${detail}`
        const known = drifts.get(key)
        if (known) known.seen.add(instance)
        else {
          const told = {
            expected,
            found: value,
            ...(nearest !== undefined && { nearest }),
            rule,
            ...(habit && { habit }),
          }
          const where = { severity, operation, pointer: general, ...told, items: 1, example: pointer }
          drifts.set(key, { ...where, ...(slug !== undefined && { slug }), curl, seen: new Set([instance]) })
        }
      }
    },

    /** One report per operation, in the order of the contract. `fails` selects the drifts that count. */
    operations: (all: readonly Drift[] = allDrifts(), fails = isError): OperationReport[] =>
      operationNames.map((operation) => {
        const { times, sizes, calls, extraFields, notes, acceptsForm, reason, curl, isStopped } = entries[operation]
        const own = all.filter((drift) => drift.operation === operation)
        return redaction.deep({
          operation,
          ...{ method: operations[operation].method, path: operations[operation].path },
          status: !isChosen(operation)
            ? 'skipped'
            : own.some(fails)
              ? 'drift'
              : reason === undefined && calls > 0
                ? 'passed'
                : 'unchecked',
          warnings: own.filter(({ severity, isKnown }) => severity === 'warning' && !isKnown).length,
          calls,
          ...{ median: quantile(times, 0.5), p95: quantile(times, 0.95), bytes: quantile(sizes, 0.5) },
          acceptsForm,
          ...{ extraFields: [...extraFields].sort(), notes: [...notes] },
          ...(reason !== undefined && { reason }),
          ...(curl !== undefined && { curl }),
          ...(isStopped && { isStopped }),
        })
      }),
  }
}

/** True for a drift that breaks this client or loses data. */
export function isError({ severity }: Drift): boolean {
  return severity === 'error'
}

/** Replaces positions in a pointer by `*`. */
function generalise(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}

/** Finds the slug of the innermost item on the way of a pointer. */
function slugAt(body: unknown, pointer: string): string | undefined {
  let current = body
  let slug: string | undefined
  for (const part of ['', ...pointer.split('/').slice(1)]) {
    if (part !== '') {
      if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) break
      current = (current as Record<string, unknown>)[part]
    }
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, 'slug')) continue
    const { slug: own } = current as { slug: unknown }
    if (typeof own === 'string') slug = own
  }
  return slug
}

/** The quantile of times or sizes, rounded to tenths. */
function quantile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(Math.ceil(sorted.length * part), sorted.length) - 1]
  return value === undefined ? null : Math.round(value * 10) / 10
}
