import type { Locale } from '#contract/locales'
import { newsFlag } from '#contract/operations'
import type { HomeData } from '#contract/schemas'
import { excerptLength } from '../language/localize'
import { type Card, cardOf, type Entity, entitiesOf, type Headline, headlineOf, itemsOf, slugOf } from './cards'

/** Links from an item's page to other items, as far as they are known. */
export type Related = {
  /** The item's list. News and events have two lists each. */
  kind?: 'productNews' | 'aiNews' | 'freeWorkshops' | 'programmingCompetitions'
  /** The items before and after this one in its list. */
  previous?: Headline
  next?: Headline
  /** Other courses of the same category, which is named by its slug. */
  related?: { category: string; cards: Card[] }
}

export type Kind = Related['kind']

const relatedSize = 3

/** The event or news list that an item says it belongs to. */
export function kindOf(item: Entity, product: string): Kind {
  if (item.event_type === 'free_workshop') return 'freeWorkshops'
  if (item.event_type === 'competitions_programming') return 'programmingCompetitions'
  const isOfProduct = item[newsFlag(product)]
  return typeof isOfProduct === 'boolean' ? (isOfProduct ? 'productNews' : 'aiNews') : undefined
}

/** The lists of the home data whose items have pages of their own. */
export type ListKey = 'courses' | 'blogs' | 'events' | 'news'

/** An item's kind and the items of its list. Both are `undefined` if the home data lacks the item. */
export function siblingsIn(
  home: HomeData | undefined,
  key: ListKey,
  item: Entity,
  product: string,
): { kind: Kind; siblings: Entity[] | undefined } {
  const list = entitiesOf(home?.[key])
  const own = list.find((each) => slugOf(each) === slugOf(item))
  const kind = kindOf(item, product) ?? (own && kindOf(own, product))
  return { kind, siblings: own && list.filter((each) => kindOf(each, product) === kind) }
}

/** The neighbours and related items, in a list, of the item with this slug. */
export function relatedIn(items: unknown, slug: string, locale: Locale): Related {
  const list = itemsOf(items)
  const place = list.findIndex((each) => slugOf(each) === slug)
  const item = list[place]
  if (!item) return {}
  const [previous, next] = [list[place - 1], list[place + 1]]
  const related = relatedTo(item, list, place)
  return {
    ...(previous && { previous: headlineOf(previous, locale) }),
    ...(next && { next: headlineOf(next, locale) }),
    ...(related.length > 0 && {
      related: {
        category: String(item.category),
        cards: related.map((each) => cardOf(each, locale, excerptLength.slider)),
      },
    }),
  }
}

/**
 * The next few items of the same category, wrapping round the end of the list. The item's neighbours, which have links of their
 * own, come last.
 */
function relatedTo(item: Entity, list: Entity[], place: number): Entity[] {
  const { category } = item
  if (typeof category !== 'string' || category === '') return []
  const related: Entity[] = []
  for (let step = 2; step <= list.length + 1 && related.length < relatedSize; step++) {
    const other = list[(place + step) % list.length]
    if (other && other !== item && other.category === category) related.push(other)
  }
  return related
}
