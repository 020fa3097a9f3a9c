import type { Locale } from '#contract/locales'
import type { ListKey } from '#contract/operations'
import type { ListName } from '#contract/pages'
import { type Filters, filtersIn, shownIn } from '#contract/paths'
import { type Card, cardOf, itemsOf } from './cards'
import { filtered, withoutUnknownTag } from './filters'
import { excerptLength, type LocalText } from './localize'
import { type Found, search } from './search'
import { asksForAll, cutQuery, termsOf } from './search-terms'

/**
 * The data of a list page. `total` counts all items of the list or, if the visitor searches for `query` or filters the list, the items
 * found. Without a filter there are no `filters`.
 */
export type ListPageData = Omit<Found, 'items' | 'marksIn'> & {
  name: ListName
  cards: Card[]
  total: number
  category?: LocalText | undefined
  query?: string | undefined
  filters?: Filters | undefined
}

/**
 * Makes a list page for its address: `?q=` has the words to search for, `?show=` the number of items (see `shownIn`), and other parameters
 * are filters (see `filtersIn`).
 */
export function listPageOf(
  list: unknown,
  kind: ListKey,
  address: URLSearchParams,
  locale: Locale,
  now?: number,
): Omit<ListPageData, 'name'> {
  const query = cutQuery(address.get('q') ?? '').trim()
  const terms = termsOf(query)
  const isSearch = terms.length > 0 && !asksForAll(query)
  const { marksIn, items, ...found }: Found = isSearch
    ? search(list, terms, locale)
    : { items: itemsOf(list), marksIn: () => [] }
  const filters = withoutUnknownTag(filtersIn(address, kind), list)
  // Visitors read upcoming items as a timetable, but a search puts first what fits best.
  const order: Filters = filters.when && !isSearch ? { by: 'start' } : {}
  const shown = filtered(items, { ...order, ...filters }, kind, now)
  const marked = (value: LocalText): LocalText => {
    const marks = marksIn(value.text)
    return marks.length > 0 ? { ...value, marks } : value
  }
  const cards = shown.slice(0, shownIn(address)).map((item) => {
    const card = cardOf(item, kind, locale, excerptLength.list, now)
    return { ...card, title: marked(card.title), excerpt: card.excerpt && marked(card.excerpt) }
  })
  return {
    cards,
    total: shown.length,
    ...found,
    ...(terms.length > 0 && { query }),
    ...(Object.keys(filters).length > 0 && { filters }),
  }
}
