import type { Drift, OperationReport } from '../findings'
import { placeOf, type Report, shapeLine, whoseDrift } from '../report'
import { escapeMarkup } from './markup'

/** JUnit's XML as CI systems read it: a test case per operation, and one for a difference where one was asked for. */
export function junitReport({ url, operations, drifts, difference, summary }: Report): string {
  const cases = operations.map((entry) =>
    operationCase(
      entry,
      drifts.filter(({ operation }) => operation === entry.operation),
    ),
  )
  const changes = difference && [
    ...difference.shapes.map(shapeLine),
    ...difference.content.map(({ entity, slug, change }) => `${entity} ${slug}: ${change}`),
  ]
  if (changes) {
    const name = `the same as ${difference.against}`
    const failure = changes.length > 0 ? element('failure', `${changes.length} differences`, changes.join('\n')) : ''
    cases.push(testCase(name, 0, failure))
  }
  const failures =
    operations.filter(({ status }) => status === 'drift').length + (changes && changes.length > 0 ? 1 : 0)
  const counts = `tests="${cases.length}" failures="${failures}" errors="${summary.unreachable}" skipped="0"`
  const time = `time="${(summary.elapsed / 1000).toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" ${counts} ${time}>`,
    `  <testsuite name="contract of ${escapeMarkup(url)}" ${counts} ${time}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function operationCase({ operation, status, reason = 'unreachable', curl, median }: OperationReport, drifts: Drift[]) {
  const seconds = (median ?? 0) / 1000
  if (status === 'unreachable') return testCase(operation, seconds, element('error', reason, curl ?? ''))
  const [first, ...more] = drifts
  if (!first) return testCase(operation, seconds, '')
  const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
  const message = `${placeOf(first)}: expected ${first.expected}, found ${first.found}${rest}`
  const text = drifts.map(
    (drift) =>
      `${operation} ${placeOf(drift)} (${whoseDrift(drift)})\nexpected ${drift.expected}\nfound ${drift.found}\n${drift.curl}`,
  )
  return testCase(operation, seconds, element('failure', message, text.join('\n\n')))
}

function testCase(name: string, seconds: number, content: string): string {
  const start = `    <testcase classname="contract" name="${escapeMarkup(name)}" time="${seconds.toFixed(4)}"`
  return content ? `${start}>\n${content}\n    </testcase>` : `${start}/>`
}

function element(name: 'failure' | 'error', message: string, text: string): string {
  const attribute = escapeMarkup(message).replaceAll(/\s/g, ' ')
  return `      <${name} message="${attribute}" type="${name === 'failure' ? 'drift' : 'unreachable'}">${escapeMarkup(text)}</${name}>`
}
