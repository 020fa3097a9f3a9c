import { describe, expect, test } from 'vitest'
import { type OperationName, operationNames } from '#contract/operations'
import { answerFromHome, isWhole } from '../../client/data/queries'
import { operationRows } from '../api/operation-rows'
import { generateContent } from '../generated-content'
import { firstOf } from '../site-pages'

const content = generateContent({ seed: 31, size: 6 })
const course = firstOf(content.courses)

describe('the home data', () => {
  test.each(operationNames)('answers %s as the API does, from the table of the API tests', (name) => {
    for (const { payload, data } of operationRows(content, 'ugarit')[name])
      expect(answerFromHome(content, 'ugarit', name, payload), JSON.stringify(payload)).toStrictEqual(data)
  })

  test.each([
    ['course', { slug: 'none' }],
    ['courseById', { id: -1 }],
    ['coursesByCategory', { slug: 'none' }],
    ['newsItem', {}],
  ] as const)('has nothing for %s %j', (name, payload) => {
    expect(answerFromHome(content, 'ugarit', name, payload)).toBeUndefined()
  })
})

describe('an answer of the home data is whole', () => {
  const news = (isOfProduct: unknown) => [{ slug: 'a', ugarit_news: isOfProduct }]
  test.each<[OperationName, unknown, boolean]>([
    ['course', course, true],
    ['course', { ...course, en_body: '', ar_body: ' ' }, false],
    ['newsItem', { slug: 'a', ar_body: '<p>a</p>' }, true],
    ['coursesByCategory', { courses: [course], category: null }, true],
    // Another field may hold the category.
    ['coursesByCategory', { courses: [], category: { slug: 'a' } }, false],
    ['blogs', content.blogs, true],
    ['blogs', [], false],
    ['events', [], false],
    ['news', news(true), true],
    ['news', news(undefined), false],
  ])('%s %j: %s', (name, found, expected) => {
    expect(isWhole(name, found, 'ugarit')).toBe(expected)
  })
})
