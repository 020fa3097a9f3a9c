import { UsageError as WrongUsage } from '../command-line/options'
import * as baseline from './baseline'
import * as checks from './check'
import type * as types from './package/index'
import * as ruleTable from './rules'

/** The check as a library, with the types that the package publishes. */
export const check: typeof types.check = checks.check
export const listCalls: typeof types.listCalls = checks.listCalls
export const readBaseline: typeof types.readBaseline = baseline.readBaseline
export const rules: typeof types.rules = ruleTable.rules
export const UsageError: typeof types.UsageError = WrongUsage
