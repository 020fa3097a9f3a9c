import { newsFlag, type OperationName } from '#contract/operations'
import type { HomeData } from '#contract/schemas'
import { type Entity, entitiesOf, slugOf } from '../content/cards'

/**
 * What an operation would answer by the home data, which holds every item whole: for the time when the API can't be asked.
 * `undefined` for what isn't in it.
 */
export function answerFromHome(home: HomeData, product: string, name: OperationName, payload: unknown): unknown {
  const { slug, id, event_type, ...flags } = (payload ?? {}) as Entity
  const find = (list: unknown) =>
    entitiesOf(list).find((item) => (id === undefined ? slugOf(item) === slug : item.id === id))
  switch (name) {
    case 'homeData':
      return [home]
    case 'coursesByCategory': {
      if (!slug) return { courses: home.courses, category: null }
      const category = find(home.courses_categories)
      return category && { courses: entitiesOf(home.courses).filter((course) => course.category === slug), category }
    }
    case 'course':
    case 'courseById':
      return find(home.courses)
    case 'blogs':
      return home.blogs
    case 'blog':
    case 'blogById':
      return find(home.blogs)
    case 'events':
      return entitiesOf(home.events).filter((event) => event.event_type === event_type)
    case 'event':
      return find(home.events)
    case 'news': {
      const flag = newsFlag(product)
      return entitiesOf(home.news).filter((item) => (item[flag] === true) === (flags[flag] === true))
    }
    case 'newsItem':
      return find(home.news)
  }
}
