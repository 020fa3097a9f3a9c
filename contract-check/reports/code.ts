import { hash } from 'node:crypto'
import { operations } from '#contract/operations'
import { json } from '../command-line/files'
import manifest from '../package/package.json' with { type: 'json' }
import type { Drift, Report } from '../report'
import { rules } from '../rules'
import { createLineOf, schemaFile } from './contract-schema'
import { acceptance, allDrifts, causeOf, driftLine, fieldText } from './words'

/**
 * Returns `issues`, which are the drifts of a report with the lines of the contract that they break, because an API has no source
 * file of its own. `fresh` are the issues that no baseline accepts. `reasons` say why operations were not checked. A reason with
 * `isStopped` is a limit of the user and no failure.
 */
function issuesOf(report: Report) {
  const lineOf = createLineOf(report.product)
  // A field can have several findings of one rule, as for several elements in a body, and each has a fingerprint of its own.
  const numbers = new Map<string, number>()
  const fingerprintOf = (drift: Drift) => {
    const cause = causeOf(drift)
    const nth = numbers.get(cause) ?? 0
    numbers.set(cause, nth + 1)
    return hash('sha256', nth === 0 ? cause : `${cause} ${nth}`)
  }
  const issues = allDrifts(report).map((drift) => {
    const { operations, pointer } = drift
    return {
      drift,
      text: driftLine(drift),
      line: lineOf(operations[0], pointer),
      fingerprint: fingerprintOf(drift),
    }
  })
  const unchecked = report.operations
    .filter(({ status }) => status === 'unchecked')
    .map(({ operation, reason = 'not called', isStopped }) => ({ text: `${operation}: ${reason}`, isStopped }))
  return {
    issues,
    fresh: issues.filter(({ drift }) => !drift.isKnown),
    reasons: report.unchecked === undefined ? unchecked : [{ text: report.unchecked, isStopped: undefined }],
  }
}

/**
 * Makes SARIF 2.1.0 for code scanning. The logical locations of a result are the operations with the field. Drift that the
 * baseline accepts becomes a suppressed result. Rules link to their headings at `rulesUrl`, with the anchors of GitHub and
 * GitLab.
 */
export function sarifReport(report: Report, rulesUrl?: string): string {
  const { issues, reasons } = issuesOf(report)
  const ids = [...new Set(issues.map(({ drift }) => drift.rule))]
  const results = issues.map(({ drift, text, line, fingerprint }) => {
    const justification = acceptance(drift)
    return {
      ruleId: drift.rule,
      ruleIndex: ids.indexOf(drift.rule),
      level: drift.severity,
      message: { text: `${text}\n${drift.curl}` },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: schemaFile }, region: { startLine: line } },
          logicalLocations: drift.operations.map((name) => ({
            name,
            fullyQualifiedName: `${operations[name].path}#${drift.field}`,
            kind: 'function',
          })),
        },
      ],
      partialFingerprints: { 'contractDrift/v2': fingerprint },
      ...(drift.isKnown && {
        suppressions: [{ kind: 'external', status: 'accepted', ...(justification && { justification }) }],
      }),
    }
  })
  const driver = {
    name: manifest.name,
    version: manifest.version,
    rules: ids.map((id) => ({
      id,
      shortDescription: { text: rules[id].title },
      help: { text: `${rules[id].title}. RULES.md of ${manifest.name} lists all rules.` },
      defaultConfiguration: { level: rules[id].severity },
      ...(rulesUrl !== undefined && { helpUri: `${rulesUrl}#${id.replaceAll('.', '')}` }),
    })),
  }
  const notices = reasons.map(({ text, isStopped }) => ({ level: isStopped ? 'note' : 'error', message: { text } }))
  const invocation = { executionSuccessful: notices.length === 0, toolExecutionNotifications: notices }
  return json({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, invocations: [invocation], results }],
  })
}

/** GitLab's code quality report. */
export function codeQualityReport(report: Report): string {
  const { fresh, reasons } = issuesOf(report)
  const issue = (description: string, check_name: string, severity: string, fingerprint: string, begin: number) => ({
    description,
    check_name,
    fingerprint,
    severity,
    location: { path: schemaFile, lines: { begin } },
  })
  return json([
    ...fresh.map(({ drift: { rule, severity }, text, line, fingerprint }) =>
      issue(text, rule, severity === 'error' ? 'major' : 'minor', fingerprint, line),
    ),
    ...reasons.map(({ text, isStopped }) =>
      issue(text, 'unchecked', isStopped ? 'info' : 'blocker', hash('sha256', text), 1),
    ),
  ])
}

/** Workflow commands of GitHub Actions: one line per drift, and one per operation that was not checked. */
export function githubAnnotations(report: Report): string {
  const { fresh, reasons } = issuesOf(report)
  const annotation = (level: string, properties: string, text: string) =>
    `::${level} ${properties}::${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}\n`
  return [
    ...fresh.map(({ drift: { rule, severity, curl, ...drift }, text, line }) =>
      annotation(severity, `file=${schemaFile},line=${line},title=${rule} ${fieldText(drift)}`, `${text}\n${curl}`),
    ),
    ...reasons.map(({ text, isStopped }) => annotation(isStopped ? 'notice' : 'error', 'title=contract', text)),
  ].join('')
}
