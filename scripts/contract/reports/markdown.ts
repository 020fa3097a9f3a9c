import type { Drift } from '../findings'
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
import { rules } from '../rules'

/** The maximum number of drifts and items shown, because comments on pull requests have a size limit. */
const mostShown = 100

/** The report for a pull request: verdict, table, and each drift with its call. */
export function markdownReport(report: Report): string {
  const { operations, difference, unchecked } = report
  const drifts = allDrifts(report)
  const mark = { passed: '✅ passed', drift: '❌ drift', unchecked: '⚠️ unchecked', skipped: 'skipped' }
  const lines = [
    `## ${report.verdict === 'holds' ? '✅' : '❌'} Contract: ${plain(headline(report))}`,
    '',
    ...(unchecked === undefined ? [] : [plain(unchecked), '']),
    `${report.madeBy}, ${report.madeAt}`,
    '',
    '| | operation | route | calls | median | p95 | warnings | form |',
    '| --- | --- | --- | --: | --: | --: | --: | --- |',
    ...operations.map(({ status, operation, method, path, calls, median, p95, warnings, acceptsForm }) => {
      const cells = [mark[status], `\`${operation}\``, `\`${method} ${path}\``, calls, milliseconds(median)]
      return `| ${[...cells, milliseconds(p95), warnings, formWord(acceptsForm)].join(' | ')} |`
    }),
    ...operations.flatMap(({ operation, reason, notes, extraFields }) => [
      ...(reason === undefined || reason === unchecked ? [] : ['', `- \`${operation}\`: ${plain(reason)}`]),
      ...notes.map((note) => `\n- \`${operation}\`: ${plain(note)}`),
      ...(extraFields.length > 0
        ? [`\n- \`${operation}\` has extra fields (fine): ${extraFields.map(code).join(', ')}`]
        : []),
    ]),
    ...drifts.slice(0, mostShown).flatMap(driftSection),
    ...(drifts.length > mostShown ? ['', `… and ${drifts.length - mostShown} more.`] : []),
  ]
  if (difference) {
    const { against, shapes, content, reordered } = difference
    lines.push(
      '',
      `### Against ${plain(against)}: ${plural(shapes.length, 'shape')}, ${plural(content.length, 'item')}`,
      '',
    )
    lines.push(...shapes.map((shape) => `- ${plain(shapeLine(shape))}`))
    for (const { entity, slug, change, fields } of content.slice(0, mostShown)) {
      lines.push(`- ${change}: ${entity} ${code(slug)}`)
      lines.push(
        ...fields.map(({ field, before, after }) => `  - ${code(field)}: ${plain(after)}, was ${plain(before)}`),
      )
    }
    if (content.length > mostShown) lines.push(`- … and ${content.length - mostShown} more`)
    if (reordered.length > 0) lines.push('', `In another order (no difference): ${reordered.join(', ')}`)
  }
  return `${lines.join('\n')}\n`
}

function driftSection(drift: Drift): string[] {
  const meant = drift.nearest === undefined ? '' : `; did you mean ${code(drift.nearest)}?`
  return [
    '',
    `### ${plain(severityOf(drift))}: \`${drift.operation}\` ${code(placeOf(drift))} (${plain(whoseDrift(drift))})`,
    '',
    `- rule \`${drift.rule}\`: ${plain(rules[drift.rule].title)}`,
    `- expected ${plain(drift.expected)}`,
    `- found ${plain(drift.found)}${meant}`,
    ...(drift.habit === undefined ? [] : [`- format: ${plain(drift.habit)}; it is read all the same`]),
    '',
    ...fenced(drift.curl),
  ]
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

function fenced(text: string): string[] {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return [`${fence}sh`, text, fence]
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}
