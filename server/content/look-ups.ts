import { type EventType, newsFlag } from '#contract/operations'
import type { Blog, Course, Event, HomeData, NewsItem } from '#contract/schemas'

/** The content of the site at one moment: checked, indexed and frozen. Unknown slugs are `undefined`. */
export type Content = {
  /** Counts up with every reload; names the state that pages were rendered from. */
  version: number
  /** A digest of the fixtures' bytes: the same content has the same one in every process. */
  digest: string
  /** The home data in its list of one, as the API answers it. */
  homeData: HomeData[]
  blogs: Blog[]
  coursesOf: (
    category: string,
  ) => { courses: Course[]; category: HomeData['courses_categories'][number] | null } | undefined
  eventsOf: (type: EventType) => Event[]
  newsOf: (isOfProduct: boolean) => NewsItem[]
  bySlug: {
    courses: ReadonlyMap<string, Course>
    courses_categories: ReadonlyMap<string, HomeData['courses_categories'][number]>
    blogs: ReadonlyMap<string, Blog>
    events: ReadonlyMap<string, Event>
    news: ReadonlyMap<string, NewsItem>
  }
  byId: { courses: ReadonlyMap<number, Course>; blogs: ReadonlyMap<number, Blog> }
}

/** Builds the look-ups. Answers are made here once, so that the same object, and with it its representation, is sent each time. */
export function indexContent(homeData: HomeData, product: string): Omit<Content, 'version' | 'digest'> {
  Object.freeze(homeData)
  const { courses, courses_categories, blogs, events, news } = homeData
  const coursesIn = groupBy(courses, (course) => course.category)
  const byCategory = new Map(
    courses_categories.map((category) => [category.slug, { courses: coursesIn.get(category.slug) ?? [], category }]),
  )
  const allCourses = { courses, category: null }
  const byType = groupBy(events, (event) => event.event_type)
  const flag = newsFlag(product)
  const byKind = groupBy(news, (item) => item[flag] === true)
  const noEvents: Event[] = []
  const noNews: NewsItem[] = []
  return {
    homeData: [homeData],
    blogs,
    coursesOf: (category) => (category === '' ? allCourses : byCategory.get(category)),
    eventsOf: (type) => byType.get(type) ?? noEvents,
    newsOf: (isOfProduct) => byKind.get(isOfProduct) ?? noNews,
    bySlug: {
      courses: mapBy(courses, 'slug'),
      courses_categories: mapBy(courses_categories, 'slug'),
      blogs: mapBy(blogs, 'slug'),
      events: mapBy(events, 'slug'),
      news: mapBy(news, 'slug'),
    },
    byId: { courses: mapBy(courses, 'id'), blogs: mapBy(blogs, 'id') },
  }
}

function mapBy<Entity extends object, Field extends keyof Entity>(list: Entity[], field: Field) {
  return new Map(
    list
      .filter((entity) => entity[field] !== undefined)
      .map((entity) => [entity[field] as NonNullable<Entity[Field]>, entity]),
  )
}

function groupBy<Entity, Key>(list: Entity[], keyOf: (entity: Entity) => Key): Map<Key, Entity[]> {
  const groups = new Map<Key, Entity[]>()
  for (const entity of list) {
    const key = keyOf(entity)
    const group = groups.get(key)
    if (group) group.push(entity)
    else groups.set(key, [entity])
  }
  return groups
}
