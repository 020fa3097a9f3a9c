import { describe, expect, test } from 'vitest'
import type { OperationName } from '#contract/operations'
import type { Api } from '../../client/data/api'
import { answerEarly, isSame, isWhole } from '../../client/data/early-answers'
import { createKeeping, standIn } from '../../client/data/failed-call'
import { createHomeData } from '../../client/data/home-data'
import { generateContent } from '../generated-content'
import { firstOf } from '../site-pages'

const content = generateContent({ seed: 31, size: 6 })
const course = firstOf(content.courses)

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

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: 1 }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  ['1', 1, false],
])('%j and %j say the same: %s', (one, other, expected) => {
  expect([isSame(one, other), isSame(other, one)]).toStrictEqual([expected, expected])
})

describe('a call', () => {
  const never = new Promise<never>(() => undefined)
  const here = { pathname: '/courses' }

  /** The course that a call for it gives, with a router on its way. */
  async function callOn(options: { to?: string; isAhead?: boolean; hasHome?: boolean; answer?: Promise<unknown> }) {
    const { to, isAhead = false, hasHome = true, answer = never } = options
    const keeping = createKeeping()
    const homeData = createHomeData({ homeData: async () => [content] })
    if (hasHome) await homeData.get()
    const state = { location: here, navigation: to === undefined ? {} : { location: { pathname: to } } }
    answerEarly({ state } as Parameters<typeof answerEarly>[0], keeping, homeData, 'ugarit') // all that it reads of a router
    const api = { course: () => answer } as unknown as Api // one operation is enough here
    const { signal } = new AbortController()
    if (isAhead) keeping.isAhead.add(signal)
    const steady = standIn(
      api,
      'ugarit',
      keeping,
      async () => undefined,
      () => undefined,
    )
    const open = Symbol('open')
    const given = await Promise.race([
      steady.course({ slug: course.slug }, { signal }),
      new Promise((resolve) => setImmediate(resolve, open)),
    ])
    return given === open ? 'waits' : given
  }

  const other = `/courses/${course.slug}`
  test.each([
    ['of another page is answered at once', { to: other }, course],
    ['ahead of a page is answered at once', { isAhead: true }, course],
    ['of the page that is shown waits', { to: here.pathname }, 'waits'],
    ['that makes the page anew waits', {}, 'waits'],
    ['without the home data waits', { to: other, hasHome: false }, 'waits'],
    ['whose answer is here is given that', { to: other, answer: Promise.resolve('the answer') }, 'the answer'],
  ])('%s', async (_, options, expected) => {
    expect(await callOn(options)).toBe(expected)
  })
})
