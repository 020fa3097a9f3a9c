import type { Drift, Report } from '../report'
import { rules } from '../rules'
import {
  allDrifts,
  cellsOf,
  changesOf,
  columns,
  differenceTitle,
  driftFacts,
  headline,
  placeOf,
  severityOf,
  whoseDrift,
} from './words'

/** The maximum number of drifts and changes shown, because comments on pull requests have a size limit. */
const mostShown = 100

const marks = { passed: '✅ passed', drift: '❌ drift', unchecked: '⚠️ unchecked', skipped: 'skipped' }

/** The report for a pull request: verdict, table, and each drift with its call. */
export function markdownReport(report: Report): string {
  const { operations, difference, unchecked } = report
  const drifts = allDrifts(report)
  const lines = [
    `## ${report.verdict === 'holds' ? '✅' : '❌'} Contract: ${plain(headline(report))}`,
    '',
    ...(unchecked === undefined ? [] : [plain(unchecked), '']),
    `${report.madeBy}, ${report.madeAt}`,
    '',
    `| ${columns.join(' | ')} |`,
    '| --- | --- | --- | --: | --: | --: | --: | --- |',
    ...operations.map((entry) => {
      const [, operation = '', route = '', ...figures] = cellsOf(entry)
      return `| ${[marks[entry.status], code(operation), code(route), ...figures].join(' | ')} |`
    }),
    ...operations.flatMap(({ operation, reason, notes, extraFields }) => {
      const extra = extraFields.length > 0 ? [` has extra fields (fine): ${extraFields.map(code).join(', ')}`] : []
      const remarks = reason === undefined || reason === unchecked ? notes : [reason, ...notes]
      return [...remarks.map((text) => `: ${plain(text)}`), ...extra].map((text) => `\n- \`${operation}\`${text}`)
    }),
    ...atMost(drifts.map((drift) => driftSection(drift).join('\n'))),
  ]
  if (difference) {
    const changes = changesOf(difference).map(({ change, text, fields }) =>
      [`- ${change ? `${change}: ` : ''}${plain(text)}`, ...fields.map((field) => `  - ${plain(field)}`)].join('\n'),
    )
    lines.push('', `### ${plain(differenceTitle(difference))}`, '', ...atMost(changes))
    const { reordered } = difference
    if (reordered.length > 0) lines.push('', `In another order (no difference): ${reordered.join(', ')}`)
  }
  return `${lines.join('\n')}\n`
}

function driftSection(drift: Drift): string[] {
  const facts = driftFacts(drift).map(([name, value]) =>
    name === 'rule' ? `- rule ${code(value)}: ${plain(rules[drift.rule].title)}` : `- ${name} ${plain(value)}`,
  )
  const fence = '`'.repeat(Math.max(3, longestRun(drift.curl) + 1))
  const heading = `${plain(severityOf(drift))}: \`${drift.operation}\` ${code(placeOf(drift))} (${plain(whoseDrift(drift))})`
  return ['', `### ${heading}`, '', ...facts, '', `${fence}sh`, drift.curl, fence]
}

function atMost(parts: readonly string[]): string[] {
  const more = parts.length - mostShown
  return [...parts.slice(0, mostShown), ...(more > 0 ? ['', `… and ${more} more.`] : [])]
}

/** Escapes Markdown and joins lines. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~@]/g, '\\$&').replaceAll(/\s+/g, ' ')
}

/** Inline code with enough backticks around it. */
function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')}${space}${ticks}`
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
