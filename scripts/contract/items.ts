import pLimit from 'p-limit'
import { at, describe } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import type { ListKey, OperationName } from '#contract/operations'
import { entitiesOf, spread } from './answers'
import { compareFields, compareList, indexBySlug } from './consistency'
import { payloadsOf } from './derive'
import type { Asked, Session } from './session'

/** One call, or several that depend on each other. Tasks of different operations run concurrently. */
export type Task = { operation: OperationName; run: () => Promise<void> }

/** The lists of the home data. */
export type Home = Record<'courses' | 'courses_categories' | 'blogs' | 'events' | 'news', JsonObject[]>

/** Compares each list with the home data, for every choice of its payload; calls the other operations. */
export function listTasks(session: Session, home: Home, categories: readonly JsonObject[]): Task[] {
  const { lists, others } = session.derived
  return [
    ...lists.flatMap((list) =>
      payloadsOf(list).map((payload): Task => {
        const run = async () => compare(session, await session.ask(list.operation, payload), list.key, home, payload)
        return { operation: list.operation, run }
      }),
    ),
    ...categoryTasks(session, home, categories),
    ...others.map((operation): Task => ({ operation, run: async () => void (await session.ask(operation)) })),
  ]
}

/** Requests all courses with both payloads that mean all, and the courses of each category. */
function categoryTasks(session: Session, home: Home, categories: readonly JsonObject[]): Task[] {
  const pointer = '/data/category'
  const ask = async (payload: JsonObject, wanted?: JsonObject, isSample = false) => {
    const asked = await session.ask('coursesByCategory', payload, { isSample })
    if (!asked || !isObject(asked.data)) return
    compare(session, asked, 'courses', home, wanted && { category: wanted.slug }, '/data/courses')
    const { category } = asked.data
    if (wanted && isObject(category)) {
      asked.tell(compareFields(category, wanted, session.fieldsOf('courses_categories', wanted), pointer))
    } else if (wanted && category === null) {
      const item = String(wanted.slug)
      asked.tell([{ rule: 'list.category', pointer, expected: 'the category asked for', found: 'null', item }])
    } else if (!wanted && isObject(category)) {
      const expected = 'null when no category is asked for'
      asked.tell([{ rule: 'list.category', pointer, expected, found: 'a category' }])
    }
  }
  const task = (run: () => Promise<void>): Task => ({ operation: 'coursesByCategory', run })
  return [
    task(() => ask({ slug: '' })),
    task(() => ask({})),
    ...categories
      .filter(({ slug }) => typeof slug === 'string' && slug !== '')
      .map((wanted, index) => task(() => ask({ slug: wanted.slug }, wanted, index > 0))),
  ]
}

/** Compares a list with the items of the home data. If `payload` is set, the list's items must have its field and value. */
function compare(
  { fieldsOf }: Session,
  asked: Asked | undefined,
  key: ListKey,
  home: Home,
  payload?: JsonObject,
  pointer = '/data',
): void {
  const list = asked && at({ data: asked.data }, pointer)
  if (!asked || !Array.isArray(list)) return
  const [belongs] = Object.entries(payload ?? {}).map(([field, value]) => ({ field, value }))
  const fields = (item: JsonObject) => fieldsOf(key, item)
  const expectation = { home: home[key], fields, what: key, ...(belongs && { belongs }) }
  asked.tell(compareList(list, expectation, pointer))
}

/** Reads the lists from the other operations, for an API whose homeData returns none. */
export async function homeFromLists({ ask, derived, options }: Session): Promise<Home> {
  const limit = pLimit(options.concurrency)
  const all = limit(() => ask('coursesByCategory', { slug: '' }))
  const calls = derived.lists.flatMap((list) => payloadsOf(list).map((payload) => ({ ...list, payload })))
  const answers = await limit.map(calls, async ({ operation, key, payload }) => {
    const asked = await ask(operation, payload)
    return { key, items: entitiesOf(asked?.data) }
  })
  const data = (await all)?.data
  const courses = isObject(data) ? entitiesOf(data.courses) : []
  const itemsOf = (wanted: ListKey) => answers.flatMap(({ key, items }) => (key === wanted ? items : []))
  return {
    courses,
    courses_categories: [...new Set(courses.map(({ category }) => category))].map((slug) => ({ slug })),
    blogs: itemsOf('blogs'),
    events: itemsOf('events'),
    news: itemsOf('news'),
  }
}

export type SingleOptions = {
  /** The number of items of each kind to request, spread over the list. */
  sample: number
  /** The number of items to request for operations that also take an id; `sample` by default. */
  sampleById?: number
  /** Called with a list's item and the same item from its own response. */
  onItem?: ((key: ListKey, listed: JsonObject, alone: JsonObject) => void) | undefined
}

/** Requests single items and compares them with their lists. */
export function singleTasks(session: Session, home: Home, options: SingleOptions): Task[] {
  return session.derived.items.flatMap(({ operation, key, takesId }) => {
    const items = [...indexBySlug(home[key]).values()].filter(({ slug }) => typeof slug === 'string' && slug !== '')
    if (items.length === 0) session.findings.entry(operation).notes.add('no item to ask for: its list is empty')
    const sample = spread(items, takesId ? (options.sampleById ?? options.sample) : options.sample)
    return sample.flatMap((item, index): Task[] => {
      const bySlug = single({ slug: item.slug }, index > 0)
      if (!takesId || !Number.isInteger(item.id)) return [bySlug]
      const byId = single({ id: item.id }, index > 0)
      // Requests the first item by slug and by id. The others alternate, so that ids cost no more calls.
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
    // Reports one finding, because the other fields of a wrong item differ as well.
    const pointer = `/data/${field}`
    return asked.tell([
      { rule: 'item.other', pointer, expected, found: describe(data[field]), item: String(item.slug) },
    ])
  }
  asked.tell(compareFields(data, item, session.fieldsOf(key, item), '/data'))
  options.onItem?.(key, item, data)
}
