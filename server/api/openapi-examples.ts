import { newsFlag, type OperationName } from '#contract/operations'
import type { Content } from '../content/look-ups'

type Example = { asked?: object; answer?: { data: object; summary: string } }

/** A payload and its answer for each operation: whole items of the fixtures, lists cut to the first of them. */
export function createExamples(content: Content, product: string): Record<OperationName, Example> {
  const [home] = content.homeData
  const [course] = home?.courses ?? []
  const [blog] = home?.blogs ?? []
  const [event] = home?.events ?? []
  const [newsItem] = home?.news ?? []
  const flag = newsFlag(product)
  const isOfProduct = newsItem?.[flag] === true
  const first = (list: object[], count = 1) => list.slice(0, count)
  const one = (item: { slug: string } | undefined): Example =>
    item ? { asked: { slug: item.slug }, answer: { data: item, summary: 'An item of the fixtures' } } : {}
  const list = (items: object[], asked?: object): Example => ({
    ...(asked && { asked }),
    answer: { data: first(items), summary: `The first of ${items.length} items` },
  })
  const eventType = event?.event_type ?? 'free_workshop'
  const category = course && content.coursesOf(course.category)
  return {
    homeData: home
      ? {
          answer: {
            summary: 'The first of each list',
            data: [
              {
                courses: first(home.courses),
                courses_categories: home.courses_categories.filter(({ slug }) => !course || slug === course.category),
                goals: home.goals,
                news: first(home.news),
                blogs: first(home.blogs),
                events: first(home.events),
                team: first(home.team, 2),
              },
            ],
          },
        }
      : {},
    coursesByCategory: category
      ? {
          asked: { slug: course.category },
          answer: {
            summary: `The first of ${category.courses.length} courses`,
            data: { ...category, courses: first(category.courses) },
          },
        }
      : {},
    courseById: one(course),
    course: one(course),
    blogs: list(content.blogs),
    blog: one(blog),
    blogById: one(blog),
    events: list(content.eventsOf(eventType), { event_type: eventType }),
    event: one(event),
    news: list(content.newsOf(isOfProduct), { [flag]: isOfProduct }),
    newsItem: one(newsItem),
  }
}
