import { newsFlag, type OperationName } from '#contract/operations'
import type { HomeData, Payloads } from '#contract/schemas'
import { type Entity, entitiesOf, slugOf } from '../content/cards'
import { localize } from '../language/localize'

/** A call of the API: its operation and payload are also its key in the cache. */
export type Query<Name extends OperationName = OperationName> = readonly [name: Name, payload: Payloads[Name]]

declare module '@tanstack/query-core' {
  interface Register {
    queryKey: Query
  }
}

export const homeQuery: Query<'homeData'> = ['homeData', undefined]

/**
 * What an operation would answer by the home data, which holds every item whole: initial data, and the fallback while the API
 * fails. `undefined` for what isn't in it.
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

/**
 * True when the home data's answer is all there will be: an item with its text, or a list with items. Another API's home data may
 * carry items without their texts, or say by a field of another name which of two lists they are in. Waiting is better than to
 * show less than there is for a moment.
 */
export function isWhole(name: OperationName, found: unknown, product: string): boolean {
  const list = name === 'coursesByCategory' ? (found as Entity).courses : found
  if (!Array.isArray(list)) return localize(found as Entity, 'body', 'en') !== undefined
  const saysWhich = (item: Entity) => name !== 'news' || typeof item[newsFlag(product)] === 'boolean'
  return list.length > 0 && entitiesOf(list).every(saysWhich)
}
