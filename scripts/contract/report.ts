import type { OperationName } from '#contract/operations'
import { entriesBeyond, markKnown } from './baseline'
import { differs } from './content'
import { counts, isError } from './findings'
import type * as types from './package/index'
import manifest from './package/package.json' with { type: 'json' }
import type { RuleId } from './rules'
import type { Walk } from './walk'

export type Drift = types.Drift<OperationName, RuleId>
export type OperationReport = types.OperationReport<OperationName>
export type Report = types.Report<OperationName, RuleId>
export type { BaselineEntry, Difference } from './package/index'

export type ReportOptions = {
  difference: types.Difference | { unchecked: string } | undefined
  isStrict: boolean
  baseline: readonly types.BaselineEntry[]
  /** False for a baseline entry whose drift may still occur in what was not checked. */
  couldFind: (entry: types.BaselineEntry) => boolean
}

/** Turns the findings of a check, and the difference to `--against` if there is one, into a report. */
export function makeReport(walk: Walk, { difference, isStrict, baseline, couldFind }: ReportOptions): Report {
  const { url, product, pictures, elapsed } = walk
  const all = markKnown(walk.drifts, baseline)
  const fails = (drift: Drift) => counts(drift, isStrict)
  const operations = walk.session.findings.operations(all, fails)
  const warnings = all.filter((drift) => !isError(drift))
  const count = (status: OperationReport['status']) => operations.filter((entry) => entry.status === status).length
  const summary = {
    ...{ passed: count('passed'), drift: count('drift'), unchecked: count('unchecked') },
    warnings: warnings.filter(({ isKnown }) => !isKnown).length,
    known: all.filter(({ isKnown }) => isKnown).length,
    calls: callsOf(operations),
    ...{ pictures, elapsed },
  }
  const unchecked = walk.unchecked ?? (difference && 'unchecked' in difference ? difference.unchecked : undefined)
  const compared = difference && !('unchecked' in difference) ? difference : undefined
  // Reports drift even if another call got no response.
  const hasDrift = all.some(fails) || (compared !== undefined && differs(compared))
  const isUnchecked = unchecked !== undefined || summary.unchecked > 0
  const gone = isUnchecked ? [] : entriesBeyond(baseline, walk.drifts).filter(couldFind)
  return walk.session.redaction.deep<Report>({
    version: 3,
    ...{ madeBy: `${manifest.name} ${manifest.version}`, madeAt: new Date().toISOString(), url, product },
    verdict: hasDrift ? 'drift' : isUnchecked ? 'unchecked' : 'holds',
    ...{ isStrict, summary, operations, drifts: all.filter(isError), warnings },
    ...(compared && { difference: compared }),
    ...(unchecked !== undefined && { unchecked }),
    ...(gone.length > 0 && { gone }),
  })
}

/** The number of calls of all operations. */
export function callsOf(operations: readonly OperationReport[]): number {
  return operations.reduce((sum, { calls }) => sum + calls, 0)
}
