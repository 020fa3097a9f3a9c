import { describe, expect, test } from 'vitest'
import { createHabitReader, type HabitUse, habits } from '#contract/habits'
import type { OperationName } from '#contract/operations'
import { plainText } from '#markup/plain-text'
import { generateContent } from '../support/generated-content'

const named = (address: string) => address.slice(address.lastIndexOf('/') + 1)

type Row = [operation: OperationName, given: unknown, read: unknown, pointer: string, unread?: unknown[]]

/** For each habit: an answer that has it, what is read of it, and values at the same place whose meaning is uncertain. */
const rows: Record<keyof typeof habits, Row[]> = {
  number: [
    ['course', { count: '24' }, { count: 24 }, '/count', ['', 'many', '24 h', '-1', '1e3', '9'.repeat(16), null, [24]]],
    ['blogs', [{ id: '007' }], [{ id: 7 }], '/0/id'],
    ['courseById', { count: '12.50' }, { count: 12.5 }, '/count'],
  ],
  boolean: [
    ...[1, '1', 'true', 'TRUE'].map((value) => flagRow(value, true)),
    ...[0, '0', 'false', 'False'].map((value) => flagRow(value, false)),
  ],
  tags: [
    ['course', { tags: '["a, b","c"]' }, { tags: ['a, b', 'c'] }, '/tags'],
    [
      'course',
      { tags: 'Python, تعلّم، AI,' },
      { tags: ['Python', 'تعلّم', 'AI'] },
      '/tags',
      ['[a', '[1]', '[["a"]]', 7, { a: 1 }],
    ],
    ['course', { tags: '' }, { tags: [] }, '/tags'],
  ],
  one: [
    ['newsItem', [{ slug: 'a' }], { slug: 'a' }, ''],
    [
      'coursesByCategory',
      { courses: [], category: [{ slug: 'a' }] },
      { courses: [], category: { slug: 'a' } },
      '/category',
      [null, [], [{ slug: 'a' }, { slug: 'b' }], [null], ['a']],
    ],
    ['homeData', [{ goals: [{ en_mission: 'a' }] }], [{ goals: { en_mission: 'a' } }], '/0/goals'],
  ],
  emptyList: [
    ['homeData', [{ team: null }], [{ team: [] }], '/0/team', ['', false, {}]],
    ['coursesByCategory', { courses: null, category: null }, { courses: [], category: null }, '/courses'],
    ['course', { tags: null }, { tags: [] }, '/tags'],
  ],
  date: [
    [
      'course',
      { date: '2027-01-05 18:00:00' },
      { date: '2027-01-05T18:00:00' },
      '/date',
      ['5/1/2027 18:00', '2027-01-05', '2027-01-05 18:00:00+03:00', 0],
    ],
  ],
  entity: [
    // Decoded once more they would be other texts, or markup.
    [
      'event',
      { en_title: 'R&amp;D: &quot;AI&quot; isn&#39;t &#039;all&apos;' },
      { en_title: `R&D: "AI" isn't 'all'` },
      '/en_title',
      ['&amp;lt;b&amp;gt;', '&lt;b&gt;', '&copy;', 'A & B', 'a&b;'],
    ],
  ],
  picture: [
    [
      'homeData',
      [{ team: [{ image: 'https://cdn.example.org/a/x.webp' }] }],
      [{ team: [{ image: 'x.webp' }] }],
      '/0/team/0/image',
      ['x.webp', '/a/x.webp', '../x.webp', 'ftp://cdn.example.org/x.webp'],
    ],
  ],
}

function flagRow(value: unknown, read: boolean): Row {
  const unread = [2, 'yes', '', null, [1]]
  return ['news', [{ palmyra_news: value }], [{ palmyra_news: read }], '/0/palmyra_news', unread]
}

describe.each(Object.entries(rows))('the habit "%s"', (key, row) => {
  const { name, expected } = habits[key as keyof typeof habits]

  test.each(row)('is read and told of: in %s %j', (operation, given, read, pointer) => {
    const uses: HabitUse[] = []
    const reader = createHabitReader({ product: 'palmyra', tell: (use) => uses.push(use), pictureName: named })
    expect(reader(operation, structuredClone(given))).toStrictEqual(read)
    expect(uses).toStrictEqual([{ habit: name, pointer, expected, value: valueAt(given, pointer) }])
    // A value that has been read once has the contract's format.
    expect(reader(operation, read)).toBe(read)
  })

  test.each(
    row.flatMap(([operation, given, , pointer, unread = []]) =>
      unread.map((value) => ({ operation, given, pointer, value })),
    ),
  )('leaves $value at $pointer as it is', ({ operation, given, pointer, value }) => {
    const answer = withValue(given, pointer, value)
    expect(createHabitReader({ product: 'palmyra', pictureName: named })(operation, answer)).toBe(answer)
  })
})

test('fields that the contract does not know are never read, nor is the answer changed', () => {
  const answer = [{ slug: 'a', seats: '7', other_news: 1, more: { count: '3' }, tags: 'a,b', count: '1', date: '' }]
  const reader = createHabitReader({ product: 'ugarit', pictureName: named })
  expect(reader('events', answer)).toBe(answer)
  const course = Object.freeze({ count: '3', seats: '7' })
  expect(reader('course', course)).toStrictEqual({ count: 3, seats: '7' })
})

test('what pages understand as it comes is left to them, so that content of our own server stays the same object', () => {
  const reader = createHabitReader({ product: 'ugarit' })
  const answer = [generateContent({ seed: 3, size: 12 })]
  answer[0]?.courses.push({
    ...{ slug: 'a', category: 'b', tags: [], image: 'https://cdn.example.org/a/x.webp' },
    ...{ en_title: 'R&amp;D', date: '2027-01-05 18:00:00' },
  })
  expect(reader('homeData', answer)).toBe(answer)
  const [untouched, habitual] = [{ slug: 'a' }, { slug: 'b', id: '7' }]
  const read = reader('blogs', [untouched, habitual]) as unknown[]
  expect(read[0]).toBe(untouched)
})

test('titles look the same with and without their entities', () => {
  for (const title of ['R&amp;D &quot;x&quot;', '&lt;b&gt; &amp;amp;', '&amp;lt;', '&amp; b;', '&#39;&#039;&apos;'])
    expect(plainText(habits.entity.read(title) as string)).toBe(plainText(title))
})

function valueAt(answer: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((value, key) => (value as Record<string, unknown>)[key], answer)
}

/** The answer with another value at the pointer. */
function withValue(answer: unknown, pointer: string, value: unknown): unknown {
  if (pointer === '') return value
  const copy = structuredClone(answer)
  const end = pointer.lastIndexOf('/')
  const parent = valueAt(copy, pointer.slice(0, end)) as Record<string, unknown>
  parent[pointer.slice(end + 1)] = value
  return copy
}
