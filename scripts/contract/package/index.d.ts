export type Severity = 'error' | 'warning'

export type BaselineEntry = { operation: string; pointer: string; rule: string; expires?: string; reason?: string }

/** Times are in milliseconds. */
export type CheckOptions = {
  url: string
  product?: string
  imageBase?: string
  /** Sent to the origin of `url` only. */
  headers?: Record<string, string>
  concurrency?: number
  timeout?: number
  /** Single items of each kind; Infinity for all. */
  sample?: number
  strict?: boolean
  severities?: Record<string, Severity | 'off'>
  only?: readonly string[]
  skip?: readonly string[]
  baseline?: BaselineEntry[]
  acceptAll?: boolean
  /** An address or a folder of fixtures. */
  against?: string
  failFast?: boolean
  maxTime?: number
  /** Calls per second. */
  rate?: number
  /** A client certificate and its key, in PEM. */
  certificate?: { cert: string; key: string }
  pictureHosts?: readonly string[]
}

export type Drift = {
  severity: Severity
  operation: string
  pointer: string
  expected: string
  found: string
  nearest?: string
  rule: string
  items: number
  example: string
  slug?: string
  curl: string
  isKnown?: true
  expired?: string
  /** The date (YYYY-MM-DD) and the reason of the baseline entry. */
  expires?: string
  reason?: string
}

export type OperationReport = {
  operation: string
  method: string
  path: string
  status: 'passed' | 'drift' | 'unchecked' | 'skipped'
  warnings: number
  calls: number
  median: number | null
  /** Median size of the answers in bytes, uncompressed. */
  bytes: number | null
  p95: number | null
  acceptsForm: boolean | null
  extraFields: string[]
  notes: string[]
  reason?: string
  curl?: string
  /** True if `failFast` or `maxTime` stopped the check before all calls were made. */
  isStopped?: true
}

export type Report = {
  version: 3
  /** The check's own version, and the time of its end (ISO 8601). */
  madeBy: string
  madeAt: string
  url: string
  product: string
  verdict: 'holds' | 'drift' | 'unchecked'
  isStrict: boolean
  summary: Record<'passed' | 'drift' | 'unchecked' | 'warnings' | 'known' | 'calls' | 'pictures' | 'elapsed', number>
  operations: OperationReport[]
  drifts: Drift[]
  warnings: Drift[]
  gone?: BaselineEntry[]
  unchecked?: string
}

export type CheckEvent =
  | { type: 'answer'; operations: () => OperationReport[] }
  | { type: 'pause'; seconds: number }
  | { type: 'report'; report: Report; drifts: Drift[] }

/** Checks an API. The last event is the report; bad options throw a UsageError. */
export function check(options: CheckOptions): AsyncGenerator<CheckEvent, void>

/** Lists the calls of a check as curl lines; only homeData is called. */
export function listCalls(options: CheckOptions): Promise<{ lines: string[]; unchecked?: string }>

export function readBaseline(path: string): Promise<BaselineEntry[]>

export const rules: Record<string, { severity: Severity; title: string }>

export class UsageError extends Error {}
