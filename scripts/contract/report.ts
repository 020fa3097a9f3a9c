import { type Baseline, type BaselineEntry, goneEntries, markKnown } from './baseline'
import { type Difference, differs } from './content'
import { type Drift, isError, type OperationReport } from './findings'
import manifest from './package/package.json' with { type: 'json' }
import type { Walk } from './walk'

/** The data of every report. `--json` writes it unchanged. */
export type Report = {
  /** Version of this structure. It increases when a member changes its meaning or is removed. */
  version: 3
  /** The check's own version, and the time of its end (ISO 8601). */
  madeBy: string
  madeAt: string
  url: string
  product: string
  verdict: 'holds' | 'drift' | 'unchecked'
  /** True if warnings count as well. */
  isStrict: boolean
  /** Counts: operations by result, new warnings, known drifts, calls and pictures. `elapsed` is in milliseconds. */
  summary: Record<'passed' | 'drift' | 'unchecked' | 'warnings' | 'known' | 'calls' | 'pictures' | 'elapsed', number>
  operations: OperationReport[]
  /** Baseline entries whose drift no longer occurs. Set only if everything could be checked. */
  gone?: Baseline
  /** Drift that breaks this client or loses data. */
  drifts: Drift[]
  /** Drift of the severity warning. */
  warnings: Drift[]
  /** How the checked URL differs from the server or folder of `--against`. */
  difference?: Difference
  /** The reason why nothing could be checked. */
  unchecked?: string
}

export type ReportOptions = {
  difference?: Difference | { unchecked: string } | undefined
  isStrict?: boolean
  baseline?: Baseline
  /** False for a baseline entry whose drift may still occur in what was not checked. */
  couldFind?: (entry: BaselineEntry) => boolean
}

/** Turns a walk's findings, and the difference to `--against` if there is one, into a report. */
export function makeReport(
  walk: Walk,
  { difference, isStrict = false, baseline = [], couldFind = () => true }: ReportOptions = {},
): Report {
  const { url, product, pictures, elapsed } = walk
  const all = markKnown(walk.drifts, baseline)
  const fails = (drift: Drift) => !drift.isKnown && (isStrict || isError(drift))
  const operations = walk.session.findings.operations(all, fails)
  const warnings = all.filter((drift) => !isError(drift))
  const count = (status: OperationReport['status']) => operations.filter((entry) => entry.status === status).length
  const summary = {
    ...{ passed: count('passed'), drift: count('drift'), unchecked: count('unchecked') },
    warnings: warnings.filter(({ isKnown }) => !isKnown).length,
    known: all.filter(({ isKnown }) => isKnown).length,
    calls: operations.reduce((sum, { calls }) => sum + calls, 0),
    ...{ pictures, elapsed },
  }
  const unchecked = walk.unchecked ?? (difference && 'unchecked' in difference ? difference.unchecked : undefined)
  const compared = difference && !('unchecked' in difference) ? difference : undefined
  // Reports drift even if another call got no response.
  const hasDrift = all.some(fails) || (compared !== undefined && differs(compared))
  const isUnchecked = unchecked !== undefined || summary.unchecked > 0
  const gone = isUnchecked ? [] : goneEntries(walk.drifts, baseline).filter(couldFind)
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

/** The verdict as one sentence. */
export function headline(report: Report): string {
  const { url, verdict, summary, difference } = report
  const { passed, drift, unchecked, known } = summary
  const counts = [`${passed} passed, ${drift} drift, ${unchecked} unchecked`, ...driftCounts(report)]
  const says = {
    holds: known > 0 ? 'has no new drift' : 'speaks the contract',
    drift: 'drifts',
    unchecked: 'could not be checked whole',
  }[verdict]
  const changed = difference && differs(difference) ? `, not the same as ${difference.against}` : ''
  return `${url} ${drift === 0 && changed ? 'speaks the contract' : says}: ${counts.join(', ')}${changed}`
}

/** The numbers of new errors, new warnings and known drift, each only if there are any. */
export function driftCounts({ summary, drifts }: Report): string[] {
  const { warnings, known } = summary
  const errors = drifts.filter(({ isKnown }) => !isKnown).length
  return [
    ...(errors > 0 ? [plural(errors, 'error')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
    ...(known > 0 ? [`${known} known`] : []),
  ]
}

/** A number and its noun: `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Milliseconds as they are shown in tables. */
export function milliseconds(time: number | null): string {
  return time === null ? '–' : time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`
}

/** Every drift in the order of reports: new errors, new warnings, then known drift. */
export function allDrifts({ drifts, warnings }: Report): Drift[] {
  const all = [...drifts, ...warnings]
  return [...all.filter(({ isKnown }) => !isKnown), ...all.filter(({ isKnown }) => isKnown)]
}

/** A drift's severity in words, with date and reason of its baseline entry. */
export function severityOf(drift: Drift): string {
  const { severity, isKnown, expired } = drift
  const words = isKnown ? [`known ${severity}`] : expired ? [`${severity}, accepted only`] : [severity]
  return [...words, acceptance(drift)].filter(Boolean).join(' ')
}

/** Date and reason of a baseline entry, as `until 2027-03-01 (ticket 77)`; empty without them. */
export function acceptance({ expires, reason }: Drift): string {
  return [expires && `until ${expires}`, reason && `(${reason})`].filter(Boolean).join(' ')
}

/** Counts the items of a drift and names the first. */
export function whoseDrift({ items, example, pointer, slug }: Drift): string {
  const first = slug === undefined ? '' : ` "${slug}"`
  // Counts calls if the drift concerns the whole response.
  if (pointer === '') return plural(items, 'call')
  const place = example === pointer ? '' : ` at ${example}`
  return first || place ? `${plural(items, 'item')}, first${first}${place}` : plural(items, 'item')
}

/** The pointer of a drift, in words if it is empty and means the whole response. */
export function placeOf({ pointer }: Drift): string {
  return pointer || '(whole answer)'
}

/** Says in a word whether forms are accepted. A dash means that the operation takes no payload. */
export function formWord(acceptsForm: boolean | null): string {
  return acceptsForm === null ? '–' : acceptsForm ? 'yes' : 'no'
}

/** A shape's difference as one line: `courses/count: number, was string`. */
export function shapeLine({ entity, field, before, after }: Difference['shapes'][number]): string {
  if (before === null) return `${entity}${field}: new, ${after}`
  if (after === null) return `${entity}${field}: gone, was ${before}`
  return `${entity}${field}: ${after}, was ${before}`
}
