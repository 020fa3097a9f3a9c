import { type EventType, eventTypes, newsFlag } from '#contract/operations'
import type { HomeData } from '#contract/schemas'

/** The content of one load of the fixtures: checked, indexed and frozen. */
export type Content = ReturnType<typeof indexContent> & {
  /** Increases with each reload. */
  version: number
  /** The time at which the file of each list was last written. */
  changed: Readonly<Record<keyof HomeData, Date>>
}

/** Builds the look-ups. Responses are made here once, because representations are cached per object. */
export function indexContent(homeData: HomeData, product: string) {
  Object.freeze(homeData)
  const { courses, courses_categories, blogs, events, news } = homeData
  const allCourses = { courses, category: null }
  const byCategory = new Map(
    courses_categories.map((category) => {
      const { slug } = category
      return [slug, { courses: courses.filter((course) => course.category === slug), category }]
    }),
  )
  const byType = new Map(eventTypes.map((type) => [type, events.filter(({ event_type }) => event_type === type)]))
  const flag = newsFlag(product)
  const newsOfProduct = news.filter((item) => item[flag] === true)
  const otherNews = news.filter((item) => item[flag] !== true)
  return {
    /** The home data in a list with one element, as the API returns it. */
    homeData: [homeData],
    blogs,
    coursesOf: (category: string) => (category === '' ? allCourses : byCategory.get(category)),
    eventsOf: (type: EventType) => byType.get(type) ?? [],
    newsOf: (isOfProduct: boolean) => (isOfProduct ? newsOfProduct : otherNews),
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

function mapBy<Entity, Field extends keyof Entity>(list: Entity[], field: Field) {
  const map = new Map<NonNullable<Entity[Field]>, Entity>()
  for (const entity of list) {
    const key = entity[field]
    if (key !== undefined && key !== null) map.set(key, entity)
  }
  return map
}
