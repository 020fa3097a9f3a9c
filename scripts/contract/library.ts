/** The check as a library. */
export { readBaseline } from './baseline'
export { type CheckEvent, type CheckOptions, check, listCalls } from './check'
export { UsageError } from './command-line/options'
export { rules } from './rules'
