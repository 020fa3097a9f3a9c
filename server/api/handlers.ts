import { newsFlag, type Operation, type OperationName, operations } from '#contract/operations'
import type { Answers, Payloads } from '#contract/schemas'
import type { Content } from '../content/look-ups'

/** One function per operation: returns the `data` of its response, or `undefined` if there is no such item. */
export type Handlers = {
  readonly [Name in OperationName]: (content: Content, payload: Payloads[Name]) => Readonly<Answers[Name]> | undefined
}

/** Creates the handlers that read the fixtures. `product` gives the name of the news flag (`newsFlag`). */
export function createHandlers(product: string): Handlers {
  const flag = newsFlag(product)
  return {
    homeData: (content) => content.homeData,
    coursesByCategory: (content, payload) => content.coursesOf(payload?.slug ?? ''),
    courseById: (content, { id, slug }) =>
      id === undefined ? content.bySlug.courses.get(slug ?? '') : content.byId.courses.get(id),
    course: (content, { slug }) => content.bySlug.courses.get(slug),
    blogs: (content) => content.blogs,
    blog: (content, { slug }) => content.bySlug.blogs.get(slug),
    blogById: (content, { id, slug }) =>
      id === undefined ? content.bySlug.blogs.get(slug ?? '') : content.byId.blogs.get(id),
    events: (content, { event_type }) => content.eventsOf(event_type),
    event: (content, { slug }) => content.bySlug.events.get(slug),
    news: (content, payload) => content.newsOf(payload[flag] === true),
    newsItem: (content, { slug }) => content.bySlug.news.get(slug),
  }
}

/** The list that has an operation's slugs, for suggestions in a 404. */
export function slugSource(name: OperationName): keyof Content['bySlug'] | undefined {
  const { item }: Operation = operations[name]
  return name === 'coursesByCategory' ? 'courses_categories' : item
}
