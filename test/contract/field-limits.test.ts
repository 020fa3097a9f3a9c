import { expect, test } from 'vitest'
import type { FieldType } from '#contract/entities'
import { createFieldLimits, type LongText, maxLengthOf, maxTexts } from '#contract/limits/field-limits'
import { readTags } from '#contract/tags'

/** Returns the data after its texts were shortened, and what was told. */
function limited<Data>(data: Data) {
  const told: LongText[] = []
  createFieldLimits('ugarit', (text) => told.push(text))(data)
  return { data, told }
}

test('texts as long as the contract allows stay', () => {
  const longest = (type: FieldType) => 'x'.repeat(maxLengthOf(type))
  const texts = { slug: longest('slug'), en_title: longest('text'), ar_body: longest('html'), link: longest('link') }
  const item = () => ({ ...texts, date: longest('date'), image: longest('picture'), tags: [longest('texts')], id: 1 })
  expect(limited([item()])).toStrictEqual({ data: [item()], told: [] })
})

test.each([
  ['a title is cut', { en_title: 'x'.repeat(10_001) }, { en_title: 'x'.repeat(10_000) }],
  [
    'no character is cut in half',
    { bio: '', en_bio: `x${'😀'.repeat(5_000)}` },
    { bio: '', en_bio: `x${'😀'.repeat(4_999)}` },
  ],
  ['a body is cut', { ar_body: 'x'.repeat(400_001) }, { ar_body: 'x'.repeat(400_000) }],
  ['a slug is left out', { slug: 'x'.repeat(501), id: 1 }, { id: 1 }],
  ['a date is left out', { date: '1'.repeat(501) }, {}],
  ['an address is left out', { link: `https://${'x'.repeat(2_000)}` }, {}],
  ['a picture is left out', { image: 'x'.repeat(501) }, {}],
  ['a number as text is left out', { id: '1'.repeat(501) }, {}],
  ['tags as one text are left out', { tags: 'a,'.repeat(1_001) }, {}],
  ['one of the tags is empty', { tags: ['a', 'x'.repeat(2_001)] }, { tags: ['a', ''] }],
  ['other fields stay', { photo: 'x'.repeat(500_000) }, { photo: 'x'.repeat(500_000) }],
])('of a longer text, %s, wherever the item is', (_, item, expected) => {
  const holders = [
    (one: object) => one,
    (one: object) => [one],
    (one: object) => ({ courses: [], category: one }),
    (one: object) => [{ courses: { data: { '0': one } } }],
  ]
  for (const hold of holders) {
    const { data, told } = limited(hold(structuredClone(item)))
    expect(data).toEqual(hold(expected))
    expect(told).toHaveLength(JSON.stringify(item) === JSON.stringify(expected) ? 0 : 1)
  }
})

test('a text that is too long is told by its place and length', () => {
  const { told } = limited([{ courses: [{ slug: 'a' }, { slug: 'x'.repeat(600) }] }])
  expect(told).toStrictEqual([{ pointer: '/data/0/courses/1/slug', length: 600, max: 500 }])
})

test.each([
  [
    'keys in place of a list of texts',
    { tags: { k1: 'x'.repeat(2_001), k2: { k3: 'x'.repeat(2_001) } } },
    ['tags/*', 'tags/*/*'],
  ],
  ['a long key around a field', { ['k'.repeat(1_000)]: { slug: 'x'.repeat(600) } }, [`${'k'.repeat(50)}/slug`]],
])('the pointer of a long text has no more of the keys of an API than it needs: %s', (_, data, pointers) => {
  expect(limited(data).told.map(({ pointer }) => pointer)).toEqual(pointers.map((pointer) => `/data/${pointer}`))
})

test('lists that are nested deeper than any item are not read', () => {
  let deep: unknown = { slug: 'x'.repeat(600) }
  for (let level = 0; level < 10_000; level++) deep = [deep]
  expect(limited(deep).told).toStrictEqual([])
})

test('tags as one text are read up to the length of one', () => {
  expect(readTags('a, b')).toStrictEqual(['a', 'b'])
  for (const text of ['a,', '[', '{},', 'i:0;']) expect(readTags(text.repeat(2_001))).toBeUndefined()
  expect(maxTexts).toBe(100)
})
