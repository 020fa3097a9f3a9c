import { createHash } from 'node:crypto'
import { operations } from '#contract/operations'
import type { Drift } from '../findings'
import manifest from '../package/package.json' with { type: 'json' }
import { placeOf, type Report, whoseDrift } from '../report'
import { rules } from '../rules'

/** Reports need a file and a line; the drift of an API has none, so they name the rule's page. */
const file = 'contract-check.json'

const fresh = ({ drifts, warnings }: Report) => [...drifts, ...warnings].filter(({ isKnown }) => !isKnown)

function textOf(drift: Drift): string {
  return `${drift.operation} ${placeOf(drift)}: expected ${drift.expected}, found ${drift.found} (${whoseDrift(drift)})`
}

function fingerprintOf({ operation, pointer, rule }: Drift): string {
  return createHash('sha256').update([operation, pointer, rule].join('\n')).digest('hex')
}

/** SARIF 2.1.0 for code scanning. Each result names the operation and pointer as its logical location. */
export function sarifReport(report: Report): string {
  const ids = [...new Set(fresh(report).map(({ rule }) => rule))]
  const results = fresh(report).map((drift) => ({
    ruleId: drift.rule,
    ruleIndex: ids.indexOf(drift.rule),
    level: drift.severity,
    message: { text: `${textOf(drift)}\n${drift.curl}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 1 } },
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
  }))
  const driver = {
    ...{ name: manifest.name, version: manifest.version },
    rules: ids.map((id) => ({
      id,
      shortDescription: { text: rules[id].title },
      defaultConfiguration: { level: rules[id].severity },
    })),
  }
  const isWhole = report.unchecked === undefined && report.summary.unreachable === 0
  const run = { tool: { driver }, invocations: [{ executionSuccessful: isWhole }], results }
  const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
  return `${JSON.stringify({ $schema: schema, version: '2.1.0', runs: [run] }, null, 2)}\n`
}

/** GitLab's code quality report. */
export function codeQualityReport(report: Report): string {
  const issues = fresh(report).map((drift) => ({
    description: textOf(drift),
    check_name: drift.rule,
    fingerprint: fingerprintOf(drift),
    severity: drift.severity === 'error' ? 'major' : 'minor',
    location: { path: file, lines: { begin: 1 } },
  }))
  return `${JSON.stringify(issues, null, 2)}\n`
}

/** Workflow commands of GitHub Actions, one line per drift. */
export function githubAnnotations(report: Report): string {
  const escapeText = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const escapeProperty = (text: string) => escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const lines = fresh(report).map(
    (drift) =>
      `::${drift.severity} title=${escapeProperty(`${drift.rule} ${drift.operation}`)}::${escapeText(`${textOf(drift)}\n${drift.curl}`)}\n`,
  )
  const reason = report.unchecked === undefined ? '' : `::error title=contract::${escapeText(report.unchecked)}\n`
  return lines.join('') + reason
}
