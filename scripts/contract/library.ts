/** The check as a library. */

export { UsageError } from '../command-line/options'
export { readBaseline } from './baseline'
export { type CheckEvent, type CheckOptions, check, listCalls } from './check'
export { rules } from './rules'
