import { type Difference, differs } from './difference'
import type { Drift, OperationReport } from './findings'
import type { Walk } from './walk'

/** What every report is made of, and what `--json` writes as it is. */
export type Report = {
  /** Of this structure; counts up when a member changes its meaning or goes. */
  version: 1
  url: string
  product: string
  verdict: 'holds' | 'drift' | 'unchecked'
  /** Counts of operations and calls; `elapsed` in milliseconds. */
  summary: { passed: number; drift: number; unreachable: number; calls: number; pictures: number; elapsed: number }
  operations: OperationReport[]
  drifts: Drift[]
  /** With `--against`: what changed from there to the URL. */
  difference?: Difference
  /** Why nothing could be checked. */
  unchecked?: string
}

/** Puts a walk's findings, and a difference where one was asked for, into the one form of all reports. */
export function makeReport(walk: Walk, difference?: Difference | { unchecked: string }): Report {
  const { url, product, operations, drifts, pictures, elapsed } = walk
  const count = (status: OperationReport['status']) => operations.filter((entry) => entry.status === status).length
  const summary = {
    ...{ passed: count('passed'), drift: count('drift'), unreachable: count('unreachable') },
    calls: operations.reduce((sum, { calls }) => sum + calls, 0),
    ...{ pictures, elapsed },
  }
  const unchecked = walk.unchecked ?? (difference && 'unchecked' in difference ? difference.unchecked : undefined)
  const compared = difference && !('unchecked' in difference) ? difference : undefined
  // Drift is a fact even when something else could not be reached.
  const hasDrift = drifts.length > 0 || (compared !== undefined && differs(compared))
  const isUnchecked = unchecked !== undefined || summary.unreachable > 0
  return {
    version: 1,
    ...{ url, product },
    verdict: hasDrift ? 'drift' : isUnchecked ? 'unchecked' : 'holds',
    ...{ summary, operations, drifts },
    ...(compared && { difference: compared }),
    ...(unchecked !== undefined && { unchecked }),
  }
}

/** The verdict as one sentence. */
export function headline({ url, verdict, summary, drifts, difference }: Report): string {
  const { passed, drift, unreachable } = summary
  const counts = `${passed} passed, ${drift} drift, ${unreachable} unreachable`
  const kinds = drifts.length > 0 ? `, ${plural(drifts.length, 'kind')} of drift` : ''
  const says = { holds: 'speaks the contract', drift: 'drifts', unchecked: 'could not be checked whole' }[verdict]
  const changed = difference && differs(difference) ? `, not the same as ${difference.against}` : ''
  return `${url} ${drifts.length === 0 && changed ? 'speaks the contract' : says}: ${counts}${kinds}${changed}`
}

/** A number and its noun: `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Milliseconds as they are shown in tables. */
export function milliseconds(time: number | null): string {
  return time === null ? '–' : time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`
}

/** How many items a drift has, and which is the first. */
export function whoseDrift({ items, example, pointer, slug }: Drift): string {
  const first = slug === undefined ? '' : ` "${slug}"`
  const place = example === pointer ? '' : ` at ${example}`
  return first || place ? `${plural(items, 'item')}, first${first}${place}` : plural(items, 'item')
}

/** A drift's place; an empty pointer is the whole answer. */
export function placeOf({ pointer }: Drift): string {
  return pointer || '(whole answer)'
}

/** Whether forms are understood, as a word; a dash where that has no meaning. */
export function formWord(acceptsForm: boolean | null): string {
  return acceptsForm === null ? '–' : acceptsForm ? 'yes' : 'no'
}

/** A shape's difference as one line: `courses/count: number, was string`. */
export function shapeLine({ entity, field, before, after }: Difference['shapes'][number]): string {
  if (before === null) return `${entity}${field}: new, ${after}`
  if (after === null) return `${entity}${field}: gone, was ${before}`
  return `${entity}${field}: ${after}, was ${before}`
}
