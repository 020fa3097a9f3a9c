import type { Entity } from '#content/cards'
import { localize } from '#content/localize'
import { createAnswers } from '#contract/answers'
import type { HomeData } from '#contract/entities'
import { isObject, objectsIn } from '#contract/json'
import type { Answers, QueryKey } from '#contract/operations'
import { answeringOf, newsFlag, type OperationName } from '#contract/operations'

export const homeQuery: QueryKey<'homeData'> = ['homeData', undefined]

const answersOfHome = new WeakMap<HomeData, ReturnType<typeof createAnswers>>()

/** Makes an operation's response from the home data. Returns `undefined` for an item that the home data lacks. */
export function answerFromHome<Name extends OperationName>(
  home: HomeData,
  product: string,
  [name, payload]: QueryKey<Name>,
): Answers[Name] | undefined {
  const answers = answersOfHome.get(home) ?? createAnswers(home, product)
  answersOfHome.set(home, answers)
  // TypeScript cannot tie the answers to `Name`.
  return answers.answer(name, payload) as Answers[Name] | undefined
}

/**
 * Makes a response from the home data for a page that waits for its own. Unless `takesIncomplete` is true, returns only
 * complete responses: the home data of some APIs lacks the items' texts, or the flag that distinguishes product news from AI news.
 */
export function placeholderFromHome<Name extends OperationName>(
  home: HomeData | undefined,
  product: string,
  query: QueryKey<Name>,
  takesIncomplete = false,
): Answers[Name] | undefined {
  const answer = home && answerFromHome(home, product, query)
  if (answer === undefined || takesIncomplete) return answer
  const { item, object } = answeringOf(query[0])
  if (item || object) return localize(answer, 'body', 'en') === undefined ? undefined : answer
  const list = objectsIn(listOf(answer))
  const namesItsList = (each: Entity) => query[0] !== 'news' || typeof each[newsFlag(product)] === 'boolean'
  return list.length > 0 && list.every(namesItsList) ? answer : undefined
}

/** Returns the items of a list operation's response. */
export function listOf(answer: unknown): unknown {
  return isObject(answer) ? Object.values(answer).find(Array.isArray) : answer
}
