import { type OperationName, operationNames, operations } from '#contract/operations'
import { at, generalise, type Violation } from '#contract/violations'
import { cut, type Redaction } from '../server/http-client/redaction'
import { fieldOf, isOfItems } from './field-names'
import type { Drift, OperationReport } from './report'
import { type RuleId, rules } from './rules'

/** A violation in one response. The pointer is relative to the response's body. */
export type Finding = Violation & {
  rule: RuleId
  /** Distinguishes several findings of the same rule at the same place. */
  detail?: string
  /** The back end format (`contract/legacy-formats.ts`) that was found. */
  format?: string
  /** The slug of the wrong item, if the pointer leads to no item or to another one. */
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

/** The first finding of a kind in an operation, and the curl lines of the calls that had such findings. */
type Occurrence = { first: Pick<Drift, 'pointer' | 'example' | 'slug' | keyof Violation>; calls: Set<string> }

/** All findings of one cause: a rule, a field and a detail, in whichever operations. */
type Kind = Pick<Drift, 'severity' | 'rule' | 'field'> & {
  slugs: Set<string>
  /** The number of items without a slug, by call. */
  nameless: Map<string, number>
  occurrences: Partial<Record<OperationName, Occurrence>>
}

/** The maximum numbers in a report: unknown fields and drifts (of each severity) per operation, and calls per drift. */
const maxListed = { fields: 100, drifts: 500, calls: 500 }

/** Severities by rule that replace the defaults. */
export type Severities = Partial<Record<RuleId, Drift['severity'] | 'off'>>

/** Collects the findings of a check, and groups them by cause and by operation. */
export function createFindings(
  severities: Severities,
  isChosen: (operation: OperationName) => boolean,
  redaction: Redaction,
) {
  const severityOf = (rule: RuleId) => severities[rule] ?? rules[rule].severity
  const entries: Partial<Record<OperationName, Entry>> = {}
  const entryOf = (name: OperationName): Entry =>
    (entries[name] ??= { times: [], sizes: [], calls: 0, extraFields: new Set(), notes: new Set(), acceptsForm: null })
  const kinds = new Map<string, Kind>()
  /** The number of kinds, and the keys of those that are not listed, by operation and severity. */
  const counts = new Map<string, { listed: number; unlisted: Set<string> }>()

  const notesOn = (operation: OperationName): string[] =>
    (['error', 'warning'] as const).flatMap((severity) => {
      const more = counts.get(`${operation} ${severity}`)?.unlisted.size ?? 0
      return more > 0 ? [`${more} more drifts (${severity}) are not listed`] : []
    })

  /** Every drift so far: errors, then warnings, both in the order of the operations. */
  const drifts = (): Drift[] =>
    withoutConsequences([...kinds.values()])
      .map(driftOf)
      .sort((a, b) => nameOrder(a.operations[0]) - nameOrder(b.operations[0]))
      .sort((a, b) => a.severity.localeCompare(b.severity))

  return {
    drifts,
    entryOf,

    /** True for findings that count as errors. */
    isError: ({ rule }: Finding) => severityOf(rule) === 'error',

    /** Adds the findings of one response. The first error at a position hides later ones. */
    add: (operation: OperationName, curl: string, body: unknown, found: readonly Finding[]) => {
      if (!isChosen(operation) || found.length === 0) return
      const call = redaction.text(curl)
      const seen = new Set<string>()
      for (const { detail = '', item, rule, ...violation } of found) {
        const { pointer: example } = violation
        const severity = severityOf(rule)
        // A position has one key for all errors, but one for each warning, so that it can have several warnings.
        const position = `${example}\n${item ?? ''}\n${severity === 'warning' ? rule + detail : ''}`
        if (severity === 'off' || seen.has(position)) continue
        seen.add(position)
        const pointer = generalise(example)
        const field = fieldOf(rule, operation, pointer)
        const slug = item ?? slugAt(body, example)
        const key = [rule, field, detail].join('\n')
        const count = counts.get(`${operation} ${severity}`) ?? { listed: 0, unlisted: new Set() }
        counts.set(`${operation} ${severity}`, count)
        if (!kinds.has(key) && count.listed >= maxListed.drifts) {
          count.unlisted.add(key)
          continue
        }
        if (!kinds.has(key)) count.listed++
        const kind: Kind = kinds.get(key) ?? {
          severity,
          rule,
          field: redaction.text(field),
          slugs: new Set(),
          nameless: new Map(),
          occurrences: {},
        }
        kinds.set(key, kind)
        if (slug === undefined) kind.nameless.set(call, (kind.nameless.get(call) ?? 0) + 1)
        else kind.slugs.add(slug)
        const first = { ...violation, pointer, example, ...(slug !== undefined && { slug }) }
        const occurrence = kind.occurrences[operation] ?? { first: redaction.deep(first), calls: new Set() }
        kind.occurrences[operation] = occurrence
        occurrence.calls.add(call)
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
        const own = all.filter((drift) => drift.operations.includes(operation))
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

/** True for a drift that visitors can notice. */
export function isError({ severity }: Drift): boolean {
  return severity === 'error'
}

/** True for a drift that fails a check: a new error, or with `isStrict` any new drift. */
export function counts(drift: Drift, isStrict: boolean): boolean {
  return !drift.isKnown && (isStrict || isError(drift))
}

/**
 * Leaves out what follows from another finding: failures of bad payloads in operations that fail with good payloads as well, and
 * addresses of pictures of which some are on a foreign host.
 */
function withoutConsequences(kinds: readonly Kind[]): Kind[] {
  const foreign = kinds.flatMap(({ rule, field }) => (rule === 'picture.foreign' ? [field] : []))
  const failing = kinds
    .filter((kind) => kind.rule === 'answer.status')
    .flatMap(({ occurrences }) => operationsThatFail(occurrences))
  return kinds.flatMap(({ occurrences, ...kind }) => {
    if (kind.rule === 'format.picture' && foreign.includes(kind.field)) return []
    const isConsequence = kind.rule === 'refusal.failure' || kind.rule === 'refusal.bad-payload'
    const left = Object.entries(occurrences).filter(([operation]) => !isConsequence || !failing.includes(operation))
    return left.length === 0 ? [] : [{ ...kind, occurrences: Object.fromEntries(left) }]
  })
}

function operationsThatFail(occurrences: Kind['occurrences']): string[] {
  return Object.entries(occurrences).flatMap(([operation, { first }]) =>
    /^status 5/.test(first.found) ? [operation] : [],
  )
}

function driftOf({ slugs, nameless, occurrences, ...kind }: Kind): Drift {
  const found = Object.entries(occurrences).sort(([a], [b]) => nameOrder(a) - nameOrder(b)) as [
    OperationName,
    Occurrence,
  ][]
  const [[operation, { first, calls }], ...others] = found as [(typeof found)[number], ...typeof found] // never empty
  const answers = new Set(found.flatMap(([, occurrence]) => [...occurrence.calls]))
  return {
    ...kind,
    operations: [operation, ...others.map(([name]) => name)],
    ...first,
    // The same items may be in several answers, so of those without a slug the largest number in one answer counts.
    items: isOfItems(kind.field, slugs.size > 0) ? slugs.size + Math.max(0, ...nameless.values()) : answers.size,
    curl: [...calls][0] ?? '',
    calls: Object.fromEntries(
      found.map(([name, occurrence]) => [name, [...occurrence.calls].slice(0, maxListed.calls)]),
    ),
  }
}

function nameOrder(operation: string): number {
  return operationNames.indexOf(operation as OperationName)
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
