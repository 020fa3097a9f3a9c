import { escapeMarkup } from '#contract/markup/escape'
import { counts } from '../findings'
import type { Drift, OperationReport, Report } from '../report'
import { driftsText } from './text'
import { allDrifts, changesOf, driftLine, severityOf } from './words'

/** Makes JUnit XML with a test case per operation, and one for the difference of `--against`. */
export function junitReport(report: Report): string {
  const { url, difference, summary } = report
  const cases = report.operations.map((entry) => testCase(entry.operation, resultOf(entry, report), entry.median))
  if (difference) {
    const changes = changesOf(difference).map(({ text }) => text)
    const failure = element('failure', `${changes.length} differences`, changes.join('\n'))
    cases.push(testCase(`the same as ${difference.against}`, changes.length > 0 ? [failure] : []))
  }
  const count = (start: string) => cases.filter((text) => text.includes(start)).length
  const results = `tests="${cases.length}" failures="${count('<failure')}" errors="${count('<error')}"`
  // The schema of Jenkins's xUnit plugin allows `skipped` in `testsuite` only.
  const skipped = `skipped="${count('<skipped')}"`
  const time = `time="${(summary.elapsed / 1000).toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" ${results} ${time}>`,
    `  <testsuite name="contract of ${escapeMarkup(url)}" timestamp="${report.madeAt}" ${results} ${skipped} ${time}>`,
    `    <properties><property name="madeBy" value="${escapeMarkup(report.madeBy)}"/></properties>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function testCase(name: string, result: readonly string[], milliseconds: number | null = null): string {
  const time = ((milliseconds ?? 0) / 1000).toFixed(4)
  const start = `    <testcase classname="contract" name="${escapeMarkup(name)}" time="${time}"`
  return result.length > 0 ? [`${start}>`, ...result, '    </testcase>'].join('\n') : `${start}/>`
}

/** The elements of an operation's test case: the drifts that count as its failure, and the others as its output. */
function resultOf({ operation, status, reason = 'unchecked', curl = '', isStopped }: OperationReport, report: Report) {
  if (status === 'skipped') return ['      <skipped/>']
  if (status === 'unchecked')
    return [isStopped ? `      <skipped message="${escapeMarkup(reason)}"/>` : element('error', reason, curl)]
  const own = allDrifts(report).flatMap((drift) => inOperation(drift, operation))
  const fails = (drift: Drift) => counts(drift, report.isStrict)
  const [failing, others] = [own.filter(fails), own.filter((drift) => !fails(drift))]
  const output = others.length > 0 ? [`      <system-out>${escapeMarkup(driftsText(others))}</system-out>`] : []
  const [first, ...more] = failing
  if (!first) return output
  const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
  const message = `${severityOf(first)}: ${driftLine(first)}${rest}`
  return [element('failure', message, driftsText(failing)), ...output]
}

/** A drift with a call of this operation, if the operation has the drift. */
function inOperation(drift: Drift, operation: string): Drift[] {
  const [curl] = drift.calls[operation] ?? []
  return curl === undefined ? [] : [{ ...drift, curl }]
}

function element(name: 'failure' | 'error', message: string, text: string): string {
  const attribute = escapeMarkup(message).replaceAll(/\s/g, ' ')
  return `      <${name} message="${attribute}" type="${name === 'failure' ? 'drift' : 'unchecked'}">${escapeMarkup(text)}</${name}>`
}
