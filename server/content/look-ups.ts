import { eventTypes, newsFlag, type OperationName } from '#contract/operations'
import type { Answers, HomeData, Payloads } from '#contract/schemas'

/** The content of the fixtures at one load: checked, indexed, and never changed. */
export type Content = ReturnType<typeof indexContent> & {
  /** Increases with each reload. */
  version: number
  /** The time at which the file of each list was last written. */
  changed: Readonly<Record<keyof HomeData, Date>>
}

/** One function per operation. It returns the `data` of the response, or `undefined` if there is no such item. */
type Handlers = {
  readonly [Name in OperationName]: (payload: Payloads[Name]) => Readonly<Answers[Name]> | undefined
}

/**
 * Builds the look-ups. `product` gives the name of the news flag (`newsFlag`). Each list in a response is made here once, because
 * representations are cached per object.
 */
export function indexContent(home: HomeData, product: string) {
  const { courses, courses_categories, blogs, events, news } = home
  const bySlug = {
    courses: mapBy(courses, 'slug'),
    courses_categories: mapBy(courses_categories, 'slug'),
    blogs: mapBy(blogs, 'slug'),
    events: mapBy(events, 'slug'),
    news: mapBy(news, 'slug'),
  }
  const byId = { courses: mapBy(courses, 'id'), blogs: mapBy(blogs, 'id') }
  const homeData: [HomeData] = [home]
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

  const handlers: Handlers = {
    homeData: () => homeData,
    coursesByCategory: (payload) => (payload?.slug ? byCategory.get(payload.slug) : allCourses),
    courseById: ({ id, slug = '' }) => (id === undefined ? bySlug.courses.get(slug) : byId.courses.get(id)),
    course: ({ slug }) => bySlug.courses.get(slug),
    blogs: () => blogs,
    blog: ({ slug }) => bySlug.blogs.get(slug),
    blogById: ({ id, slug = '' }) => (id === undefined ? bySlug.blogs.get(slug) : byId.blogs.get(id)),
    events: ({ event_type }) => byType.get(event_type),
    event: ({ slug }) => bySlug.events.get(slug),
    news: ({ [flag]: isOfProduct }) => (isOfProduct ? newsOfProduct : otherNews),
    newsItem: ({ slug }) => bySlug.news.get(slug),
  }
  return {
    /** The home data in a list with one element, as the API returns it. */
    homeData,
    bySlug,
    /** Does not check the payload, which must fit the operation. */
    answer: (name: OperationName, payload: unknown): object | undefined => handlers[name](payload as never),
  }
}

function mapBy<Entity, Field extends keyof Entity>(list: Entity[], field: Field) {
  return new Map(list.map((entity) => [entity[field], entity]))
}
