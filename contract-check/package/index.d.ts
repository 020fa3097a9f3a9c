/* The public types of the package. The sources use them as well, with the names of operations and rules as type arguments. */

/** Visitors can notice an error. The site handles a warning. */
export type Severity = 'error' | 'warning'

/** Accepted drift: a rule and a field in these operations. It fails again after the day of `expires` (YYYY-MM-DD, UTC). */
export type BaselineEntry = { rule: string; field: string; operations: string[]; expires?: string; reason?: string }

/** Calls by operation: the curl lines of a report's findings, or `all` calls of the operation. */
export type Calls = { [operation: string]: readonly string[] | 'all' }

/** Options of a check; times are in milliseconds. */
export type CheckOptions = {
  url: string
  product?: string | undefined
  imageBase?: string | undefined
  /** Headers to send. Only the origin of `url` gets them. */
  headers?: Record<string, string> | undefined
  concurrency?: number | undefined
  timeout?: number | undefined
  /** The origin of the pages that call the API in browsers, such as `https://www.example.org`. What blocks them is then an error. */
  origin?: string | undefined
  /** The number of single items of each kind to request, 10 by default. Infinity requests all items. */
  sample?: number | undefined
  strict?: boolean | undefined
  /** Severities by rule that replace the defaults. */
  severities?: Record<string, Severity | 'off'> | undefined
  /** Names of operations and ids of rules. */
  only?: readonly string[] | undefined
  skip?: readonly string[] | undefined
  /** The only calls to make, besides that of homeData. */
  calls?: Calls | undefined
  baseline?: readonly BaselineEntry[] | undefined
  /** Accepts all drift, if the whole API could be checked. */
  acceptAll?: boolean | undefined
  /** An address or a folder of fixtures. */
  against?: string | undefined
  failFast?: boolean | undefined
  maxTime?: number | undefined
  /** Calls per second. */
  rate?: number | undefined
  /** A client certificate and its key, in PEM. */
  certificate?: { cert: string; key: string } | undefined
  /** Hosts that may have pictures, besides the hosts of the API and of `imageBase`. */
  pictureHosts?: readonly string[] | undefined
}

/**
 * One cause of drift: a rule, a field and, for some rules, a detail such as the status. It is reported once for all its items, with the
 * wording of the first.
 */
export type Drift<Operation = string, Rule = string> = {
  severity: Severity
  /** The field, as `courses.count`, in which `*` stands for positions in lists. Empty if a whole answer breaks the rule. */
  field: string
  /** The operations that answered with this drift, in the order of the contract. */
  operations: [Operation, ...Operation[]]
  /** Where the field is in the answer of the first operation: a pattern with `*` for positions in lists. */
  pointer: string
  rule: Rule
  expected: string
  found: string
  /** The most similar valid value. */
  nearest?: string
  /** The name of the legacy format that was found and converted. */
  format?: string
  /** The number of different items with this drift, or of answers if `field` names no field of items. */
  items: number
  /** The pointer of the first item, and its slug if it has one. */
  example: string
  slug?: string
  /** A curl command for the first call with this drift. */
  curl: string
  /** The calls with this drift, by operation, at most 500 of each. */
  calls: { [operation: string]: string[] }
  /** True if the baseline accepts this drift. */
  isKnown?: true
  /** Set if the baseline entry has expired: the last day (YYYY-MM-DD) on which it accepted this drift. */
  expired?: string
  /** The date (YYYY-MM-DD) and the reason of the baseline entry. */
  expires?: string
  reason?: string
}

/** The result of one operation. Times are in milliseconds, or `null` if nothing was measured. */
export type OperationReport<Operation = string> = {
  operation: Operation
  method: string
  path: string
  status: 'passed' | 'drift' | 'unchecked' | 'skipped'
  /** The number of new kinds of drift with the severity warning. */
  warnings: number
  /** The number of answered calls, including calls with bad payloads. */
  calls: number
  median: number | null
  p95: number | null
  /** Median size of the responses in bytes, uncompressed. */
  bytes: number | null
  /** True if the API accepts a form as well as JSON; `null` if the operation takes no payload or no form was sent. */
  acceptsForm: boolean | null
  /** Fields beyond the contract. */
  extraFields: string[]
  /** Remarks that are no drift. */
  notes: string[]
  /** The reason why the operation could not be checked, and the failed call. */
  reason?: string
  curl?: string
  /** True if `maxTime` or `failFast` stopped the check before all calls were made. */
  isStopped?: true
}

/** How the checked URL differs from `against`. */
export type Difference = {
  /** The content or server that the URL is compared with. */
  against: string
  /** Fields that exist on one side only, or have other types there. `null` means absent. */
  shapes: { entity: string; field: string; before: string | null; after: string | null }[]
  /** Added, removed and changed items. `fields` lists the changed values by pointer within the item. */
  content: {
    entity: string
    slug: string
    change: 'added' | 'removed' | 'changed'
    fields: { field: string; before: string; after: string }[]
  }[]
  /** Lists with the same items in another order. Reports mention them, but they are no difference. */
  reordered: string[]
}

/** The data of every report. `--json` writes it unchanged. */
export type Report<Operation = string, Rule = string> = {
  /** Version of this structure. It increases when a member changes its meaning or is removed. */
  version: 4
  /** The name and version of the check, and the time when it ended (ISO 8601). */
  madeBy: string
  madeAt: string
  url: string
  product: string
  verdict: 'holds' | 'drift' | 'unchecked'
  /** True if warnings count as well. */
  isStrict: boolean
  /** Counts: operations by result, new warnings, known drifts, calls and pictures. `elapsed` is in milliseconds. */
  summary: Record<'passed' | 'drift' | 'unchecked' | 'warnings' | 'known' | 'calls' | 'pictures' | 'elapsed', number>
  operations: OperationReport<Operation>[]
  /** Baseline entries whose drift no longer occurs. Set only if everything could be checked. */
  gone?: BaselineEntry[]
  /** Drift that visitors can notice. */
  drifts: Drift<Operation, Rule>[]
  /** Drift of the severity warning. */
  warnings: Drift<Operation, Rule>[]
  difference?: Difference
  /** The reason, if nothing could be checked. */
  unchecked?: string
}

export type CheckEvent<Operation = string, Rule = string> =
  | { type: 'answer'; operations: () => OperationReport<Operation>[] }
  | { type: 'pause'; seconds: number }
  /** `baseline` is the baseline of the options. With `acceptAll` it is a new baseline, which accepts the drift of this report. */
  | { type: 'report'; report: Report<Operation, Rule>; baseline: readonly BaselineEntry[] }

/** Checks an API. The last event is the report. Throws a UsageError for invalid options. */
export function check(options: CheckOptions): AsyncGenerator<CheckEvent, void>

/** Lists the calls of a check as curl lines. Calls only homeData, because all other calls depend on its items. */
export function listCalls(options: CheckOptions): Promise<{ lines: string[]; unchecked?: string }>

export function readBaseline(path: string): Promise<BaselineEntry[]>

export const rules: Record<string, { severity: Severity; title: string }>

export class UsageError extends Error {}
