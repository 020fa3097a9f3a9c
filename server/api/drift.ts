import type { Kind } from '#contract/entities'
import { isKind, isList } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import type { FormatId } from '#contract/legacy-formats'
import { answeringOf, type OperationName, operationNames } from '#contract/operations'
import { at, type Violation } from '#contract/violations'
import type { Metrics } from '../http/request-log'

/** The rules of the contract check that are checked in passing answers, too. Values in a legacy format are drift too, but are read. */
const checkedRules = [
  'answer.json',
  'answer.content-type',
  'answer.charset',
  'answer.length',
  'answer.value',
  'item.other',
] as const
type DriftRule = (typeof checkedRules)[number] | `format.${FormatId}`

/** A violation in an answer of another API. The pointer begins at the whole response. */
export type Drift = Violation & { operation: OperationName; rule: DriftRule }

/** A kind of drift as `/__drift` lists it, with the first item that had it. `count` is the number of answers with it. */
export type ListedDrift = Drift & { count: number; item?: { kind: Kind; value: JsonObject } }

/** Receives each kind of drift in an answer, with the data in the contract's form. `key` is the same for the same kind of drift. */
export type OnDrift = (drift: Drift, key: string, data: unknown) => void

/** The maximum number of listed kinds of drift, and of the characters of an item that is listed. */
const maxListed = 300
const maxItemText = 200_000

/** Counts drift in `api_drift_total`. If `isListed`, `list` returns each kind that was found. */
export function createDriftCount(metrics: Metrics, isListed: boolean) {
  const listed = new Map<string, ListedDrift>()
  // Starts the counts of these rules at 0, so that Prometheus sees the first drift as an increase.
  const counter = metrics().then(({ drift }) => {
    for (const operation of operationNames) for (const rule of checkedRules) drift.inc({ operation, rule }, 0)
    return drift
  })
  const onDrift: OnDrift = (drift, key, data) => {
    const { operation, rule } = drift
    void counter.then((each) => each.inc({ operation, rule }))
    const known = listed.get(key)
    if (known) known.count++
    else if (isListed && listed.size < maxListed) listed.set(key, { ...drift, count: 1, ...itemAt(drift, data) })
  }
  return { onDrift, list: () => [...listed.values()] }
}

/** The item that a pointer leads into, if it does. */
function itemAt({ operation, pointer }: Drift, data: unknown): Pick<ListedDrift, 'item'> {
  const { home, item, list, groupedBy } = answeringOf(operation)
  // After the empty name and `data`.
  const path = pointer.split('/').slice(2)
  const [first = '', second = '', third = ''] = path
  const [kind, itemPointer] = ((): [kind: string, pointer: string] => {
    if (item) return [item, '']
    if (home) return isKind(second) && !isList(second) ? [second, `/0/${second}`] : [second, `/0/${second}/${third}`]
    if (groupedBy) return [list ?? '', `/${list}/${first === list ? second : ''}`]
    return [list ?? '', `/${first}`]
  })()
  const value = at(data, itemPointer)
  const isShort = isObject(value) && JSON.stringify(value).length <= maxItemText
  return isKind(kind) && isShort ? { item: { kind, value } } : {}
}
