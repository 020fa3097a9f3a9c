import { expect, test } from 'vitest'
import { merged } from '../../studio/app/merge'

const item = (id: number, more = {}) => ({
  id,
  slug: `item-${id}`,
  en_title: `Title ${id}`,
  ar_title: `عنوان ${id}`,
  ...more,
})
const base = [item(1), item(2), item(3)]

test('changes of different fields of one item are both kept', () => {
  const mine = [item(1, { ar_title: 'لي' }), item(2), item(3)]
  const theirs = [item(1, { en_title: 'Theirs', link: 'https://a.example' }), item(2), item(3)]
  expect(merged(base, mine, theirs)).toEqual([
    item(1, { ar_title: 'لي', en_title: 'Theirs', link: 'https://a.example' }),
    item(2),
    item(3),
  ])
  const [{ en_title: _, ...without }] = [item(1)]
  expect(merged(base, [without, item(2), item(3)], theirs)[0]).toEqual({ ...without, link: 'https://a.example' })
  // My change of the same field stays. An item whose slug has changed is the same item.
  expect(merged(base, [item(1, { slug: 'mine' }), ...base.slice(1)], theirs)[0]).toMatchObject({
    slug: 'mine',
    en_title: 'Theirs',
  })
  expect(merged(base, [item(1, { en_title: 'Mine' }), ...base.slice(1)], theirs)[0]).toMatchObject({ en_title: 'Mine' })
})

test('an order that I have changed stays, with the items that others have added', () => {
  const moved = [item(3), item(1), item(2)]
  const theirs = [item(1), item(2, { en_title: 'Theirs' }), item(4), item(3)]
  expect(merged(base, moved, theirs)).toEqual([item(3), item(1), item(2, { en_title: 'Theirs' }), item(4)])
  expect(merged(base, base, [item(2), item(3), item(1)])).toEqual([item(2), item(3), item(1)])
})

test('items that one side has added or deleted are added or deleted', () => {
  const mine = [item(1), { ...item(4), slug: 'mine' }, item(3)]
  const theirs = [item(1), item(2), item(3), { ...item(4), slug: 'theirs' }]
  expect(merged(base, mine, theirs)).toEqual([
    item(1),
    { ...item(5), slug: 'mine', en_title: 'Title 4', ar_title: 'عنوان 4' },
    item(3),
    { ...item(4), slug: 'theirs' },
  ])
  expect(merged(base, base, [item(1), item(3)])).toEqual([item(1), item(3)])
  // An item that I have changed is not lost because another has deleted it.
  expect(merged(base, [item(1), item(2, { en_title: 'Mine' }), item(3)], [item(1), item(3)])).toEqual([
    item(1),
    item(2, { en_title: 'Mine' }),
    item(3),
  ])
})

test('the fields of an only object are merged', () => {
  expect(merged([{ a: 1, b: 1 }], [{ a: 2, b: 1 }], [{ a: 1, b: 2 }])).toEqual([{ a: 2, b: 2 }])
})
