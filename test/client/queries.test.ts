import { describe, expect, test } from 'vitest'
import type { QueryKey } from '#contract/operations'
import { operationNames } from '#contract/operations'
import { answerFromHome, placeholderFromHome } from '../../client/data/queries'
import { operationRows } from '../server/api/operation-rows'
import { generateContent } from '../support/generated-content'
import { home } from './page-views'

const content = generateContent({ seed: 31, size: 6 })

describe('the home data', () => {
  test.each(operationNames)('answers %s like the API, by the table of the API tests', (name) => {
    for (const { payload, data } of operationRows(content, 'ugarit')[name])
      expect(answerFromHome(content, 'ugarit', [name, payload] as QueryKey), JSON.stringify(payload)).toStrictEqual(
        data,
      )
  })

  test.each(['course', 'coursesByCategory'] as const)('has nothing for an unknown slug of %s', (name) => {
    expect(answerFromHome(content, 'ugarit', [name, { slug: 'none' }])).toBeUndefined()
  })
})

test.each<QueryKey>([
  ['blogs', undefined],
  ['news', { ugarit_news: true }],
  ['events', { event_type: 'free_workshop' }],
  ['coursesByCategory', { slug: '' }],
])('home data without the list of %s has no answer, not even an incomplete one', (...query) => {
  const { courses, blogs, events, news, ...rest } = content
  expect(placeholderFromHome(rest as typeof content, 'ugarit', query as QueryKey, true)).toBeUndefined()
})

describe('a placeholder from the home data', () => {
  const item = { slug: 'a', en_title: 'A', image: 'a.png' }
  test.each<[string, QueryKey, object, boolean]>([
    ['an item with its text', ['blog', { slug: 'a' }], { blogs: [{ ...item, ar_body: '<p>a</p>' }] }, true],
    ['an item without a text', ['blog', { slug: 'a' }], { blogs: [{ ...item, en_body: '', ar_body: ' ' }] }, false],
    [
      'an item without a text but with courses',
      ['blog', { slug: 'a' }],
      { blogs: [{ ...item, courses: ['b'] }] },
      false,
    ],
    ['an item that is not there', ['blog', { slug: 'b' }], { blogs: [item] }, false],
    ['a list', ['blogs', undefined], { blogs: [item] }, true],
    ['an empty list', ['blogs', undefined], {}, false],
    ['courses of a category', ['coursesByCategory', { slug: 'a' }], { courses: [{ ...item, category: 'a' }] }, true],
    // Another field may hold the category.
    ['a category without courses', ['coursesByCategory', { slug: 'a' }], { courses: [item] }, false],
    ['news that name their list', ['news', { ugarit_news: false }], { news: [{ ...item, ugarit_news: false }] }, true],
    [
      'news of which some do',
      ['news', { ugarit_news: false }],
      { news: [item, { ...item, ugarit_news: false }] },
      false,
    ],
    ['news that do not', ['news', { ugarit_news: false }], { news: [item] }, false],
  ])('%s', (_, query, more, expected) => {
    const [data] = home({ courses_categories: [{ slug: 'a', name: 'A' }], ...more })
    expect(placeholderFromHome(data, 'ugarit', query) !== undefined).toBe(expected)
  })
})
