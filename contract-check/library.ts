/** The check as a library. `package/index.d.ts` has its types. */

export { readBaseline } from './baseline'
export { check, listCalls } from './check'
export { UsageError } from './command-line/options'
export { rules } from './rules'
