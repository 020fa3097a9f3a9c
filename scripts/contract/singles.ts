import { describe } from '#contract/faults'
import type { OperationName } from '#contract/operations'
import { type Entity, isEntity } from './answers'
import { compareFields, indexBySlug } from './consistency'
import type { Home, Task } from './lists'
import type { ListKey, Session } from './session'

/** The operations that answer one item, and the list of the home data that it is in. */
export const singles = [
  { operation: 'course', key: 'courses', takesId: false },
  { operation: 'courseById', key: 'courses', takesId: true },
  { operation: 'blog', key: 'blogs', takesId: false },
  { operation: 'blogById', key: 'blogs', takesId: true },
  { operation: 'event', key: 'events', takesId: false },
  { operation: 'newsItem', key: 'news', takesId: false },
] as const satisfies readonly { operation: OperationName; key: ListKey; takesId: boolean }[]

export type SingleOptions = {
  /** How many items of each kind are asked alone, spread over the list. */
  sample: number
  /** The same for the second way to ask for an item; `sample` unless told. */
  sampleById?: number
  /** Called with an item of a list and the same item asked alone. */
  onItem?: ((key: ListKey, listed: Entity, alone: Entity) => void) | undefined
}

/** Items asked alone: the one that was asked for, equal to the same item in its list. */
export function singleTasks(session: Session, home: Home, options: SingleOptions): Task[] {
  return singles.flatMap(({ operation, key, takesId }) => {
    const items = [...indexBySlug(home[key]).values()].filter(({ slug }) => typeof slug === 'string' && slug !== '')
    if (items.length === 0) session.findings.entry(operation).notes.add('no item to ask for: its list is empty')
    const sample = spread(items, takesId ? (options.sampleById ?? options.sample) : options.sample)
    return sample.flatMap((item, index): Task[] => {
      const bySlug = single({ slug: item.slug }, index > 0)
      if (!takesId || !Number.isInteger(item.id)) return [bySlug]
      const byId = single({ id: item.id }, index > 0)
      // Both ways are asked of the first; the others take turns, so that the second way costs no more calls.
      return index === 0 ? [bySlug, byId] : [index % 2 === 0 ? bySlug : byId]

      function single(payload: Entity, isSample: boolean): Task {
        return { operation, run: () => askSingle(session, { operation, key, item, payload, isSample, options }) }
      }
    })
  })
}

type Single = {
  operation: OperationName
  key: ListKey
  item: Entity
  payload: Entity
  isSample: boolean
  options: SingleOptions
}

async function askSingle(
  session: Session,
  { operation, key, item, payload, isSample, options }: Single,
): Promise<void> {
  const asked = await session.ask(operation, payload, { isSample })
  if (!isEntity(asked?.data)) return
  const { data } = asked
  for (const [field, value] of Object.entries(payload)) {
    if (data[field] === value) continue
    const rule = `the ${field} asked for`
    const expected = `${rule}, ${JSON.stringify(value)}`
    // Another item than the one asked for has other fields, too: one finding says it.
    return asked.tell([
      { pointer: `/data/${field}`, expected, found: describe(data[field]), rule, item: String(item.slug) },
    ])
  }
  asked.tell(compareFields(data, item, session.fieldsOf(key), '/data'))
  options.onItem?.(key, item, data)
}

/** Up to `count` of the entries, first and last among them, evenly spread. */
export function spread<Entry>(entries: readonly Entry[], count: number): Entry[] {
  if (entries.length <= count) return [...entries]
  const step = count === 1 ? 0 : (entries.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => entries[Math.round(index * step)] as Entry) // within the list
}
