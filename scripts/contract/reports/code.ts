import { createHash } from 'node:crypto'
import { operations } from '#contract/operations'
import { json } from '../../command-line/json-files'
import manifest from '../package/package.json' with { type: 'json' }
import type { Report } from '../report'
import { rules } from '../rules'
import { createLineOf, schemaFile } from './contract-schema'
import { acceptance, allDrifts, placeOf, whoseDrift } from './words'

/** The drifts of a report as text, each with the line of the contract that it breaks. An API has no source file of its own. */
function issuesOf(report: Report) {
  const lineOf = createLineOf(report.product)
  return allDrifts(report).map((drift) => {
    const { operation, pointer, rule, expected, found } = drift
    return {
      drift,
      text: `${operation} ${placeOf(drift)}: expected ${expected}, found ${found} (${whoseDrift(drift)})`,
      line: lineOf(operation, pointer),
      fingerprint: sha256([operation, pointer, rule].join('\n')),
    }
  })
}

/** The reasons why operations were not checked. `isStopped` marks those that a limit of the user stopped, which is no failure. */
function uncheckedOf({ unchecked, operations: all }: Report): { text: string; isStopped?: true | undefined }[] {
  if (unchecked !== undefined) return [{ text: unchecked }]
  return all
    .filter(({ status }) => status === 'unchecked')
    .map(({ operation, reason = 'not called', isStopped }) => ({ text: `${operation}: ${reason}`, isStopped }))
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Makes SARIF 2.1.0 for code scanning. The logical location of a result is the operation and the pointer. Drift that the
 * baseline accepts becomes a suppressed result. Rules link to their headings at `rulesUrl`, with the anchors of GitHub and
 * GitLab.
 */
export function sarifReport(report: Report, rulesUrl?: string): string {
  const issues = issuesOf(report)
  const ids = [...new Set(issues.map(({ drift }) => drift.rule))]
  const results = issues.map(({ drift, text, line, fingerprint }) => {
    const justification = acceptance(drift)
    const fullyQualifiedName = `${operations[drift.operation].path}#${drift.pointer}`
    return {
      ruleId: drift.rule,
      ruleIndex: ids.indexOf(drift.rule),
      level: drift.severity,
      message: { text: `${text}\n${drift.curl}` },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: schemaFile }, region: { startLine: line } },
          logicalLocations: [{ name: drift.operation, fullyQualifiedName, kind: 'function' }],
        },
      ],
      partialFingerprints: { 'contractDrift/v1': fingerprint },
      ...(drift.isKnown && {
        suppressions: [{ kind: 'external', status: 'accepted', ...(justification && { justification }) }],
      }),
    }
  })
  const driver = {
    ...{ name: manifest.name, version: manifest.version },
    rules: ids.map((id) => ({
      id,
      shortDescription: { text: rules[id].title },
      help: { text: `${rules[id].title}. RULES.md of ${manifest.name} lists all rules.` },
      defaultConfiguration: { level: rules[id].severity },
      ...(rulesUrl !== undefined && { helpUri: `${rulesUrl}#${id.replaceAll('.', '')}` }),
    })),
  }
  const notices = uncheckedOf(report).map(({ text, isStopped }) => ({
    level: isStopped ? 'note' : 'error',
    message: { text },
  }))
  const invocation = { executionSuccessful: notices.length === 0, toolExecutionNotifications: notices }
  return json({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, invocations: [invocation], results }],
  })
}

/** GitLab's code quality report. */
export function codeQualityReport(report: Report): string {
  const issue = (description: string, check_name: string, severity: string, fingerprint: string, begin: number) => ({
    ...{ description, check_name, fingerprint, severity },
    location: { path: schemaFile, lines: { begin } },
  })
  const issues = newIssuesOf(report).map(({ drift: { rule, severity }, text, line, fingerprint }) =>
    issue(text, rule, severity === 'error' ? 'major' : 'minor', fingerprint, line),
  )
  const failures = uncheckedOf(report).map(({ text, isStopped }) =>
    issue(text, 'unchecked', isStopped ? 'info' : 'blocker', sha256(text), 1),
  )
  return json([...issues, ...failures])
}

/** Workflow commands of GitHub Actions, one line per drift. */
export function githubAnnotations(report: Report): string {
  const escapeText = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const drifts = newIssuesOf(report).map(({ drift: { rule, severity, operation, curl }, text, line }) => {
    const place = `file=${schemaFile},line=${line},title=${rule} ${operation}`
    return `::${severity} ${place}::${escapeText(`${text}\n${curl}`)}\n`
  })
  const reasons = uncheckedOf(report).map(
    ({ text, isStopped }) => `::${isStopped ? 'notice' : 'error'} title=contract::${escapeText(text)}\n`,
  )
  return [...drifts, ...reasons].join('')
}

function newIssuesOf(report: Report) {
  return issuesOf(report).filter(({ drift }) => !drift.isKnown)
}
