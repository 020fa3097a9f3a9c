import { isOfItems } from '../field-names'
import type { BaselineEntry, Difference, Drift, Report } from '../report'

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

/** The field of a drift. An empty one, which means the whole answer, is replaced by words. */
export function fieldText({ field }: Pick<Drift, 'field'>): string {
  return field || 'whole answer'
}

/** A drift's cause in one line, the same in each run: rule and field, or rule and operations for a whole answer. */
export function causeOf({ rule, field, operations }: Pick<BaselineEntry, 'rule' | 'field' | 'operations'>): string {
  return field ? `${rule} ${field}` : `${rule} (${operations.join(', ')})`
}

/** Counts the items of a drift, or the answers if whole answers or lists are wrong. */
export function countOf({ field, slug, items }: Drift): string {
  return plural(items, isOfItems(field, slug !== undefined) ? 'item' : 'answer')
}

/** Names the first item of a drift; empty if nothing names it. */
export function firstOf({ example, pointer, slug }: Drift): string {
  const named = slug === undefined ? '' : JSON.stringify(slug)
  return [named, example === pointer ? '' : `at ${example}`].filter(Boolean).join(' ')
}

/** A drift in one line, as `courses.count: expected no such field, found null (homeData, course), 3 items, first "web" at …`. */
export function driftLine(drift: Drift): string {
  const { expected, found, operations } = drift
  const first = firstOf(drift)
  const count = countOf(drift) + (first ? `, first ${first}` : '')
  return `${fieldText(drift)}: expected ${expected}, found ${found} (${operations.join(', ')}), ${count}`
}

/** True when two contents differ in a shape or a value. */
export function differs({ shapes, content }: Difference): boolean {
  return shapes.length + content.length > 0
}

/** The lines of a difference: a shape such as `courses/count: number, was string`, or an item with its changed fields. */
export function changesOf({ shapes, content }: Difference): { text: string; fields: string[] }[] {
  return [
    ...shapes.map(({ entity, field, before, after }) => {
      const is = before === null ? `new, ${after}` : after === null ? `gone, was ${before}` : `${after}, was ${before}`
      return { text: `${entity}${field}: ${is}`, fields: [] }
    }),
    ...content.map(({ entity, slug, change, fields }) => ({
      text: `${change}: ${entity} ${slug}`,
      fields: fields.map(({ field, before, after }) => `${field}: ${after}, was ${before}`),
    })),
  ]
}
