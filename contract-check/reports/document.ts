import type { Difference, Drift, OperationReport, Report } from '../report'
import { rules } from '../rules'
import {
  allDrifts,
  causeOf,
  changesOf,
  countOf,
  differs,
  fieldText,
  firstOf,
  milliseconds,
  plural,
  severityOf,
} from './words'

/** A result or severity that reports highlight. */
export type Mark = Report['verdict'] | OperationReport['status'] | Drift['severity'] | 'known'

/** A part of a line: plain text, code, a marked text, or the id of a rule that the document explains. */
export type Inline = string | { code: string } | { mark: Mark; text: string } | { rule: Drift['rule'] }

export type ListItem = { parts: Inline[]; details?: readonly Inline[] }

/** A block of a report. Text, HTML and Markdown are three ways to write the same blocks. Empty blocks are left out. */
export type Block =
  | { heading: Inline[]; level: 2 | 3; id?: string }
  | { paragraph: Inline[] }
  | { caption: string; head: readonly string[]; rows: Inline[][] }
  | { list: ListItem[] }
  | { command: string }

/** The maximum number of drifts and changes in a terminal and on a pull request, whose comments have a size limit. */
export const maxShown = 100

/** The report as blocks, the verdict first. Shows at most `max` drifts and changes. */
export function reportBlocks(report: Report, max = Number.POSITIVE_INFINITY): Block[] {
  const { operations, difference, unchecked, verdict, madeBy, madeAt } = report
  const { calls, pictures, elapsed } = report.summary
  const effort = `${plural(calls, 'call')}, ${plural(pictures, 'picture')}, ${(elapsed / 1000).toFixed(1)} s`
  const drifts = allDrifts(report)
  return [
    { paragraph: [{ mark: verdict, text: headline(report) }, ` (${effort})`] },
    { paragraph: [`${madeBy}, ${madeAt}`] },
    { paragraph: [unchecked ?? ''] },
    operationTable(operations),
    { list: remarks(report) },
    { heading: [driftCounts(report).join(', ')], level: 2 },
    ...drifts.slice(0, max).flatMap(driftBlocks),
    { paragraph: [andMore(drifts.length - max)] },
    ...(difference ? differenceBlocks(difference, max) : []),
  ]
}

/** Explains the rules in the report itself, because the package has no website to link to. */
export function ruleBlocks(report: Report): Block[] {
  const ids = [...new Set(allDrifts(report).map(({ rule }) => rule))].sort()
  return ids.flatMap((id): Block[] => [
    { heading: ['Rule ', { code: id }], level: 3, id: `rule-${id}` },
    { paragraph: [`${rules[id].title}. Default severity: ${rules[id].severity}.`] },
  ])
}

/** A drift as its heading, its facts and the call that shows it. */
export function driftBlocks(drift: Drift): Block[] {
  const { operations, rule, severity, isKnown, curl } = drift
  const mark = { mark: isKnown ? ('known' as const) : severity, text: `${severityOf(drift)}:` }
  const found = `: ${drift.found} (${operations.join(', ')}), ${countOf(drift)}`
  const hint = drift.nearest === undefined ? '' : `; did you mean ${drift.nearest}?`
  const facts = [`expected ${drift.expected}${hint}`]
  const first = firstOf(drift)
  if (first) facts.push(`first ${first}`)
  if (drift.format !== undefined) facts.push(`format ${drift.format}: it is read all the same`)
  return [
    { heading: [mark, ' ', { code: fieldText(drift) }, found], level: 3 },
    { list: [{ parts: ['rule ', { rule }] }, ...facts.map((fact) => ({ parts: [fact] }))] },
    { command: curl },
  ]
}

/** The verdict as one sentence. */
function headline(report: Report): string {
  const { url, verdict, summary, difference } = report
  const { passed, drift, unchecked, known } = summary
  const counts = [`${passed} passed, ${drift} drift, ${unchecked} unchecked`, ...driftCounts(report)]
  const says = {
    holds: known > 0 ? 'has no new drift' : 'speaks the contract',
    drift: 'drifts',
    unchecked: 'could not be checked whole',
  }[verdict]
  const changed = difference && differs(difference) ? `, not the same as ${difference.against}` : ''
  return `${url} ${drift === 0 && changed ? 'speaks the contract' : says}: ${counts.join(', ')}${changed}`
}

/** The numbers of new errors, new warnings and known drift, each only if there are any. */
function driftCounts({ summary: { warnings, known }, drifts }: Report): string[] {
  const errors = drifts.filter(({ isKnown }) => !isKnown).length
  return [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
    ...(known > 0 ? [`${known} known`] : []),
  ]
}

function operationTable(operations: readonly OperationReport[]): Block {
  const rows = operations.map(({ operation, status, method, path, calls, median, p95, warnings, acceptsForm }) => {
    const figures = [String(calls), milliseconds(median), milliseconds(p95), String(warnings)]
    const form = acceptsForm === null ? '–' : acceptsForm ? 'yes' : 'no'
    return [{ code: operation }, { mark: status, text: status }, { code: `${method} ${path}` }, ...figures, form]
  })
  const head = ['operation', 'result', 'route', 'calls', 'median', 'p95', 'warnings', 'form']
  return { caption: 'Operations', head, rows }
}

/** Remarks that are no drift. Operations with the same extra fields share one line. */
function remarks({ operations, gone = [] }: Report): ListItem[] {
  const byFields = new Map<string, string[]>()
  for (const { operation, extraFields } of operations) {
    const names = new Set(extraFields.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)))
    const text = [...names].sort().join(', ')
    byFields.set(text, [...(byFields.get(text) ?? []), operation])
  }
  byFields.delete('')
  const fields = Array.from(byFields, ([names, where]) => `extra fields (fine): ${names} in ${where.join(', ')}`)
  const notes = operations.flatMap(({ operation, notes: all }) => all.map((note) => `note: ${operation}: ${note}`))
  const stale = gone.map((entry) => `no longer found, though in the baseline: ${causeOf(entry)}`)
  return [
    ...operations.flatMap(({ operation, reason, curl }): ListItem[] => {
      const details = curl === undefined ? [] : [{ code: curl }]
      return reason === undefined ? [] : [{ parts: [`unchecked: ${operation}: ${reason}`], details }]
    }),
    ...[...fields, ...notes, ...stale].map((text) => ({ parts: [text.trimEnd()] })),
  ]
}

function differenceBlocks(difference: Difference, max: number): Block[] {
  const { against, shapes, content } = difference
  const items = changesOf(difference).map(({ text, fields: details }): ListItem => ({ parts: [text], details }))
  const reordered = difference.reordered.join(', ')
  const counts = `${plural(shapes.length, 'difference')} of shape, ${content.length} of content`
  return [
    { heading: [`Against ${against}: ${counts}`], level: 2 },
    { list: items.slice(0, max) },
    { paragraph: [andMore(items.length - max)] },
    { paragraph: [reordered && `In another order (no difference): ${reordered}`] },
  ]
}

function andMore(count: number): string {
  return count > 0 ? `… and ${count} more` : ''
}
