import type { Locale } from '#contract/locales'
import { type EventType, newsFlag } from '#contract/operations'
import { type Card, cardOf, type Entity, entitiesOf, type Headline, itemsOf, slugOf, titleOf } from '../content/cards'
import { type Api, newsPayload } from '../data/api'
import { inGrace } from '../data/in-grace'
import { excerptLength } from '../language/localize'
import type { Site } from './loaders'

/** The lists of the home data that have pages of their own for their items. */
export type ListKey = 'courses' | 'blogs' | 'events' | 'news'

/** What leads on from one item's page; each part only where it is known. */
export type Surroundings = {
  /** The list that the item stands in: of news and events there are two each. */
  kind?: 'productNews' | 'aiNews' | 'freeWorkshops' | 'programmingCompetitions'
  /** What stands before and after the item in its list. */
  previous?: Headline
  next?: Headline
  /** Other courses of the course's category, which is named by its slug. */
  related?: { category: string; cards: Card[] }
}

type Kind = Surroundings['kind']

const relatedSize = 3

type Around = Pick<Site, 'homeData' | 'product' | 'waitsForNavigation'>

/**
 * Makes the function that finds what leads on from an item: in the home data where that holds the item, else by the call for
 * its list. A page is whole without it, so it never rejects, and waits no longer than a moment for an API that is slow.
 */
export function createSurroundings({ homeData, product, waitsForNavigation }: Around, api: Api) {
  const calls: Record<ListKey, (kind: Kind) => Promise<unknown>> = {
    courses: async () => (await api.coursesByCategory({ slug: '' })).courses,
    blogs: async () => api.blogs(undefined),
    events: async (kind) => kind && api.events({ event_type: eventTypeOf(kind) }),
    news: async (kind) => kind && api.news(newsPayload(product, kind === 'productNews')),
  }

  return async (item: Entity, key: ListKey, locale: Locale): Promise<Surroundings> => {
    const slug = slugOf(item)
    const home = homeData.get().catch(async () => (await homeData.kept())?.home)
    // Where the header waits for the home data, it is no use to be faster.
    const atHand = entitiesOf((waitsForNavigation === 'always' ? await home : await inGrace(home))?.[key])
    const twin = atHand.find((each) => slugOf(each) === slug)
    const kind = kindOf(item, product) ?? (twin && kindOf(twin, product))
    const list = twin ? atHand.filter((each) => kindOf(each, product) === kind) : await inGrace(calls[key](kind))
    return { ...(kind && { kind }), ...placeIn(itemsOf(list), slug, locale) }
  }
}

function eventTypeOf(kind: Kind): EventType {
  return kind === 'programmingCompetitions' ? 'competitions_programming' : 'free_workshop'
}

/** Which of the two lists of events or of news an item says it is in. */
function kindOf(item: Entity, product: string): Kind {
  if (item.event_type === 'free_workshop') return 'freeWorkshops'
  if (item.event_type === 'competitions_programming') return 'programmingCompetitions'
  const isOfProduct = item[newsFlag(product)]
  return typeof isOfProduct === 'boolean' ? (isOfProduct ? 'productNews' : 'aiNews') : undefined
}

function placeIn(list: Entity[], slug: string, locale: Locale): Surroundings {
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

/** The next few of the item's category, round the end of the list; its neighbours, which have links of their own, come last. */
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

function headlineOf(item: Entity, locale: Locale): Headline {
  return { slug: slugOf(item), title: titleOf(item, locale) }
}
