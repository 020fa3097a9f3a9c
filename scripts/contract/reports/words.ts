import { differs } from '../content'
import type { Difference, Drift, OperationReport, Report } from '../report'
import { rules } from '../rules'

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

/** The numbers of calls and pictures, and the time of the whole check. */
export function effort({ calls, pictures, elapsed }: Report['summary']): string {
  return `${plural(calls, 'call')}, ${plural(pictures, 'picture')}, ${(elapsed / 1000).toFixed(1)} s`
}

/** A number and its noun: `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Milliseconds as they are shown in tables. */
export function milliseconds(time: number | null): string {
  return time === null ? '–' : time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`
}

/** The headings of the table of operations. The status has none. */
export const columns = ['', 'operation', 'route', 'calls', 'median', 'p95', 'warnings', 'form'] as const

/** An operation's row in the table. A dash means that nothing was measured, or that the operation takes no payload. */
export function cellsOf(entry: OperationReport): string[] {
  const { status, operation, method, path, calls, median, p95, warnings, acceptsForm } = entry
  const form = acceptsForm === null ? '–' : acceptsForm ? 'yes' : 'no'
  const figures = [String(calls), milliseconds(median), milliseconds(p95), String(warnings)]
  return [status, operation, `${method} ${path}`, ...figures, form]
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

/** The pointer of a drift, in words if it is empty and means the whole response. */
export function placeOf({ pointer }: Drift): string {
  return pointer || '(whole answer)'
}

/** Counts the items of a drift and names the first. */
export function whoseDrift({ items, example, pointer, slug }: Drift): string {
  const first = slug === undefined ? '' : ` "${slug}"`
  // Counts calls if the drift concerns the whole response.
  if (pointer === '') return plural(items, 'call')
  const place = example === pointer ? '' : ` at ${example}`
  return first || place ? `${plural(items, 'item')}, first${first}${place}` : plural(items, 'item')
}

/** The rule of a drift and the values that it concerns, by name. */
export function driftFacts({ rule, expected, found, nearest, habit }: Drift): [name: string, value: string][] {
  const facts: [string, string][] = [
    ['rule', rule],
    ['expected', expected],
    ['found', nearest === undefined ? found : `${found}; did you mean ${nearest}?`],
  ]
  return habit === undefined ? facts : [...facts, ['format', `${habit}: it is read all the same`]]
}

/** A rule in words, with its default severity. */
export function ruleText(rule: Drift['rule']): string {
  return `${rules[rule].title}. Default severity: ${rules[rule].severity}.`
}

/** The heading of a difference. */
export function differenceTitle({ against, shapes, content }: Difference): string {
  return `Against ${against}: ${plural(shapes.length, 'difference')} of shape, ${content.length} of content`
}

/** A line of a difference: a shape, or an item with its changed fields. */
export type Change = { change?: Difference['content'][number]['change']; text: string; fields: string[] }

/** The lines of a difference, such as `courses/count: number, was string`. */
export function changesOf({ shapes, content }: Difference): Change[] {
  return [
    ...shapes.map(({ entity, field, before, after }) => {
      const is = before === null ? `new, ${after}` : after === null ? `gone, was ${before}` : `${after}, was ${before}`
      return { text: `${entity}${field}: ${is}`, fields: [] }
    }),
    ...content.map(({ entity, slug, change, fields }) => ({
      ...{ change, text: `${entity} ${slug}` },
      fields: fields.map(({ field, before, after }) => `${field}: ${after}, was ${before}`),
    })),
  ]
}
