import { isObject } from '#contract/json'
import { newsFlag, type Operation, type OperationName, operations } from '#contract/operations'
import type { Answers, HomeData, Query } from '#contract/schemas'
import { type Entity, entitiesOf, slugOf } from '../content/cards'
import { localize } from '../language/localize'

export const homeQuery: Query<'homeData'> = ['homeData', undefined]

/** Makes an operation's response from the home data. Returns `undefined` for an item that the home data lacks. */
export function answerFromHome<Name extends OperationName>(
  home: HomeData,
  product: string,
  [name, payload]: Query<Name>,
): Answers[Name] | undefined {
  const { slug, id, event_type, ...flags } = (payload ?? {}) as Entity
  const find = (list: unknown) =>
    entitiesOf(list).find((item) => (id === undefined ? slugOf(item) === slug : item.id === id))
  const category = slug ? find(home.courses_categories) : null
  const flag = newsFlag(product)
  const answers: Record<OperationName, () => unknown> = {
    homeData: () => [home],
    coursesByCategory: () => {
      const courses = entitiesOf(home.courses).filter((course) => !slug || course.category === slug)
      return category !== undefined ? { courses, category } : undefined
    },
    course: () => find(home.courses),
    courseById: () => find(home.courses),
    blogs: () => home.blogs,
    blog: () => find(home.blogs),
    blogById: () => find(home.blogs),
    events: () => entitiesOf(home.events).filter((event) => event.event_type === event_type),
    event: () => find(home.events),
    news: () => entitiesOf(home.news).filter((item) => (item[flag] === true) === (flags[flag] === true)),
    newsItem: () => find(home.news),
  }
  // TypeScript cannot tie the table's rows to `Name`.
  return answers[name]() as Answers[Name] | undefined
}

/**
 * Makes a response from the home data for a page that waits for its own. Unless `takesIncomplete` is true, returns only
 * complete responses: the home data of some APIs lacks the items' texts, or the flag that distinguishes product news from AI news.
 */
export function placeholderFromHome<Name extends OperationName>(
  home: HomeData | undefined,
  product: string,
  query: Query<Name>,
  takesIncomplete = false,
): Answers[Name] | undefined {
  const answer = home && answerFromHome(home, product, query)
  if (answer === undefined || takesIncomplete) return answer
  const { item: answersOne }: Operation = operations[query[0]]
  if (answersOne) return localize(answer, 'body', 'en') === undefined ? undefined : answer
  const list = entitiesOf(listOf(answer))
  const namesItsList = (item: Entity) => query[0] !== 'news' || typeof item[newsFlag(product)] === 'boolean'
  return list.length > 0 && list.every(namesItsList) ? answer : undefined
}

/** Returns the items of a list operation's response. */
export function listOf(answer: unknown): unknown {
  return isObject(answer) ? answer.courses : answer
}
