import { escapeMarkup } from '#markup/escape'
import { type Drift, isError, type OperationReport } from '../findings'
import { allDrifts, placeOf, type Report, severityOf, shapeLine, whoseDrift } from '../report'

/** JUnit XML: a test case per operation, and one for the difference of `--against`. */
export function junitReport(report: Report): string {
  const { url, operations, isStrict, difference, summary } = report
  const cases = operations.map((entry) => {
    const own = allDrifts(report).filter(({ operation }) => operation === entry.operation)
    const fails = (drift: Drift) => !drift.isKnown && (isStrict || isError(drift))
    return operationCase(
      entry,
      own.filter(fails),
      own.filter((drift) => !fails(drift)),
    )
  })
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
  const stopped = operations.filter(({ status, isStopped }) => status === 'unchecked' && isStopped).length
  const skipped = operations.filter(({ status }) => status === 'skipped').length + stopped
  const errors = summary.unchecked - stopped
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped}"`
  const time = `time="${(summary.elapsed / 1000).toFixed(3)}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="contract" ${counts} ${time}>`,
    `  <testsuite name="contract of ${escapeMarkup(url)}" timestamp="${report.madeAt}" ${counts} ${time}>`,
    `    <properties><property name="madeBy" value="${escapeMarkup(report.madeBy)}"/></properties>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** A test case with the drifts in `failing` as its failure and `others` as its output. */
function operationCase(entry: OperationReport, failing: Drift[], others: Drift[]): string {
  const { operation, status, reason = 'unchecked', curl, median, isStopped } = entry
  const seconds = (median ?? 0) / 1000
  if (status === 'skipped') return testCase(operation, 0, '      <skipped/>')
  if (status === 'unchecked' && isStopped)
    return testCase(operation, seconds, `      <skipped message="${escapeMarkup(reason)}"/>`)
  if (status === 'unchecked') return testCase(operation, seconds, element('error', reason, curl ?? ''))
  const [first, ...more] = failing
  const rest = more.length > 0 ? ` (and ${more.length} more)` : ''
  const message =
    first && `${severityOf(first)}: ${placeOf(first)}: expected ${first.expected}, found ${first.found}${rest}`
  const parts = [
    ...(message === undefined ? [] : [element('failure', message, textOf(failing))]),
    ...(others.length === 0 ? [] : [`      <system-out>${escapeMarkup(textOf(others))}</system-out>`]),
  ]
  return testCase(operation, seconds, parts.join('\n'))
}

function textOf(drifts: Drift[]): string {
  const told = drifts.map((drift) =>
    [
      `${severityOf(drift)}: ${drift.operation} ${placeOf(drift)} (${whoseDrift(drift)})`,
      `rule ${drift.rule}`,
      ...[`expected ${drift.expected}`, `found ${drift.found}`],
      ...(drift.habit === undefined ? [] : [`format ${drift.habit}: it is read all the same`]),
      drift.curl,
    ].join('\n'),
  )
  return told.join('\n\n')
}

function testCase(name: string, seconds: number, content: string): string {
  const start = `    <testcase classname="contract" name="${escapeMarkup(name)}" time="${seconds.toFixed(4)}"`
  return content ? `${start}>\n${content}\n    </testcase>` : `${start}/>`
}

function element(name: 'failure' | 'error', message: string, text: string): string {
  const attribute = escapeMarkup(message).replaceAll(/\s/g, ' ')
  return `      <${name} message="${attribute}" type="${name === 'failure' ? 'drift' : 'unchecked'}">${escapeMarkup(text)}</${name}>`
}
