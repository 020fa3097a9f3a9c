import { type OperationName, operationNames, operations } from '#contract/operations'
import { at, generalise, type Violation } from '#contract/violations'
import type { Drift, OperationReport } from './report'
import { type RuleId, rules } from './rules'
import { cut, type Redaction } from './secrets'

/** A violation in one response. The pointer is relative to the response's body. */
export type Finding = Violation & {
  rule: RuleId
  /** Distinguishes several findings of the same rule at the same place. */
  detail?: string
  /** The back end format (`contract/legacy-formats.ts`) that was found. */
  format?: string
  /** The slug of the wrong item, if the pointer leads to no item. */
  item?: string
}

/** The maximum number of characters of a finding's texts. */
const maxText = 300

export function finding(
  rule: RuleId,
  pointer: string,
  expected: string,
  found: string,
  more: Pick<Finding, 'detail' | 'item'> = {},
): Finding {
  const { detail, item } = more
  return {
    rule,
    pointer,
    expected: cut(expected, maxText),
    found: cut(found, maxText),
    ...(detail !== undefined && { detail: cut(detail, maxText) }),
    ...(item !== undefined && { item: cut(item, maxText) }),
  }
}

/** The results of an operation's calls so far. */
type Entry = {
  times: number[]
  sizes: number[]
  extraFields: Set<string>
  notes: Set<string>
} & Pick<OperationReport, 'calls' | 'acceptsForm' | 'reason' | 'curl' | 'isStopped'>

/** The maximum number of an operation's unknown fields, and of its drifts of each severity, that a report lists. */
const maxListed = { fields: 100, drifts: 500 }

/** Severities by rule that replace the defaults. */
export type Severities = Partial<Record<RuleId, Drift['severity'] | 'off'>>

/** Collects the findings of a check, grouped by operation. */
export function createFindings(
  severities: Severities,
  isChosen: (operation: OperationName) => boolean,
  redaction: Redaction,
) {
  const severityOf = (rule: RuleId) => severities[rule] ?? rules[rule].severity
  const entries: Partial<Record<OperationName, Entry>> = {}
  const entryOf = (name: OperationName): Entry =>
    (entries[name] ??= { times: [], sizes: [], calls: 0, extraFields: new Set(), notes: new Set(), acceptsForm: null })
  const kinds = new Map<string, Drift & { seen: Set<string> }>()
  /** The number of kinds, and the keys of those that are not listed, by operation and severity. */
  const counts = new Map<string, { listed: number; unlisted: Set<string> }>()

  const notesOn = (operation: OperationName): string[] =>
    (['error', 'warning'] as const).flatMap((severity) => {
      const more = counts.get(`${operation} ${severity}`)?.unlisted.size ?? 0
      return more > 0 ? [`${more} more drifts (${severity}) are not listed`] : []
    })

  /** Every drift so far: errors, then warnings, both in the order of the operations. */
  const drifts = (): Drift[] =>
    [...kinds.values()]
      .map(({ seen, ...drift }) => ({ ...drift, items: seen.size }))
      .sort((a, b) => operationNames.indexOf(a.operation) - operationNames.indexOf(b.operation))
      .sort((a, b) => a.severity.localeCompare(b.severity))

  return {
    drifts,
    entryOf,

    /** True for findings that count as errors. */
    isError: ({ rule }: Finding) => severityOf(rule) === 'error',

    /** Adds the findings of one response. The first error at a place hides later ones. */
    add: (operation: OperationName, curl: string, body: unknown, found: readonly Finding[]) => {
      if (!isChosen(operation)) return
      const places = new Set<string>()
      for (const { detail = '', item, rule, ...violation } of found) {
        const { pointer: example } = violation
        const severity = severityOf(rule)
        // A place has one key for all errors, but one for each warning, so that it can have several warnings.
        const place = `${example}\n${item ?? ''}\n${severity === 'warning' ? rule + detail : ''}`
        if (severity === 'off' || places.has(place)) continue
        places.add(place)
        const pointer = generalise(example)
        const slug = item ?? slugAt(body, example)
        const key = [operation, pointer, rule, detail].join('\n')
        const count = counts.get(`${operation} ${severity}`) ?? { listed: 0, unlisted: new Set() }
        counts.set(`${operation} ${severity}`, count)
        if (!kinds.has(key) && count.listed >= maxListed.drifts) {
          count.unlisted.add(key)
          continue
        }
        if (!kinds.has(key)) count.listed++
        const kind = kinds.get(key) ?? {
          severity,
          operation,
          rule,
          items: 1,
          seen: new Set(),
          ...redaction.deep({ ...violation, pointer, example, curl, ...(slug !== undefined && { slug }) }),
        }
        // Counts calls instead of items if the whole response is wrong.
        kind.seen.add(slug ?? (pointer === '' ? curl : place))
        kinds.set(key, kind)
      }
    },

    /** One report per operation, in the order of the contract. `fails` is true for a drift that makes its operation fail. */
    operations: (all: readonly Drift[] = drifts(), fails = isError): OperationReport[] =>
      operationNames.map((operation) => {
        const { times, sizes, extraFields, notes, ...entry } = entryOf(operation)
        const { method, path } = operations[operation]
        const fields = [...extraFields].sort()
        const moreFields = fields.length - maxListed.fields
        const unlisted = moreFields > 0 ? [`${moreFields} more unknown fields are not listed`] : []
        const own = all.filter((drift) => drift.operation === operation)
        const answered = entry.reason === undefined && entry.calls > 0 ? 'passed' : 'unchecked'
        return {
          operation,
          method,
          path,
          status: !isChosen(operation) ? 'skipped' : own.some(fails) ? 'drift' : answered,
          warnings: own.filter(({ severity, isKnown }) => severity === 'warning' && !isKnown).length,
          median: quantile(times, 0.5),
          p95: quantile(times, 0.95),
          bytes: quantile(sizes, 0.5),
          ...entry,
          ...redaction.deep({
            extraFields: fields.slice(0, maxListed.fields),
            notes: [...notes, ...notesOn(operation), ...unlisted],
          }),
        }
      }),
  }
}

/** True for a drift that breaks the institute's site or loses data. */
export function isError({ severity }: Drift): boolean {
  return severity === 'error'
}

/** True for a drift that fails a check: a new error, or with `isStrict` any new drift. */
export function counts(drift: Drift, isStrict: boolean): boolean {
  return !drift.isKnown && (isStrict || isError(drift))
}

/** Finds the slug of the innermost item that contains the value at a pointer. */
function slugAt(body: unknown, pointer: string): string | undefined {
  const tokens = pointer.split('/')
  return tokens
    .map((_, index) => at(body, [...tokens.slice(0, index + 1), 'slug'].join('/')))
    .findLast((slug) => typeof slug === 'string')
}

/** The quantile of times or sizes, rounded to tenths, or `null` without values. */
function quantile(values: readonly number[], part: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(Math.ceil(sorted.length * part), sorted.length) - 1]
  return value === undefined ? null : Math.round(value * 10) / 10
}
