import { styleText } from 'node:util'
import type { Difference } from '../content'
import { type Drift, isError, type OperationReport } from '../findings'
import {
  allDrifts,
  formWord,
  headline,
  milliseconds,
  placeOf,
  plural,
  type Report,
  severityOf,
  shapeLine,
  whoseDrift,
} from '../report'

/** The maximum number of lines of changed content in a terminal. The other reports have all. */
const mostLines = 40

/** Colours of a terminal, or none. */
export type Paint = (style: 'good' | 'bad' | 'warn' | 'dim' | 'bold', text: string) => string

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
  const { operations, difference, summary } = report
  const fresh = allDrifts(report).filter(({ isKnown }) => !isKnown)
  const notes = operations.flatMap(({ operation, notes: lines }) =>
    lines.map((line) => `  note: ${operation}: ${line}`),
  )
  const numbers = `${plural(summary.calls, 'call')}, ${plural(summary.pictures, 'picture')}, ${(summary.elapsed / 1000).toFixed(1)} s`
  return [
    ...operationTable(operations, paint),
    ...operations.flatMap((entry) => unreached(entry)),
    ...extraFields(operations),
    ...notes,
    ...fresh.flatMap((drift) => ['', ...driftLines(drift, paint)]),
    ...(difference ? ['', ...differenceLines(difference, paint)] : []),
    ...(report.gone ?? []).map(({ rule, operation, pointer }) =>
      `  no longer found, though in the baseline: ${rule} ${operation} ${pointer}`.trimEnd(),
    ),
    '',
    `${paint(report.verdict === 'holds' ? 'good' : 'bad', headline(report))} (${numbers})`,
    '',
  ].join('\n')
}

/** One line per operation, with a heading. */
export function operationTable(operations: readonly OperationReport[], paint: Paint): string[] {
  const row = (status: string, name: string, route: string, ...numbers: [string, string, string, string, string]) => {
    const [calls, median, p95, warnings, form] = numbers
    const names = [status.padEnd(11), name.padEnd(17), route.padEnd(34)]
    return [...names, calls.padStart(5), median.padStart(8), p95.padStart(8), warnings.padStart(8), form].join('  ')
  }
  return [
    paint('dim', row('', 'operation', 'route', 'calls', 'median', 'p95', 'warnings', 'form')),
    ...operations.map(({ status, operation, method, path, calls, median, p95, warnings, acceptsForm }) => {
      const figures = [String(calls), milliseconds(median), milliseconds(p95), String(warnings)] as const
      const line = row(status, operation, `${method.padEnd(4)} ${path}`, ...figures, formWord(acceptsForm))
      if (status === 'skipped') return paint('dim', line)
      return status === 'passed'
        ? line.replace(status, paint('good', status))
        : line.replace(status, paint('bad', status))
    }),
  ]
}

/** One drift in a few lines. */
export function driftLines(drift: Drift, paint: Paint): string[] {
  const severity = paint(isError(drift) ? 'bad' : 'warn', `${severityOf(drift)}:`)
  const meant = drift.nearest === undefined ? '' : `; did you mean ${drift.nearest}?`
  return [
    `${severity} ${paint('bold', `${drift.operation} ${placeOf(drift)}`)}  ${paint('dim', `(${whoseDrift(drift)})`)}`,
    `  rule      ${drift.rule}`,
    `  expected  ${drift.expected}`,
    `  found     ${paint('bad', drift.found)}${meant}`,
    ...(drift.habit === undefined ? [] : [`  format    ${drift.habit}: it is read all the same`]),
    `  ${drift.curl}`,
  ]
}

function unreached({ operation, reason, curl }: OperationReport): string[] {
  if (reason === undefined) return []
  return [`  unchecked: ${operation}: ${reason}`, ...(curl === undefined ? [] : [`    ${curl}`])]
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

function differenceLines({ against, shapes, content, reordered }: Difference, paint: Paint): string[] {
  const marks = { added: '+', removed: '-', changed: '~' } as const
  const items = content.flatMap(({ entity, slug, change, fields }) => [
    `  ${paint(change === 'removed' ? 'bad' : 'good', marks[change])} ${entity} ${slug}`,
    ...fields.map(({ field, before, after }) => `      ${field}: ${after}, was ${before}`),
  ])
  const more = items.length - mostLines
  return [
    paint('bold', `Against ${against}: ${plural(shapes.length, 'difference')} of shape, ${content.length} of content`),
    ...shapes.map((shape) => `  ${shapeLine(shape)}`),
    ...items.slice(0, mostLines),
    ...(more > 0 ? [`  … and ${plural(more, 'more line')}: --json, --markdown or --html has all`] : []),
    ...(reordered.length > 0 ? [`  in another order (no difference): ${reordered.join(', ')}`] : []),
  ]
}

/** The time between two drawings of the table, in milliseconds. */
const interval = 100

/** Redraws a table of the operations in a terminal while a check runs. */
export function createLiveTable(output: { write: (text: string) => unknown; columns?: number }, paint: Paint) {
  let lines = 0
  let last = 0
  const clear = () => {
    if (lines > 0) output.write(`\x1b[${lines}A\x1b[J`)
    lines = 0
  }
  return {
    clear,
    draw: (operations: () => OperationReport[]) => {
      const now = performance.now()
      if (now - last < interval) return
      last = now
      // Shows operations without a response as waiting, and cuts long lines, because a wrapped line would break the redrawing.
      const width = Math.max(output.columns ?? 80, 20)
      const waiting = operations().map((entry) =>
        entry.calls === 0 && entry.reason === undefined ? { ...entry, status: 'waiting' as 'passed' } : entry,
      )
      const table = operationTable(waiting, (_, text) => text).map((line) => line.slice(0, width - 1))
      clear()
      output.write(`${table.map((line, index) => paint(index === 0 ? 'dim' : 'bold', line)).join('\n')}\n`)
      lines = table.length
    },
  }
}
