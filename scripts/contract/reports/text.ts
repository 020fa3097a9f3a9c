import { styleText } from 'node:util'
import { isError } from '../findings'
import type { Difference, Drift, OperationReport, Report } from '../report'
import {
  allDrifts,
  cellsOf,
  changesOf,
  columns,
  differenceTitle,
  driftFacts,
  effort,
  headline,
  placeOf,
  plural,
  severityOf,
  whoseDrift,
} from './words'

/** The maximum number of lines of changed content in a terminal. The other reports have all. */
const mostLines = 40

/** Colours of a terminal, or none. */
export type Paint = (style: keyof typeof styles, text: string) => string

const styles = { good: 'green', bad: 'red', warn: 'yellow', dim: 'dim', bold: 'bold' } as const

/** True if output is coloured: as NO_COLOR and FORCE_COLOR say, else only in a terminal. */
export function hasColours({ isTTY }: { isTTY?: boolean }, env = process.env): boolean {
  if (env.NO_COLOR) return false
  return env.FORCE_COLOR === undefined || env.FORCE_COLOR === '' ? isTTY === true : env.FORCE_COLOR !== '0'
}

/** Colours texts when `isColoured`. */
export function createPaint(isColoured: boolean): Paint {
  return (style, text) => (isColoured ? styleText(styles[style], text, { validateStream: false }) : text)
}

/** The report for a terminal: the table of operations, each drift once, differences, and the verdict last. */
export function textReport(report: Report, paint: Paint): string {
  const { operations, difference, summary, gone = [] } = report
  const fresh = allDrifts(report).filter(({ isKnown }) => !isKnown)
  return [
    paint('dim', row(columns)),
    ...operations.map((entry) => {
      const line = row(cellsOf(entry))
      if (entry.status === 'skipped') return paint('dim', line)
      return line.replace(entry.status, (status) => paint(status === 'passed' ? 'good' : 'bad', status))
    }),
    ...operations.flatMap(({ operation, reason, curl }) => [
      ...(reason === undefined ? [] : [`  unchecked: ${operation}: ${reason}`]),
      ...(reason === undefined || curl === undefined ? [] : [`    ${curl}`]),
    ]),
    ...extraFields(operations),
    ...operations.flatMap(({ operation, notes }) => notes.map((note) => `  note: ${operation}: ${note}`)),
    ...fresh.flatMap((drift) => ['', ...driftLines(drift, paint)]),
    ...(difference ? ['', ...differenceLines(difference, paint)] : []),
    ...gone.map(({ rule, operation, pointer }) =>
      `  no longer found, though in the baseline: ${rule} ${operation} ${pointer}`.trimEnd(),
    ),
    '',
    `${paint(report.verdict === 'holds' ? 'good' : 'bad', headline(report))} (${effort(summary)})`,
    '',
  ].join('\n')
}

/** A row of the table of operations. Names are aligned at their start, figures at their end. */
function row(cells: readonly string[]): string {
  const widths = [-11, -17, -34, 5, 8, 8, 8, 0]
  return cells
    .map((cell, index) => {
      const width = widths[index] ?? 0
      return width < 0 ? cell.padEnd(-width) : cell.padStart(width)
    })
    .join('  ')
}

/** One drift in a few lines. */
export function driftLines(drift: Drift, paint: Paint): string[] {
  const severity = paint(isError(drift) ? 'bad' : 'warn', `${severityOf(drift)}:`)
  return [
    `${severity} ${paint('bold', `${drift.operation} ${placeOf(drift)}`)}  ${paint('dim', `(${whoseDrift(drift)})`)}`,
    ...driftFacts(drift).map(
      ([name, value]) => `  ${name.padEnd(8)}  ${name === 'found' ? paint('bad', value) : value}`,
    ),
    `  ${drift.curl}`,
  ]
}

/** Lists extra fields. Operations with the same extra fields share a line. */
function extraFields(operations: readonly OperationReport[]): string[] {
  const sets = new Map<string, string[]>()
  for (const { operation, extraFields: fields } of operations) {
    const names = [...new Set(fields.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1)))].sort()
    if (names.length === 0) continue
    const shown = `${names.slice(0, 8).join(', ')}${names.length > 8 ? `, … (${names.length})` : ''}`
    sets.set(shown, [...(sets.get(shown) ?? []), operation])
  }
  return [...sets].map(([names, where]) => `  extra fields (fine): ${names} in ${where.join(', ')}`)
}

function differenceLines(difference: Difference, paint: Paint): string[] {
  const marks = { added: '+', removed: '-', changed: '~' } as const
  const lines = changesOf(difference).flatMap(({ change, text, fields }) => [
    change ? `  ${paint(change === 'removed' ? 'bad' : 'good', marks[change])} ${text}` : `  ${text}`,
    ...fields.map((field) => `      ${field}`),
  ])
  const more = lines.length - mostLines
  const { reordered } = difference
  return [
    paint('bold', differenceTitle(difference)),
    ...lines.slice(0, mostLines),
    ...(more > 0 ? [`  … and ${plural(more, 'more line')}: --json, --markdown or --html has all`] : []),
    ...(reordered.length > 0 ? [`  in another order (no difference): ${reordered.join(', ')}`] : []),
  ]
}
