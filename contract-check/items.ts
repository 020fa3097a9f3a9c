import pLimit from 'p-limit'
import type { SlugKind } from '#contract/entities'
import { slugKinds } from '#contract/fields'
import { isObject, type JsonObject, objectsIn } from '#contract/json'
import type { OperationName } from '#contract/operations'
import { at, describe } from '#contract/violations'
import { spread } from './answers'
import { compareFields, compareList, indexBySlug } from './consistency'
import type { GroupOperation, ItemOperation, ListOperation } from './derived-operations'
import { finding } from './findings'
import type { Asked, Session } from './session'

/** Returns a payload for each value of a list's filter, or one empty payload for a list without a filter. */
function payloadsOf({ choice }: ListOperation): JsonObject[] {
  return choice ? choice.values.map((value) => ({ [choice.field]: value })) : [{}]
}

/** One call of an operation, with the check of its response. */
export type Task = { operation: OperationName; run: () => Promise<void> }

/** The lists of the home data that the check compares. */
export type Home = Record<SlugKind, JsonObject[]>

export function homeLists(home: JsonObject): Home {
  return Object.fromEntries(slugKinds.map((key) => [key, objectsIn(home[key])])) as Home // one entry per key
}

/** Makes tasks that compare each list with the home data, for each payload of the list, and that call all other operations. */
export function listTasks(session: Session, home: Home, sample: number): Task[] {
  const { lists, groups, others } = session.derived
  return [
    ...lists.flatMap((list) =>
      payloadsOf(list).map((payload): Task => {
        const run = async () => compare(session, await session.ask(list.operation, payload), list.key, home, payload)
        return { operation: list.operation, run }
      }),
    ),
    ...groups.flatMap((group) => [
      // Both payloads mean all items.
      ...[{ slug: '' }, {}].map((payload) => groupTask(session, home, group, payload)),
      ...spread(home[group.of], sample)
        .filter(({ slug }) => typeof slug === 'string' && slug !== '')
        .map((wanted) => groupTask(session, home, group, { slug: wanted.slug }, wanted)),
    ]),
    ...others.map((operation): Task => ({ operation, run: async () => void (await session.ask(operation)) })),
  ]
}

/** Requests the items of a group, such as the courses of a category, or all items, and compares them with the home data. */
function groupTask(
  session: Session,
  home: Home,
  { operation, key, field, of }: GroupOperation,
  payload: JsonObject,
  wanted?: JsonObject,
): Task {
  const pointer = `/data/${field}`
  const run = async () => {
    const asked = await session.ask(operation, payload)
    if (!asked || !isObject(asked.data)) return
    compare(session, asked, key, home, wanted && { [field]: wanted.slug }, `/data/${key}`)
    const { [field]: group } = asked.data
    if (wanted && isObject(group)) {
      // The other fields of a wrong item differ as well.
      const fields = group.slug === wanted.slug ? session.fieldsOf(of, wanted) : ['slug']
      asked.tell(compareFields(group, wanted, fields, pointer))
    } else if (wanted && group === null) {
      const item = String(wanted.slug)
      asked.tell([finding('list.category', pointer, `the ${field} asked for`, 'null', { item })])
    } else if (!wanted && isObject(group)) {
      asked.tell([finding('list.category', pointer, `null when no ${field} is asked for`, `a ${field}`)])
    }
  }
  return { operation, run }
}

/** Compares a list with the items of the home data. The list's items must have the field and value of the payload. */
function compare(
  { fieldsOf, nameless }: Session,
  asked: Asked | undefined,
  key: SlugKind,
  home: Home,
  payload: JsonObject = {},
  pointer = '/data',
): void {
  const list = at(asked, pointer)
  const comparable = { fieldsOf: (item: JsonObject) => fieldsOf(key, item), nameless: nameless.get(key) ?? 0 }
  const isPage = asked?.findings.some((found) => found.rule === 'format.pages' && found.pointer === pointer)
  const what = isPage ? `${key}, in one page,` : key
  if (Array.isArray(list)) asked?.tell(compareList(list, home[key], what, payload, comparable, pointer))
}

/** Reads the lists from the other operations, for an API whose homeData returns none. */
export async function homeFromLists({ ask, derived, options }: Session): Promise<Home> {
  const home = homeLists({})
  const calls = derived.lists.flatMap((list) => payloadsOf(list).map((payload) => ({ ...list, payload })))
  await pLimit(options.concurrency).map(calls, async ({ operation, key, payload }) => {
    for (const item of objectsIn((await ask(operation, payload))?.data)) home[key].push(item)
  })
  for (const { operation, key, field, of } of derived.groups) {
    const all = (await ask(operation, { slug: '' }))?.data
    home[key] = objectsIn(isObject(all) ? all[key] : [])
    home[of] = [...new Set(home[key].map((item) => item[field]))].map((slug) => ({ slug }))
  }
  return home
}

/** Makes tasks that request single items and compare them with the home data. */
export function singleTasks(session: Session, home: Home): Task[] {
  const { sample: max, sampleById = max, calls } = session.options
  return session.derived.items.flatMap((itemOperation) => {
    const { operation, key, takesId } = itemOperation
    const items = [...indexBySlug(home[key]).values()].filter(({ slug }) => typeof slug === 'string' && slug !== '')
    if (items.length === 0) session.findings.entryOf(operation).notes.add('no item to ask for: its list is empty')
    return spread(items, takesId ? sampleById : max).flatMap((item, index): Task[] => {
      const task = (field: 'slug' | 'id'): Task => ({
        operation,
        run: () => askSingle(session, itemOperation, item, field),
      })
      if (!takesId || !Number.isInteger(item.id)) return [task('slug')]
      // Under --failed and --replay either call may be wanted. The session drops the other.
      if (calls) return [task('slug'), task('id')]
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
