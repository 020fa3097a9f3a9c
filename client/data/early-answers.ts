import type { createBrowserRouter } from 'react-router-dom'
import { newsFlag, type OperationName } from '#contract/operations'
import { type Entity, entitiesOf } from '../content/cards'
import { localize } from '../language/localize'
import { type Early, type Keeping, patience, wait } from './failed-call'
import { answerFromHome } from './home-answers'
import type { HomeDataStore } from './home-data'
import { pageDataOf } from './keep-shown'

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'revalidate'>

/**
 * How long after its arrival the home data answers early, in milliseconds. The content changes a few times a day, so by then
 * hardly any page is another one; and the answer that follows makes that good.
 */
const recentFor = 30 * 60_000

/**
 * From now on another page is there at once, made of the home data of this visit, while the API is asked all the same. There is
 * no wait before: even an answer that takes a tenth of a second would be felt, and hardly ever says anything else.
 */
export function answerEarly(router: Router, keeping: Keeping, homeData: HomeDataStore, product: string): void {
  const doubted = new Set<OperationName>()
  keeping.answerEarly = async (name, payload, answer, signal) => {
    const { location, navigation } = router.state
    // More of the page that is shown, which may have more than the home data already.
    const isOfThisPage = (navigation.location ?? location).pathname === location.pathname
    if (keeping.isPatient.has(signal) || (isOfThisPage && !keeping.isAhead.has(signal))) return undefined
    // One that is remembered is here by then.
    let isHere = false
    const arrive = () => {
      isHere = true
    }
    answer.then(arrive, arrive)
    // What an earlier visit has left is kept, but not of this one.
    const kept = homeData.peek() && (await homeData.kept())
    if (!kept || isHere || doubted.has(name) || Date.now() - kept.at > recentFor) return undefined
    const found = answerFromHome(kept.home, product, name, payload)
    if (found === undefined || !isWhole(name, found, product)) return undefined
    const shows = (pageData: object, before: unknown) => {
      if (!before) keeping.early.set(pageData, early)
      // Where the answer has only more than a page shows, nothing is rendered anew.
      else if (isSame(before, pageData)) {
        keeping.early.delete(before)
        return before
      }
      // Edited since, which is rare; or the API's lists say less than its items do, which would be so on every page.
      else doubted.add(name)
      return pageData
    }
    const verdict = answer.then(
      (given) => isSame(given, found),
      () => false,
    )
    const early: Early = { found, answer, verdict, shows }
    return early
  }
}

/**
 * Waits for the answer to what is shown already, by the home data. When it says the same, nothing happens; else the page is
 * loaded anew of it, which is no new place: focus, scroll and what was announced stay. The same when it fails or is late, and
 * then the page says so. Given up when the visitor has moved on.
 */
export function confirmEarly(router: Router, { early }: Pick<Keeping, 'early'>): void {
  let watched: object | undefined
  const shown = () => pageDataOf(router.state) as object | null | undefined

  const watch = async (pageData: object, { verdict }: Early) => {
    if (await Promise.race([verdict, wait(patience)])) early.delete(pageData)
    else if (shown() === pageData && router.state.navigation.state === 'idle') void router.revalidate()
  }

  const look = () => {
    const pageData = shown()
    const own = pageData && early.get(pageData)
    if (!own || pageData === watched) return
    watched = pageData
    void watch(pageData, own)
  }
  router.subscribe(look)
  look()
}

/**
 * True for an answer of the home data that is all there will be: an item with its text, or a list with items. Another API's home
 * data may carry items without their texts, or say by a field of another name which of two lists they are in; to show less than
 * there is for a moment would be worse than to wait.
 */
export function isWhole(name: OperationName, found: unknown, product: string): boolean {
  const list = name === 'coursesByCategory' ? (found as Entity).courses : found
  if (!Array.isArray(list)) return localize(found as Entity, 'body', 'en') !== undefined
  const saysWhich = (item: Entity) => name !== 'news' || typeof item[newsFlag(product)] === 'boolean'
  return list.length > 0 && entitiesOf(list).every(saysWhich)
}

/** True for two answers that say the same, whatever the order of their fields. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const fields = Object.entries(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    fields.length === Object.keys(other).length &&
    fields.every(([key, value]) => key in other && isSame(value, (other as Entity)[key]))
  )
}
