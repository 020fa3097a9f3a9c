import pLimit from 'p-limit'
import { describe } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import { eventTypes, newsFlag, type OperationName } from '#contract/operations'
import { entitiesOf, spread } from './answers'
import { compareFields, compareList, indexBySlug } from './consistency'
import type { Asked, ListKey, Session } from './session'

/** One call, or several that depend on each other. Tasks of different operations run side by side. */
export type Task = { operation: OperationName; run: () => Promise<void> }

/** The lists of the home data. */
export type Home = Record<'courses' | 'courses_categories' | 'blogs' | 'events' | 'news', JsonObject[]>

/** Compares each list with the home data, for every category, event type and news flag. */
export function listTasks(session: Session, home: Home, categories: readonly JsonObject[]): Task[] {
  const { ask, fieldsOf } = session
  const compare = (
    asked: Asked | undefined,
    key: keyof Home,
    pointer: string,
    belongs?: { field: string; value: unknown },
  ) => {
    const list = pointer === '/data' ? asked?.data : isObject(asked?.data) ? asked.data.courses : undefined
    if (!asked || !Array.isArray(list)) return
    asked.tell(
      compareList(list, { home: home[key], fields: fieldsOf(key), what: key, ...(belongs && { belongs }) }, pointer),
    )
  }

  const allCourses = async (payload: object) => {
    const asked = await ask('coursesByCategory', payload)
    compare(asked, 'courses', '/data/courses')
    if (isObject(asked?.data) && isObject(asked.data.category)) {
      const found = 'a category'
      asked.tell([
        { rule: 'list.category', pointer: '/data/category', expected: 'null when no category is asked for', found },
      ])
    }
  }
  const category = async (wanted: JsonObject, isSample: boolean) => {
    const asked = await ask('coursesByCategory', { slug: wanted.slug }, { isSample })
    compare(asked, 'courses', '/data/courses', { field: 'category', value: wanted.slug })
    if (!isObject(asked?.data)) return
    const { category: found } = asked.data
    const pointer = '/data/category'
    if (isObject(found)) asked.tell(compareFields(found, wanted, fieldsOf('courses_categories'), pointer))
    else if (found === null) {
      const slug = String(wanted.slug)
      asked.tell([{ rule: 'list.category', pointer, expected: 'the category asked for', found: 'null', item: slug }])
    }
  }
  const flag = newsFlag(session.options.product)

  return [
    { operation: 'blogs', run: async () => compare(await ask('blogs'), 'blogs', '/data') },
    ...eventTypes.map(
      (value): Task => ({
        operation: 'events',
        run: async () =>
          compare(await ask('events', { event_type: value }), 'events', '/data', { field: 'event_type', value }),
      }),
    ),
    ...[true, false].map(
      (value): Task => ({
        operation: 'news',
        run: async () => compare(await ask('news', { [flag]: value }), 'news', '/data', { field: flag, value }),
      }),
    ),
    { operation: 'coursesByCategory', run: () => allCourses({ slug: '' }) },
    { operation: 'coursesByCategory', run: () => allCourses({}) },
    ...categories
      .filter(({ slug }) => typeof slug === 'string' && slug !== '')
      .map((wanted, index): Task => ({ operation: 'coursesByCategory', run: () => category(wanted, index > 0) })),
  ]
}

/** Reads the lists from the other operations when homeData answers none. */
export async function homeFromLists(session: Session): Promise<Home> {
  const { ask, options } = session
  const flag = newsFlag(options.product)
  const calls: [OperationName, object?][] = [
    ['coursesByCategory', { slug: '' }],
    ['blogs'],
    ...eventTypes.map((event_type): [OperationName, object] => ['events', { event_type }]),
    ...[true, false].map((value): [OperationName, object] => ['news', { [flag]: value }]),
  ]
  const [all, blogs, ...rest] = await pLimit(options.concurrency).map(calls, ([name, payload]) => ask(name, payload))
  const courses = isObject(all?.data) ? entitiesOf(all.data.courses) : []
  const [workshops, competitions, ofProduct, ofAi] = rest.map((asked) => entitiesOf(asked?.data))
  return {
    courses,
    courses_categories: [...new Set(courses.map(({ category }) => category))].map((slug) => ({ slug })),
    blogs: entitiesOf(blogs?.data),
    events: [...(workshops ?? []), ...(competitions ?? [])],
    news: [...(ofProduct ?? []), ...(ofAi ?? [])],
  }
}

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
  onItem?: ((key: ListKey, listed: JsonObject, alone: JsonObject) => void) | undefined
}

/** Asks for single items and compares them with their lists. */
export function singleTasks(session: Session, home: Home, options: SingleOptions): Task[] {
  return singles.flatMap(({ operation, key, takesId }) => {
    const items = [...indexBySlug(home[key]).values()].filter(({ slug }) => typeof slug === 'string' && slug !== '')
    if (items.length === 0) session.findings.entry(operation).notes.add('no item to ask for: its list is empty')
    const sample = spread(items, takesId ? (options.sampleById ?? options.sample) : options.sample)
    return sample.flatMap((item, index): Task[] => {
      const bySlug = single({ slug: item.slug }, index > 0)
      if (!takesId || !Number.isInteger(item.id)) return [bySlug]
      const byId = single({ id: item.id }, index > 0)
      // The first item is asked by slug and by id; the others alternate, so that ids cost no more calls.
      return index === 0 ? [bySlug, byId] : [index % 2 === 0 ? bySlug : byId]

      function single(payload: JsonObject, isSample: boolean): Task {
        return { operation, run: () => askSingle(session, { operation, key, item, payload, isSample, options }) }
      }
    })
  })
}

type Single = {
  operation: OperationName
  key: ListKey
  item: JsonObject
  payload: JsonObject
  isSample: boolean
  options: SingleOptions
}

async function askSingle(
  session: Session,
  { operation, key, item, payload, isSample, options }: Single,
): Promise<void> {
  const asked = await session.ask(operation, payload, { isSample })
  if (!isObject(asked?.data)) return
  const { data } = asked
  for (const [field, value] of Object.entries(payload)) {
    if (data[field] === value) continue
    const expected = `the ${field} asked for, ${JSON.stringify(value)}`
    // The other fields of a wrong item differ as well: one finding is enough.
    const pointer = `/data/${field}`
    return asked.tell([
      { rule: 'item.other', pointer, expected, found: describe(data[field]), item: String(item.slug) },
    ])
  }
  asked.tell(compareFields(data, item, session.fieldsOf(key), '/data'))
  options.onItem?.(key, item, data)
}
