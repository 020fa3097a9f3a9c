import { escapeMarkup } from '#markup/escape'
import { counts } from '../findings'
import type { Drift, OperationReport, Report } from '../report'
import { driftBlocks } from './document'
import { blockText, createPaint } from './text'
import { allDrifts, changesOf, placeOf, severityOf } from './words'

type TestCase = {
  name: string
  milliseconds?: number | null
  result?: 'failures' | 'errors' | 'skipped'
  content: string
}

/** JUnit XML: a test case per operation, and one for the difference of `--against`. */
export function junitReport(report: Report): string {
  const { url, operations, difference, summary } = report
  const cases = operations.map((entry) => operationCase(entry, report))
  if (difference) {
    const changes = changesOf(difference).map(({ text }) => text)
    const failure = element('failure', `${changes.length} differences`, changes.join('\n'))
    const name = `the same as ${difference.against}`
    cases.push(changes.length > 0 ? { name, result: 'failures', content: failure } : { name, content: '' })
  }
  const counts = (['failures', 'errors', 'skipped'] as const)
    .map((name) => `${name}="${cases.filter(({ result }) => result === name).length}"`)
    .join(' ')
  const totals = `tests="${cases.length}" ${counts} time="${(summary.elapsed / 1000).toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" ${totals}>`,
    `  <testsuite name="contract of ${escapeMarkup(url)}" timestamp="${report.madeAt}" ${totals}>`,
    `    <properties><property name="madeBy" value="${escapeMarkup(report.madeBy)}"/></properties>`,
    ...cases.map(({ name, milliseconds, content }) => {
      const time = ((milliseconds ?? 0) / 1000).toFixed(4)
      const start = `    <testcase classname="contract" name="${escapeMarkup(name)}" time="${time}"`
      return content ? `${start}>\n${content}\n    </testcase>` : `${start}/>`
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** A test case with the drifts that count as its failure, and the others as its output. */
function operationCase(entry: OperationReport, report: Report): TestCase {
  const { operation: name, status, reason = 'unchecked', curl = '', median, isStopped } = entry
  if (status === 'skipped') return { name, result: 'skipped', content: '      <skipped/>' }
  const base = { name, milliseconds: median }
  if (status === 'unchecked')
    return isStopped
      ? { ...base, result: 'skipped', content: `      <skipped message="${escapeMarkup(reason)}"/>` }
      : { ...base, result: 'errors', content: element('error', reason, curl) }
  const own = allDrifts(report).filter(({ operation }) => operation === name)
  const fails = (drift: Drift) => counts(drift, report.isStrict)
  const [failing, others] = [own.filter(fails), own.filter((drift) => !fails(drift))]
  const output = others.length > 0 ? [`      <system-out>${escapeMarkup(textOf(others))}</system-out>`] : []
  const [first, ...more] = failing
  if (!first) return { ...base, content: output.join('\n') }
  const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
  const message = `${severityOf(first)}: ${placeOf(first)}: expected ${first.expected}, found ${first.found}${rest}`
  return { ...base, result: 'failures', content: [element('failure', message, textOf(failing)), ...output].join('\n') }
}

function textOf(drifts: readonly Drift[]): string {
  const lines = drifts.flatMap(driftBlocks).map((block) => blockText(block, createPaint(false)))
  return lines.join('\n').trim()
}

function element(name: 'failure' | 'error', message: string, text: string): string {
  const attribute = escapeMarkup(message).replaceAll(/\s/g, ' ')
  return `      <${name} message="${attribute}" type="${name === 'failure' ? 'drift' : 'unchecked'}">${escapeMarkup(text)}</${name}>`
}
