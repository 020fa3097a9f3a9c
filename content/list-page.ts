import type { Locale } from '#contract/locales'
import type { ListKey } from '#contract/operations'
import type { ListName } from '#contract/pages'
import { shownIn } from '#contract/paths'
import { type Card, cardOf, itemsOf } from './cards'
import { excerptLength, type LocalText } from './localize'
import { type Found, search } from './search'
import { asksForAll, cutQuery, termsOf } from './search-terms'

/** The data of a list page. `total` counts all items of the list or, if the visitor searches for `query`, the items found. */
export type ListPageData = Omit<Found, 'items' | 'marksIn'> & {
  name: ListName
  cards: Card[]
  total: number
  category?: LocalText | undefined
  query?: string | undefined
}

/** Makes a list page for its address: `?q=` has the words to search for, and `?show=` the number of items (see `shownIn`). */
export function listPageOf(
  list: unknown,
  kind: ListKey,
  address: URLSearchParams,
  locale: Locale,
): Omit<ListPageData, 'name'> {
  const query = cutQuery(address.get('q') ?? '').trim()
  const terms = termsOf(query)
  const { marksIn, items, ...found }: Found & { query?: string } =
    terms.length > 0 ? { ...search(list, terms, locale), query } : { items: itemsOf(list), marksIn: () => [] }
  const marked = (value: LocalText): LocalText => {
    const marks = marksIn(value.text)
    return marks.length > 0 ? { ...value, marks } : value
  }
  const cards = items.slice(0, shownIn(address)).map((item) => {
    const card = cardOf(item, kind, locale, excerptLength.list)
    return { ...card, title: marked(card.title), excerpt: card.excerpt && marked(card.excerpt) }
  })
  return { cards, total: items.length, ...found }
}
