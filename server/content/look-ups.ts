import { type EventType, eventTypes, newsFlag } from '#contract/operations'
import type { Blog, Course, Event, HomeData, NewsItem } from '#contract/schemas'

/** The content of one load of the fixtures: checked, indexed and frozen. */
export type Content = {
  /** Increases with each reload. */
  version: number
  /** The time at which the file of each list was last written. */
  changed: Readonly<Record<keyof HomeData, Date>>
  /** The home data in a list with one element, as the API returns it. */
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

/** Builds the look-ups. Responses are made here once, because representations are cached per object. */
export function indexContent(homeData: HomeData, product: string): Omit<Content, 'version' | 'changed'> {
  Object.freeze(homeData)
  const { courses, courses_categories, blogs, events, news } = homeData
  const allCourses = { courses, category: null }
  const byCategory = new Map(
    courses_categories.map((category) => {
      const { slug } = category
      return [slug, { courses: courses.filter((course) => course.category === slug), category }]
    }),
  )
  const byType = Object.fromEntries(
    eventTypes.map((type) => [type, events.filter(({ event_type }) => event_type === type)]),
  ) as Record<EventType, Event[]>
  const flag = newsFlag(product)
  const newsOfProduct = news.filter((item) => item[flag] === true)
  const otherNews = news.filter((item) => item[flag] !== true)
  return {
    homeData: [homeData],
    blogs,
    coursesOf: (category) => (category === '' ? allCourses : byCategory.get(category)),
    eventsOf: (type) => byType[type],
    newsOf: (isOfProduct) => (isOfProduct ? newsOfProduct : otherNews),
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
