import type { Agent } from 'supertest'
import { newsFlag, type OperationName, operations } from '#contract/operations'
import type { HomeData } from '#contract/schemas'

/** A call of an operation and the data it must answer with. */
export type Row = { payload?: object; data: unknown }

/** Calls an operation, without a body if there is no payload. */
export function call(request: Agent, name: OperationName, payload?: object) {
  const { method, path } = operations[name]
  return method === 'GET' ? request.get(path) : request.post(path).send(payload)
}

/** The table of the API tests, with the responses of each operation for some content. A new operation needs rows to compile. */
export function operationRows(content: HomeData, product: string): Record<OperationName, Row[]> {
  const { courses, courses_categories, blogs, events, news } = content
  const flag = newsFlag(product)
  const bySlug = (list: { slug: string }[]) => list.map((data) => ({ payload: { slug: data.slug }, data }))
  const byId = (list: { id?: number }[]) =>
    list.flatMap((data) => (data.id === undefined ? [] : [{ payload: { id: data.id }, data }]))
  const all = { courses, category: null }
  return {
    homeData: [{ data: [content] }],
    coursesByCategory: [
      { data: all },
      { payload: {}, data: all },
      { payload: { slug: '' }, data: all },
      ...courses_categories.map((category) => ({
        payload: { slug: category.slug },
        data: { courses: courses.filter((course) => course.category === category.slug), category },
      })),
    ],
    courseById: [...bySlug(courses), ...byId(courses)],
    course: bySlug(courses),
    blogs: [{ data: blogs }],
    blog: bySlug(blogs),
    blogById: [...bySlug(blogs), ...byId(blogs)],
    events: (['free_workshop', 'competitions_programming'] as const).map((event_type) => ({
      payload: { event_type },
      data: events.filter((event) => event.event_type === event_type),
    })),
    event: bySlug(events),
    news: [true, false].map((ofProduct) => ({
      payload: { [flag]: ofProduct },
      data: news.filter((entry) => (entry as Record<string, unknown>)[flag] === ofProduct),
    })),
    newsItem: bySlug(news),
  }
}
