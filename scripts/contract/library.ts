/** The check as a library. `package/index.d.ts` has its types. */
export { UsageError } from '../command-line/options'
export { readBaseline } from './baseline'
export { check, listCalls } from './check'
export { rules } from './rules'
