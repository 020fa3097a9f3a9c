import type { ListKey } from '#contract/operations'
import type { Filters } from '#contract/paths'
import { type Entity, itemsOf, tagsOf } from './cards'
import { formatDate, type LocalDate, timeOf } from './localize'
import { type ScheduleState, stateOf } from './schedule'

const hasTag = (tag: string) => (item: Entity) => tagsOf(item).includes(tag)

/** Drops a tag that no item of the list has. */
export function withoutUnknownTag({ tag, ...others }: Filters, list: unknown): Filters {
  return tag !== undefined && itemsOf(list).some(hasTag(tag)) ? { ...others, tag } : others
}

type Row = { item: Entity; start: LocalDate | undefined; state: ScheduleState }

/** The items that pass the filters, in the order of the filter `by`. */
export function filtered(items: Entity[], { when, by, tag }: Filters, kind: ListKey, now = Date.now()): Entity[] {
  const rows = (tag === undefined ? items : items.filter(hasTag(tag))).map((item): Row => {
    const start = formatDate(item.date)
    return { item, start, state: stateOf(start, now) }
  })
  // A course without a date has not begun and can be asked about. An event without a date may be over.
  const isUpcoming = ({ state }: Row) => state !== 'started' && (state !== 'undated' || kind === 'courses')
  const chosen = when === 'upcoming' ? rows.filter(isUpcoming) : rows
  if (by === 'length') chosen.sort((a, b) => lengthOf(a.item) - lengthOf(b.item))
  if (by === 'start') chosen.sort((a, b) => groupOf(a) - groupOf(b) || compareStarts(a, b))
  return chosen.map(({ item }) => item)
}

/** The length of a course in hours. Courses of unknown length come last. */
function lengthOf({ count }: Entity): number {
  return typeof count === 'number' && count > 0 ? count : Number.MAX_VALUE
}

/** Items that start later come first, then those without a date, then those that have started. */
function groupOf({ state }: Row): number {
  if (state === 'started') return 2
  return state === 'undated' ? 1 : 0
}

/** The next start first or, of items that have started, the latest. */
function compareStarts(a: Row, b: Row): number {
  const difference = (a.start ? timeOf(a.start) : 0) - (b.start ? timeOf(b.start) : 0)
  return a.state === 'started' ? -difference : difference
}
