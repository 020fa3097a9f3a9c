import { eventTypes, newsFlag, type OperationName } from '#contract/operations'
import { type Entity, entitiesOf, isEntity } from './answers'
import { compareFields, compareList } from './consistency'
import { inParallel } from './in-parallel'
import type { Asked, Session } from './session'

/** A call or a few that belong together; those of different operations run side by side. */
export type Task = { operation: OperationName; run: () => Promise<void> }

/** What the home data holds, as far as it is lists of objects. */
export type Home = Record<'courses' | 'courses_categories' | 'blogs' | 'events' | 'news', Entity[]>

/** The list operations: each list against the home data, and what categories, event types and the news flag promise. */
export function listTasks(session: Session, home: Home, categories: readonly Entity[]): Task[] {
  const { ask, fieldsOf } = session
  const compare = (
    asked: Asked | undefined,
    key: keyof Home,
    pointer: string,
    belongs?: { field: string; value: unknown },
  ) => {
    const list = pointer === '/data' ? asked?.data : isEntity(asked?.data) ? asked.data.courses : undefined
    if (!asked || !Array.isArray(list)) return
    asked.tell(
      compareList(list, { home: home[key], fields: fieldsOf(key), what: key, ...(belongs && { belongs }) }, pointer),
    )
  }

  const allCourses = async (payload: object) => {
    const asked = await ask('coursesByCategory', payload)
    compare(asked, 'courses', '/data/courses')
    if (isEntity(asked?.data) && isEntity(asked.data.category)) {
      const found = 'a category'
      asked.tell([{ pointer: '/data/category', expected: 'null when no category is asked for', found }])
    }
  }
  const category = async (wanted: Entity, isSample: boolean) => {
    const asked = await ask('coursesByCategory', { slug: wanted.slug }, { isSample })
    compare(asked, 'courses', '/data/courses', { field: 'category', value: wanted.slug })
    if (!isEntity(asked?.data)) return
    const { category: found } = asked.data
    const pointer = '/data/category'
    if (isEntity(found)) asked.tell(compareFields(found, wanted, fieldsOf('courses_categories'), pointer))
    else if (found === null) {
      const slug = String(wanted.slug)
      asked.tell([{ pointer, expected: 'the category asked for', found: 'null', item: slug }])
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

/** The lists to go by when the home data has none: what the other operations list. */
export async function homeFromLists(session: Session): Promise<Home> {
  const { ask, options } = session
  const flag = newsFlag(options.product)
  const calls: [OperationName, object?][] = [
    ['coursesByCategory', { slug: '' }],
    ['blogs'],
    ...eventTypes.map((event_type): [OperationName, object] => ['events', { event_type }]),
    ...[true, false].map((value): [OperationName, object] => ['news', { [flag]: value }]),
  ]
  const [all, blogs, ...rest] = await inParallel(options.concurrency, calls, ([name, payload]) => ask(name, payload))
  const courses = isEntity(all?.data) ? entitiesOf(all.data.courses) : []
  const [workshops, competitions, ofProduct, ofAi] = rest.map((asked) => entitiesOf(asked?.data))
  return {
    courses,
    courses_categories: [...new Set(courses.map(({ category }) => category))].map((slug) => ({ slug })),
    blogs: entitiesOf(blogs?.data),
    events: [...(workshops ?? []), ...(competitions ?? [])],
    news: [...(ofProduct ?? []), ...(ofAi ?? [])],
  }
}
