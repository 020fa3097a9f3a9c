import { createHash } from 'node:crypto'
import { operations } from '#contract/operations'
import type { Drift } from '../findings'
import manifest from '../package/package.json' with { type: 'json' }
import { acceptance, allDrifts, placeOf, type Report, whoseDrift } from '../report'
import { rules } from '../rules'
import { createLineOf, schemaFile } from './contract-schema'

const fresh = (report: Report) => allDrifts(report).filter(({ isKnown }) => !isKnown)

/**
 * The reasons why operations were not checked. `isStopped` marks those that a limit of the user stopped, which is no failure.
 */
function uncheckedOf({ unchecked, operations: all }: Report): { text: string; isStopped?: true }[] {
  if (unchecked !== undefined) return [{ text: unchecked }]
  return all
    .filter(({ status }) => status === 'unchecked')
    .map(({ operation, reason = 'not called', isStopped }) => ({
      text: `${operation}: ${reason}`,
      ...(isStopped && { isStopped }),
    }))
}

function textOf(drift: Drift): string {
  return `${drift.operation} ${placeOf(drift)}: expected ${drift.expected}, found ${drift.found} (${whoseDrift(drift)})`
}

function fingerprintOf({ operation, pointer, rule }: Drift): string {
  return createHash('sha256').update([operation, pointer, rule].join('\n')).digest('hex')
}

/**
 * Makes SARIF 2.1.0 for code scanning. Each result points to a line of the contract's schema, because an API has no source
 * file. Its logical location is the operation and the pointer. Drift that the baseline accepts becomes a suppressed result.
 * Rules link to their headings at `rulesUrl`, with the anchors of GitHub and GitLab.
 */
export function sarifReport(report: Report, rulesUrl?: string): string {
  const lineOf = createLineOf(report.product)
  const drifts = allDrifts(report)
  const ids = [...new Set(drifts.map(({ rule }) => rule))]
  const results = drifts.map((drift) => ({
    ruleId: drift.rule,
    ruleIndex: ids.indexOf(drift.rule),
    level: drift.severity,
    message: { text: `${textOf(drift)}\n${drift.curl}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: schemaFile },
          region: { startLine: lineOf(drift.operation, drift.pointer) },
        },
        logicalLocations: [
          {
            name: drift.operation,
            fullyQualifiedName: `${operations[drift.operation].path}#${drift.pointer}`,
            kind: 'function',
          },
        ],
      },
    ],
    partialFingerprints: { 'contractDrift/v1': fingerprintOf(drift) },
    ...(drift.isKnown && {
      suppressions: [
        { kind: 'external', status: 'accepted', ...(acceptance(drift) && { justification: acceptance(drift) }) },
      ],
    }),
  }))
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
  const failures = uncheckedOf(report).map(({ text, isStopped }) => ({
    level: isStopped ? 'note' : 'error',
    message: { text },
  }))
  const invocation = { executionSuccessful: failures.length === 0, toolExecutionNotifications: failures }
  const run = { tool: { driver }, invocations: [invocation], results }
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`
}

/** GitLab's code quality report, with the places of `sarifReport`. */
export function codeQualityReport(report: Report): string {
  const lineOf = createLineOf(report.product)
  const issues = fresh(report).map((drift) => ({
    description: textOf(drift),
    check_name: drift.rule,
    fingerprint: fingerprintOf(drift),
    severity: drift.severity === 'error' ? 'major' : 'minor',
    location: { path: schemaFile, lines: { begin: lineOf(drift.operation, drift.pointer) } },
  }))
  const failures = uncheckedOf(report).map(({ text, isStopped }) => ({
    ...{ description: text, check_name: 'unchecked', severity: isStopped ? 'info' : 'blocker' },
    fingerprint: createHash('sha256').update(text).digest('hex'),
    location: { path: schemaFile, lines: { begin: 1 } },
  }))
  return `${JSON.stringify([...issues, ...failures], null, 2)}\n`
}

/** Workflow commands of GitHub Actions, one line per drift, with the places of `sarifReport`. */
export function githubAnnotations(report: Report): string {
  const lineOf = createLineOf(report.product)
  const escapeText = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const escapeProperty = (text: string) => escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const lines = fresh(report).map((drift) => {
    const place = `file=${schemaFile},line=${lineOf(drift.operation, drift.pointer)}`
    const title = escapeProperty(`${drift.rule} ${drift.operation}`)
    return `::${drift.severity} ${place},title=${title}::${escapeText(`${textOf(drift)}\n${drift.curl}`)}\n`
  })
  const reasons = uncheckedOf(report).map(
    ({ text, isStopped }) => `::${isStopped ? 'notice' : 'error'} title=contract::${escapeText(text)}\n`,
  )
  return [...lines, ...reasons].join('')
}
