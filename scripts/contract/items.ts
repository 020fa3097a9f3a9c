import pLimit from 'p-limit'
import type { SlugKind } from '#contract/entities'
import { at, describe } from '#contract/faults'
import { slugKinds } from '#contract/fields'
import { isObject, type JsonObject } from '#contract/json'
import { type ListKey, type Operation, type OperationName, operationNames, operations } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { entitiesOf, spread } from './answers'
import { compareFields, compareList, indexBySlug } from './consistency'
import { finding } from './findings'
import type { Asked, Session } from './session'

/** An operation that returns one item of a list of the home data. */
type ItemOperation = { operation: OperationName; key: ListKey; takesId: boolean }

/** An operation that returns a list's items: all of them, or those with a chosen value of a field. */
type ListOperation = { operation: OperationName; key: ListKey; choice?: { field: string; values: unknown[] } }

type Properties = Record<string, { enum?: unknown[]; type?: string }>

/**
 * Groups the operations by their response and payload, so that a new operation is checked without more code. `others` take no
 * payload and return no list of the home data. `coursesByCategory` and `homeData` have checks of their own.
 */
export function deriveOperations(product: string) {
  const { payloads } = createSchemas(product)
  const items: ItemOperation[] = []
  const lists: ListOperation[] = []
  const others: OperationName[] = []
  for (const operation of operationNames) {
    const { item, list, method }: Operation = operations[operation]
    const properties: Properties = payloads[operation]?.properties ?? {}
    if (item) items.push({ operation, key: item, takesId: 'id' in properties })
    else if (list) lists.push({ operation, key: list, ...choiceOf(properties) })
    else if (method === 'GET' && operation !== 'homeData') others.push(operation)
  }
  return { items, lists, others }
}

/** Finds the payload field that filters a list, and its possible values. */
function choiceOf(properties: Properties): Pick<ListOperation, 'choice'> {
  for (const [field, { type, enum: values }] of Object.entries(properties)) {
    if (type === 'boolean') return { choice: { field, values: [true, false] } }
    if (values) return { choice: { field, values } }
  }
  return {}
}

/** Returns a payload for each value of a list's filter, or one empty payload for a list without a filter. */
function payloadsOf({ choice }: ListOperation): JsonObject[] {
  return choice ? choice.values.map((value) => ({ [choice.field]: value })) : [{}]
}

/** One call of an operation, with the check of its response. */
export type Task = { operation: OperationName; run: () => Promise<void> }

/** The lists of the home data that the check compares. */
export type Home = Record<SlugKind, JsonObject[]>

export function listsOf(home: JsonObject): Home {
  return Object.fromEntries(slugKinds.map((key) => [key, entitiesOf(home[key])])) as Home // one entry per key
}

/** Makes tasks that compare each list with the home data, for each payload of the list, and that call all other operations. */
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

/** Compares a list with the items of the home data. The list's items must have the field and value of the payload. */
function compare(
  { fieldsOf }: Session,
  asked: Asked | undefined,
  key: ListKey,
  home: Home,
  payload: JsonObject = {},
  pointer = '/data',
): void {
  const list = at(asked, pointer)
  const fields = (item: JsonObject) => fieldsOf(key, item)
  if (Array.isArray(list)) asked?.tell(compareList(list, home[key], key, payload, fields, pointer))
}

/** Reads the lists from the other operations, for an API whose homeData returns none. */
export async function homeFromLists({ ask, derived, options }: Session): Promise<Home> {
  const home = listsOf({})
  const calls = derived.lists.flatMap((list) => payloadsOf(list).map((payload) => ({ ...list, payload })))
  await pLimit(options.concurrency).map(calls, async ({ operation, key, payload }) => {
    home[key].push(...entitiesOf((await ask(operation, payload))?.data))
  })
  const all = (await ask('coursesByCategory', { slug: '' }))?.data
  home.courses = entitiesOf(isObject(all) ? all.courses : [])
  home.courses_categories = [...new Set(home.courses.map(({ category }) => category))].map((slug) => ({ slug }))
  return home
}

/** Makes tasks that request single items and compare them with the home data. */
export function singleTasks(session: Session, home: Home): Task[] {
  const { sample: most, sampleById = most } = session.options
  return session.derived.items.flatMap((itemOperation) => {
    const { operation, key, takesId } = itemOperation
    const items = [...indexBySlug(home[key]).values()].filter(({ slug }) => typeof slug === 'string' && slug !== '')
    if (items.length === 0) session.findings.entryOf(operation).notes.add('no item to ask for: its list is empty')
    return spread(items, takesId ? sampleById : most).flatMap((item, index): Task[] => {
      const task = (field: 'slug' | 'id'): Task => ({
        operation,
        run: () => askSingle(session, itemOperation, item, field),
      })
      if (!takesId || !Number.isInteger(item.id)) return [task('slug')]
      // Requests the first item by slug and by id, and the others alternately by slug or id, so that each costs only one call.
      return index === 0 ? [task('slug'), task('id')] : [task(index % 2 === 0 ? 'slug' : 'id')]
    })
  })
}

async function askSingle(
  session: Session,
  { operation, key }: ItemOperation,
  item: JsonObject,
  field: 'slug' | 'id',
): Promise<void> {
  const asked = await session.ask(operation, { [field]: item[field] })
  if (!asked || !isObject(asked.data)) return
  const { data } = asked
  if (data[field] !== item[field]) {
    // Reports one finding, because the other fields of a wrong item differ as well.
    const expected = `the ${field} asked for, ${JSON.stringify(item[field])}`
    const more = { item: String(item.slug) }
    return asked.tell([finding('item.other', `/data/${field}`, expected, describe(data[field]), more)])
  }
  asked.tell(compareFields(data, item, session.fieldsOf(key, item), '/data'))
  const extras = Object.entries(data).filter(([name]) => !Object.hasOwn(item, name))
  if (extras.length > 0) session.extras.set(item, Object.fromEntries(extras))
}
