import type { OperationName } from '#contract/operations'
import type * as types from './package/index'
import type { RuleId } from './rules'

export type Drift = types.Drift<OperationName, RuleId>
export type OperationReport = types.OperationReport<OperationName>
export type Report = types.Report<OperationName, RuleId>
export type { BaselineEntry, Calls, Difference } from './package/index'

/** The number of calls of all operations. */
export function callsOf(operations: readonly OperationReport[]): number {
  return operations.reduce((sum, { calls }) => sum + calls, 0)
}
