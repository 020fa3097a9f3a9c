import { describe, expect, test } from 'vitest'
import {
  createExactReader,
  createFormatReader,
  type FormatOptions,
  type FormatUse,
} from '#contract/legacy-format-reader'
import { legacyFormats } from '#contract/legacy-formats'
import type { OperationName } from '#contract/operations'
import { createSchemas } from '#contract/schemas'
import { at } from '#contract/violations'
import { generateContent } from '../support/generated-content'

const named = (address: string) => address.slice(address.lastIndexOf('/') + 1)

type Row = [operation: OperationName, given: unknown, read: unknown, pointer: string]

/** Responses with each back end format, and the data that the reader makes of them. */
const rows: Record<keyof typeof legacyFormats, Row[]> = {
  number: [
    ['blogs', [{ id: '007' }], [{ id: 7 }], '/0/id'],
    ['courseById', { count: '12.50' }, { count: 12.5 }, '/count'],
    ['courseById', { count: ' ٢٤ ' }, { count: 24 }, '/count'],
  ],
  boolean: [
    ...[1, '1', 'true', 'TRUE', 't', 'yes', 'On', '\u0001', bit(1)].map((value) => flag(value, true)),
    ...[0, '0', 'false', 'False', 'f', 'no', 'Off', '\0', bit(0)].map((value) => flag(value, false)),
  ],
  text: [
    ['event', { en_title: 101 }, { en_title: '101' }, '/en_title'],
    ['blogs', [{ slug: 2024 }], [{ slug: '2024' }], '/0/slug'],
    ['courseById', { category: 3 }, { category: '3' }, '/category'],
  ],
  reference: [
    ['course', { category: { id: 3, slug: 'a', name: 'A' } }, { category: 'a' }, '/category'],
    ['course', { category: { data: { id: 3, attributes: { slug: 'a' } } } }, { category: 'a' }, '/category'],
  ],
  tags: [
    ['course', { tags: '["a, b","c"]' }, { tags: ['a, b', 'c'] }, '/tags'],
    ['course', { tags: 'Python, تعلّم، AI,' }, { tags: ['Python', 'تعلّم', 'AI'] }, '/tags'],
    ['course', { tags: '' }, { tags: [] }, '/tags'],
    // Encoded once more by a cast, put into a list, split at the commas, and by PHP's `serialize`, which counts bytes.
    ['course', { tags: '"[\\"a, b\\",\\"c\\"]"' }, { tags: ['a, b', 'c'] }, '/tags'],
    ['course', { tags: JSON.stringify(JSON.stringify('["a"]')) }, { tags: ['a'] }, '/tags'],
    ['course', { tags: ['["a, b","c"]'] }, { tags: ['a, b', 'c'] }, '/tags'],
    ['course', { tags: ['["a"', '"c"]'] }, { tags: ['a', 'c'] }, '/tags'],
    ['course', { tags: '{"1":"a","4":"c"}' }, { tags: ['a', 'c'] }, '/tags'],
    ['course', { tags: 'null' }, { tags: [] }, '/tags'],
    ['course', { tags: '"a, c"' }, { tags: ['a', 'c'] }, '/tags'],
    ['course', { tags: 'a:2:{i:0;s:8:"تعلم";i:3;s:5:"a";b;";}' }, { tags: ['تعلم', 'a";b;'] }, '/tags'],
    ['course', { tags: 'a:0:{}' }, { tags: [] }, '/tags'],
    ['course', { tags: [{ id: 1, name: 'AI', pivot: {} }, { name: 'ML' }] }, { tags: ['AI', 'ML'] }, '/tags'],
    ['course', { tags: { data: [{ id: 1, attributes: { name: 'AI' } }] } }, { tags: ['AI'] }, '/tags'],
  ],
  nothing: [
    ...[null, ''].flatMap((value): Row[] => [
      ['blogs', [{ slug: 'a', id: value }], [{ slug: 'a' }], '/0/id'],
      ['course', { slug: 'a', count: value }, { slug: 'a' }, '/count'],
      ['course', { slug: 'a', date: value }, { slug: 'a' }, '/date'],
      [
        'homeData',
        [{ courses: [{ registration_link: value }] }],
        [{ courses: [{}] }],
        '/0/courses/0/registration_link',
      ],
    ]),
    ['blogs', [{ slug: 'a', link: 'null' }], [{ slug: 'a' }], '/0/link'],
    ['course', { slug: 'a', date: 'undefined' }, { slug: 'a' }, '/date'],
    ['event', { en_title: null, ar_title: 'ا' }, { ar_title: 'ا' }, '/en_title'],
    ['newsItem', { slug: 'a', ar_body: null }, { slug: 'a' }, '/ar_body'],
    ['homeData', [{ goals: { en_mission: null } }], [{ goals: {} }], '/0/goals/en_mission'],
    ['homeData', [{ team: [{ ar_bio: null }] }], [{ team: [{}] }], '/0/team/0/ar_bio'],
  ],
  'zero-date': [
    ...['0000-00-00 00:00:00', '0000-00-00', '0000-00-00T00:00:00.000Z', '-0001-11-30T00:00:00.000000Z'].map(
      (date): Row => ['course', { slug: 'a', date }, { slug: 'a' }, '/date'],
    ),
    ['coursesByCategory', { courses: [{ date: '0001-01-01T00:00:00Z' }] }, { courses: [{}] }, '/courses/0/date'],
  ],
  link: [
    ...[
      'forms.gle/a',
      '//forms.gle/a',
      ' https://forms.gle/a\n',
      { title: 'a', url: 'https://forms.gle/a', target: '' },
    ].map(
      (link): Row => [
        'course',
        { registration_link: link },
        { registration_link: 'https://forms.gle/a' },
        '/registration_link',
      ],
    ),
    ['blogs', [{ link: 'www.example.org?a=b.c' }], [{ link: 'https://www.example.org?a=b.c' }], '/0/link'],
    ['event', { link: 'موقع.سوريا' }, { link: 'https://موقع.سوريا' }, '/link'],
  ],
  'no-picture': [
    ['event', { image: null }, { image: '' }, '/image'],
    ['homeData', [{ team: [{ image: null }] }], [{ team: [{ image: '' }] }], '/0/team/0/image'],
    ...[false, { data: null }].map((image): Row => ['event', { image }, { image: '' }, '/image']),
  ],
  missing: [
    ...[null, [], {}, '', false, { success: false, message: 'Not found' }, { course: null }].flatMap((value): Row[] => [
      ['blogById', value, undefined, ''],
      ['coursesByCategory', value, undefined, ''],
    ]),
    ...[[], {}, '', false].map(
      (category): Row => [
        'coursesByCategory',
        { courses: [{ slug: 'a' }], category },
        { courses: [{ slug: 'a' }], category: null },
        '/category',
      ],
    ),
  ],
  nested: [
    ['course', { course: { slug: 'a' } }, { slug: 'a' }, ''],
    ['event', { data: { en_title: 'A' }, links: { self: '/a' } }, { en_title: 'A' }, ''],
    ['blogs', [{ id: 1, attributes: { slug: 'a' } }], [{ id: 1, slug: 'a' }], '/0'],
    // JSON:API, whose `relationships` have the names of fields, and GraphQL's edges.
    [
      'course',
      { type: 'courses', id: 1, attributes: { slug: 'a' }, relationships: { category: { data: { id: '3' } } } },
      { id: 1, slug: 'a' },
      '',
    ],
    ['blogs', [{ cursor: 'x', node: { slug: 'a' } }], [{ slug: 'a' }], '/0'],
    ['events', [{ model: 'events', pk: 4, fields: { slug: 'a' } }], [{ slug: 'a' }], '/0'],
    ['homeData', [{ goals: { data: { en_mission: 'a' } } }], [{ goals: { en_mission: 'a' } }], '/0/goals'],
  ],
  one: [
    ['coursesByCategory', { category: [{ slug: 'a' }] }, { category: { slug: 'a' } }, '/category'],
    ['newsItem', [{ slug: 'a' }], { slug: 'a' }, ''],
    ['homeData', [{ goals: [{ en_mission: 'a' }] }], [{ goals: { en_mission: 'a' } }], '/0/goals'],
  ],
  'empty-list': [
    ['homeData', [{ team: null }], [{ team: [] }], '/0/team'],
    ['coursesByCategory', { courses: null, category: null }, { courses: [], category: null }, '/courses'],
    ['course', { tags: null }, { tags: [] }, '/tags'],
  ],
  keys: [
    ['events', { 1: { slug: 'a' }, 30: { slug: 'b' } }, [{ slug: 'a' }, { slug: 'b' }], ''],
    ['blogs', { b: { slug: 'b' }, a: { slug: 'a' } }, [{ slug: 'b' }, { slug: 'a' }], ''],
    ['homeData', [{ news: { 4: { slug: 'a' } } }], [{ news: [{ slug: 'a' }] }], '/0/news'],
    ['homeData', { 0: { team: [] } }, [{ team: [] }], ''],
    ['coursesByCategory', { courses: { 2: { slug: 'a' } } }, { courses: [{ slug: 'a' }] }, '/courses'],
    ['course', { tags: { 0: 'a', 2: 'b' } }, { tags: ['a', 'b'] }, '/tags'],
    // The keys of Firebase, and of a map by id.
    ['events', { '-OB3xk_9dQ2mLw7Zt0aB': { slug: 'a' } }, [{ slug: 'a' }], ''],
    ['blogs', { x7: { id: 'x7', slug: 'a' } }, [{ id: 'x7', slug: 'a' }], ''],
  ],
  pages: [
    ...['data', 'results', 'rows', 'items'].flatMap((name): Row[] => [
      ['blogs', { current_page: 1, [name]: [{ slug: 'a' }], last_page: 1 }, [{ slug: 'a' }], ''],
      ['homeData', [{ team: { [name]: [], total: 0 } }], [{ team: [] }], '/0/team'],
    ]),
    ['coursesByCategory', { courses: { data: [] }, category: null }, { courses: [], category: null }, '/courses'],
    ['blogs', { docs: [{ slug: 'a' }], totalDocs: 1 }, [{ slug: 'a' }], ''],
    ['events', { content: [{ slug: 'a' }], pageable: {} }, [{ slug: 'a' }], ''],
    ['blogs', { blogs: [], total: 0 }, [], ''],
    // Spring lists its orders beside the items, and HAL and GraphQL have the items deeper.
    ['events', { content: [{ slug: 'a' }], sort: [{ property: 'slug' }] }, [{ slug: 'a' }], ''],
    ['blogs', { content: [], sort: [] }, [], ''],
    ['blogs', { _embedded: { blogs: [{ slug: 'a' }] }, _links: { curies: [{ href: 'x' }] } }, [{ slug: 'a' }], ''],
  ],
  home: [['homeData', { courses: [], goals: {} }, [{ courses: [], goals: {} }], '']],
  'other-date': (
    [
      [{ date: '2027-01-05 18:00:00.000000', timezone_type: 3, timezone: 'UTC' }, '2027-01-05T18:00:00.000000Z'],
      [
        { date: '2027-01-05 18:00:00.000000', timezone_type: 1, timezone: '+03:00' },
        '2027-01-05T18:00:00.000000+03:00',
      ],
      [
        { date: '2027-01-05 18:00:00.000000', timezone_type: 3, timezone: 'Asia/Damascus' },
        '2027-01-05T18:00:00.000000',
      ],
      ['Tue, 05 Jan 2027 18:00:00 GMT', '2027-01-05T18:00:00.000Z'],
      [1799172000, '2027-01-05T18:00:00.000Z'],
      ['1799172000', '2027-01-05T18:00:00.000Z'],
      [1799172000123, '2027-01-05T18:00:00.123Z'],
      ['/Date(1799172000000+0300)/', '2027-01-05T18:00:00.000Z'],
      [{ $date: '2027-01-05T18:00:00Z' }, '2027-01-05T18:00:00Z'],
      [{ _seconds: 1799172000, _nanoseconds: 0 }, '2027-01-05T18:00:00.000Z'],
      [[2027, 1, 5, 18, 0], '2027-01-05T18:00:00'],
      [[2027, 1, 5], '2027-01-05'],
      ['2027-01-05 18:00:00+03', '2027-01-05T18:00:00+03:00'],
      ['2027-01-05 18:00:00 +0300', '2027-01-05T18:00:00+03:00'],
      ['2027-01-05 18:00:00 UTC', '2027-01-05T18:00:00Z'],
      ['٢٠٢٧-٠١-٠٥ ١٨:٠٠:٠٠', '2027-01-05T18:00:00'],
      ['2027/01/05 18:00', '2027-01-05T18:00'],
      ['Tue, 5 Jan 2027 18:00:00 +0000', '2027-01-05T18:00:00.000Z'],
      ['Tue Jan 05 2027 21:00:00 GMT+0300 (Eastern European Standard Time)', '2027-01-05T18:00:00.000Z'],
    ] as const
  ).map(([date, read]): Row => ['event', { date }, { date: read }, '/date']),
  date: [['course', { date: '2027-01-05 18:00:00' }, { date: '2027-01-05T18:00:00' }, '/date']],
  entity: [['event', { en_title: '&amp; &quot;&#39;&#039;&apos;' }, { en_title: `& "'''` }, '/en_title']],
  'picture-path': [
    ['event', { image: '/storage/a.webp' }, { image: 'https://api.example.org/storage/a.webp' }, '/image'],
    ['event', { image: '//cdn.example.org/a.webp' }, { image: 'https://cdn.example.org/a.webp' }, '/image'],
    ['event', { image: { url: '/uploads/a.webp' } }, { image: 'https://api.example.org/uploads/a.webp' }, '/image'],
    [
      'event',
      { image: { data: { attributes: { url: 'https://a.b/c.webp' } } } },
      { image: 'https://a.b/c.webp' },
      '/image',
    ],
  ],
  picture: [['event', { image: 'https://cdn.example.org/a/x.webp' }, { image: 'x.webp' }, '/image']],
}

/** Values of uncertain meaning for each back end format. The test puts them in place of the first row's value. */
const unread: Record<keyof typeof legacyFormats, unknown[]> = {
  number: ['many', '24 h', '-1', '1e3', '9'.repeat(16), [24]],
  boolean: [2, 'maybe', '', null, [1], bit(2), { type: 'Buffer' }],
  text: [true, [1], {}],
  reference: ['a', { name: 'A' }, ['a']],
  tags: [
    '[a',
    '[1]',
    '[["a"]]',
    7,
    { a: 1 },
    '"["a"',
    '{"a":1}',
    'a:2:{i:0;s:1:"a";}',
    'a:1:{s:1:"a";i:1;}',
    's:1:"a";',
    'b:0;',
    'N;',
    [{ title: 'a' }],
    [{ name: 'a' }, 'b'],
  ],
  nothing: [0, false, [], {}],
  'zero-date': ['1970-01-01', '0000', 0],
  link: [
    'nowhere',
    'soon.',
    'a b.org',
    'mailto:a@b.org',
    'javascript:alert(1).org',
    'a@b.org',
    '/a.org',
    '+963 944',
    7,
    {},
  ],
  'no-picture': ['', 0, true, []],
  missing: [0, 'none', [null], { success: true }, { slug: '' }],
  nested: [{ slug: 'a' }, { x: { slug: 'a' }, y: { slug: 'b' } }, { errors: { slug: ['Required.'] } }, { a: { b: 1 } }],
  one: [null, [{ slug: 'a' }, { slug: 'b' }], [null], ['a']],
  'empty-list': ['', false, {}],
  keys: [{}, { a: 1 }, { a: { slug: 'b' } }, { 1: 'a', b: 'c' }, { 0.5: 'a' }],
  pages: [
    null,
    {},
    { data: null },
    'data',
    { a: [], b: [] },
    { a: ['b'] },
    { message: 'No', errors: [{ slug: 'a' }] },
    { en_title: 'a', tags: [] },
  ],
  home: [null, {}, { course: [] }, 'courses'],
  'other-date': [
    '202701051800',
    '05/01/2027 18:00',
    'Tue Jan 05 18:00:00 EET 2027',
    'Tuesday',
    5,
    '12345',
    [2027],
    ['2027', '1', '5'],
    {},
    { date: '2027-01-05 18:00:00', timezone: 'Europe/Berlin' },
    { seconds: {} },
  ],
  date: ['5/1/2027 18:00', '2027-01-05', '2027-01-05 18:00:00+03:00', 0],
  // If these were decoded once more, they would be other texts, or markup.
  entity: ['&amp;lt;b&amp;gt;', '&lt;b&gt;', '&copy;', 'A & B', 'a&b;'],
  'picture-path': ['x.webp', 'a/x.webp', {}, { url: '' }, { url: 5 }, { url: 'a/x.webp' }],
  picture: ['x.webp', '/a/x.webp', '../x.webp', 'ftp://cdn.example.org/x.webp'],
}

/** A column of the type BIT, as the drivers of MySQL for Node return it. */
function bit(value: number) {
  return { type: 'Buffer', data: [value] }
}

function flag(value: unknown, read: boolean): Row {
  return ['news', [{ palmyra_news: value }], [{ palmyra_news: read }], '/0/palmyra_news']
}

type Fixture = { items?: { properties: Record<string, { type?: string; description?: string }> } }

const keys = Object.keys(legacyFormats) as (keyof typeof legacyFormats)[]

/** The reader of a format. The path of a picture becomes an address, which tools read as a name. */
function readerOf(key: string, more: Partial<FormatOptions> = {}) {
  const options = { product: 'palmyra', ...more }
  if (key === 'picture-path') return createFormatReader({ ...options, base: 'https://api.example.org/back-end' })
  return createExactReader({ ...options, pictureName: named })
}

describe.each(keys)('the format "%s"', (key) => {
  test.each(rows[key])('is read and told of: in %s %j', (operation, given, read, pointer) => {
    const uses: FormatUse[] = []
    const reader = readerOf(key, { tell: (use) => uses.push(use) })
    expect(reader(operation, structuredClone(given))).toStrictEqual(read)
    expect(uses).toStrictEqual([{ id: key, pointer, value: at(given, pointer) }])
    // A value that has been read once has the contract's format.
    expect(reader(operation, read)).toBe(read)
  })

  test.each(unread[key].map((value) => [value]))('leaves %j as it is', (value) => {
    const [operation, given, , pointer] = rows[key][0] as Row // every format has one
    const answer = withValue(given, pointer, value)
    expect(readerOf(key)(operation, answer)).toBe(answer)
  })
})

test('every number, date, list and flag of the contract is read', () => {
  const { fixtures } = createSchemas('palmyra')
  const legacy: Record<string, unknown> = { number: '7', integer: '7', boolean: '1', array: 'a, b' }
  for (const [kind, { items }] of Object.entries(fixtures) as [string, Fixture][])
    for (const [field, { type = '', description = '' }] of Object.entries(items?.properties ?? {})) {
      const value = /date and time/.test(description) ? '2027-01-05 18:00:00' : legacy[type]
      if (value === undefined) continue
      const given = [{ [kind]: [{ [field]: value }] }]
      const read = createExactReader({ product: 'palmyra', pictureName: named })('homeData', given)
      expect(read, `${kind}: ${field}`).not.toEqual(given)
    }
})

test('an empty text of the contract is left, and no required field is removed', () => {
  const item = {
    slug: '',
    en_title: '',
    ar_title: 'ا',
    en_body: '',
    ar_body: 'null',
    ugarit_news: null,
    image: 'a.webp',
  }
  expect(createFormatReader({ product: 'ugarit' })('newsItem', item)).toBe(item)
})

test('the courses of an unknown category are none, unless all courses were asked for', () => {
  const uses: string[] = []
  const read = createFormatReader({ product: 'ugarit', tell: ({ id }) => uses.push(id) })
  const answer = { courses: [], category: null }
  expect(read('coursesByCategory', answer, { slug: '' })).toBe(answer)
  expect(read('coursesByCategory', answer)).toBe(answer)
  expect(uses).toEqual([])
  expect(read('coursesByCategory', { courses: [], category: false }, { slug: 'a' })).toBe(undefined)
  expect(uses).toContain('missing')
})

test('fields that the contract does not know are never read, nor is the answer changed', () => {
  const answer = [{ slug: 'a', unknown: '7', other_news: 1, more: { count: '3' }, tags: 'a,b', count: '1', date: '' }]
  const reader = createExactReader({ product: 'ugarit', pictureName: named })
  expect(reader('blogs', answer)).toBe(answer)
  const course = Object.freeze({ count: '3', unknown: '7' })
  expect(reader('course', course)).toStrictEqual({ count: 3, unknown: '7' })
})

test('what pages understand as it comes is left to them, so that content of our own server stays the same object', () => {
  const reader = createFormatReader({ product: 'ugarit' })
  const answer = [generateContent({ seed: 3, size: 12 })]
  answer[0]?.courses.push({
    slug: 'a',
    category: 'b',
    tags: [],
    image: 'https://cdn.example.org/a/x.webp',
    en_title: 'R&amp;D',
    date: '2027-01-05 18:00:00',
  })
  expect(reader('homeData', answer)).toBe(answer)
  const [untouched, legacy] = [{ slug: 'a' }, { slug: 'b', id: '7' }]
  const read = reader('blogs', [untouched, legacy]) as unknown[]
  expect(read[0]).toBe(untouched)
})

/** Returns a copy of the response with another value at the pointer. */
function withValue(answer: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value
  const copy = structuredClone(answer)
  const end = pointer.lastIndexOf('/')
  const parent = at(copy, pointer.slice(0, end)) as Record<string, unknown>
  parent[pointer.slice(end + 1)] = value
  return copy
}
