import pLimit from 'p-limit'
import { at, describe } from '#contract/faults'
import { isObject, type JsonObject } from '#contract/json'
import type { ListKey, OperationName } from '#contract/operations'
import { entitiesOf, spread } from './answers'
import { compareFields, compareList, indexBySlug } from './consistency'
import { type ItemOperation, payloadsOf } from './derive'
import { finding } from './findings'
import type { Asked, Session } from './session'

/** One call, or several that depend on each other. Tasks of different operations run concurrently. */
export type Task = { operation: OperationName; run: () => Promise<void> }

/** The lists of the home data that the check compares. */
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
    // Both payloads mean all courses.
    ...[{ slug: '' }, {}].map((payload) => categoryTask(session, home, payload)),
    ...categories
      .filter(({ slug }) => typeof slug === 'string' && slug !== '')
      .map((wanted) => categoryTask(session, home, { slug: wanted.slug }, wanted)),
    ...others.map((operation): Task => ({ operation, run: async () => void (await session.ask(operation)) })),
  ]
}

/** Requests the courses of a category, or all courses, and compares them with the home data. */
function categoryTask(session: Session, home: Home, payload: JsonObject, wanted?: JsonObject): Task {
  const pointer = '/data/category'
  const run = async () => {
    const asked = await session.ask('coursesByCategory', payload)
    if (!asked || !isObject(asked.data)) return
    compare(session, asked, 'courses', home, wanted && { category: wanted.slug }, '/data/courses')
    const { category } = asked.data
    if (wanted && isObject(category)) {
      asked.tell(compareFields(category, wanted, session.fieldsOf('courses_categories', wanted), pointer))
    } else if (wanted && category === null) {
      const item = String(wanted.slug)
      asked.tell([finding('list.category', pointer, 'the category asked for', 'null', { item })])
    } else if (!wanted && isObject(category)) {
      asked.tell([finding('list.category', pointer, 'null when no category is asked for', 'a category')])
    }
  }
  return { operation: 'coursesByCategory', run }
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
  asked.tell(compareList(list, { home: home[key], fields, what: key, ...(belongs && { belongs }) }, pointer))
}

/** Reads the lists from the other operations, for an API whose homeData returns none. */
export async function homeFromLists({ ask, derived, options }: Session): Promise<Home> {
  const home: Home = { courses: [], courses_categories: [], blogs: [], events: [], news: [] }
  const calls = derived.lists.flatMap((list) => payloadsOf(list).map((payload) => ({ ...list, payload })))
  await pLimit(options.concurrency).map(calls, async ({ operation, key, payload }) => {
    home[key].push(...entitiesOf((await ask(operation, payload))?.data))
  })
  const all = (await ask('coursesByCategory', { slug: '' }))?.data
  home.courses = entitiesOf(isObject(all) ? all.courses : [])
  home.courses_categories = [...new Set(home.courses.map(({ category }) => category))].map((slug) => ({ slug }))
  return home
}

export type SingleOptions = {
  /** The number of items of each kind to request, spread over the list. Infinity for all of them. */
  sample: number
  /** The number of items to request for operations that also take an id; `sample` by default. */
  sampleById?: number | undefined
  /** Called with a list's item and the same item from its own response. */
  onItem?: ((listed: JsonObject, alone: JsonObject) => void) | undefined
}

/** Requests single items and compares them with their lists. */
export function singleTasks(session: Session, home: Home, options: SingleOptions): Task[] {
  return session.derived.items.flatMap((itemOperation) => {
    const { operation, key, takesId } = itemOperation
    const items = [...indexBySlug(home[key]).values()].filter(({ slug }) => typeof slug === 'string' && slug !== '')
    if (items.length === 0) session.findings.entry(operation).notes.add('no item to ask for: its list is empty')
    const sample = spread(items, takesId ? (options.sampleById ?? options.sample) : options.sample)
    return sample.flatMap((item, index): Task[] => {
      const task = (payload: JsonObject): Task => ({
        operation,
        run: () => askSingle(session, itemOperation, item, payload, options.onItem),
      })
      const bySlug = task({ slug: item.slug })
      if (!takesId || !Number.isInteger(item.id)) return [bySlug]
      const byId = task({ id: item.id })
      // Requests the first item by slug and by id. The others alternate, so that ids cost no more calls.
      return index === 0 ? [bySlug, byId] : [index % 2 === 0 ? bySlug : byId]
    })
  })
}

async function askSingle(
  session: Session,
  { operation, key }: ItemOperation,
  item: JsonObject,
  payload: JsonObject,
  onItem: SingleOptions['onItem'],
): Promise<void> {
  const asked = await session.ask(operation, payload)
  if (!asked || !isObject(asked.data)) return
  const { data } = asked
  const [other] = Object.entries(payload).filter(([field, value]) => data[field] !== value)
  if (other) {
    // Reports one finding, because the other fields of a wrong item differ as well.
    const [field, value] = other
    const expected = `the ${field} asked for, ${JSON.stringify(value)}`
    const more = { item: String(item.slug) }
    return asked.tell([finding('item.other', `/data/${field}`, expected, describe(data[field]), more)])
  }
  asked.tell(compareFields(data, item, session.fieldsOf(key, item), '/data'))
  onItem?.(item, data)
}
