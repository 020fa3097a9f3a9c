import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMessages } from '#content/i18n'
import { listPageOf } from '#content/list-page'
import type { ListKey } from '#contract/operations'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-27T12:00:00+03:00'), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

await loadMessages('ar')

const items = [
  { slug: 'over', en_title: 'Python', date: '2026-10-10T17:00:00+03:00', count: 20, tags: ['AI', 'Python'] },
  { slug: 'late', en_title: 'Late', date: '2027-05-08', count: 40, tags: ['AI'] },
  { slug: 'undated', en_title: 'Undated', count: 0, tags: [] },
  { slug: 'just-over', en_title: 'Just over', date: '2026-11-27T11:59', tags: null },
  { slug: 'today', en_title: 'Today', date: '2026-11-27', count: 10, tags: ['Python', 5] },
  { slug: 'next', en_title: 'Next Python', date: '2026-12-05T17:00:00+03:00', count: 5, tags: ['Machine Learning'] },
]
const asGiven = items.map(({ slug }) => slug)

function found(kind: ListKey, address: string) {
  const { cards, total, filters } = listPageOf(items, kind, new URLSearchParams(address), 'ar')
  expect(total).toBe(cards.length)
  return { slugs: cards.map(({ slug }) => slug), filters }
}

test.each<[kind: ListKey, address: string, slugs: string[], filters?: object]>([
  ['courses', '', asGiven],
  // A course without a date has not begun. An event without a date may be over.
  // Upcoming items are in the order of their start. A search keeps its own order.
  ['courses', 'when=upcoming', ['today', 'next', 'late', 'undated'], { when: 'upcoming' }],
  ['events', 'when=upcoming', ['today', 'next', 'late'], { when: 'upcoming' }],
  ['courses', 'when=upcoming&by=length', ['next', 'today', 'late', 'undated'], { when: 'upcoming', by: 'length' }],
  ['courses', 'q=late%20today&when=upcoming', ['late', 'today'], { when: 'upcoming' }],
  ['courses', 'by=start', ['today', 'next', 'late', 'undated', 'just-over', 'over'], { by: 'start' }],
  ['courses', 'by=length', ['next', 'today', 'over', 'late', 'undated', 'just-over'], { by: 'length' }],
  ['courses', 'by=start&when=upcoming&tag=AI', ['late'], { by: 'start', when: 'upcoming', tag: 'AI' }],
  ['courses', 'tag=Machine%20Learning', ['next'], { tag: 'Machine Learning' }],
  // The order of a filter comes before that of the search.
  ['courses', 'q=python&by=start', ['today', 'next', 'over'], { by: 'start' }],
  // Unknown values are ignored.
  ['courses', 'when=past&by=title&tag=None', asGiven],
  ['events', 'by=length&tag=AI', asGiven],
  ['blogs', 'when=upcoming&by=start&tag=AI', asGiven],
])('of %s, ?%s shows %j with the filters %j', (kind, address, slugs, filters) => {
  expect(found(kind, address)).toStrictEqual({ slugs, filters })
})
