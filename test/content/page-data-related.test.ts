import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Related } from '#content/page-data'
import { ApiError } from '../../client/data/api'
import { at, home, many, viewsOver } from '../client/page-views'

const courses = many(8).map((course, index) => ({ ...course, category: index % 2 ? 'odd' : 'even' }))
const eventTypes = [...Array(3).fill('free_workshop'), ...Array(3).fill('competitions_programming')]
const events = many(6).map((event, index) => ({ ...event, event_type: eventTypes[index] }))
const news = many(4).map((item, index) => ({ ...item, ugarit_news: index % 2 === 0 }))
const never = new Promise<never>(() => undefined)

/** Returns the slugs of an item's neighbours and related items. */
const around = ({ previous, next, related }: Related) => [previous?.slug, next?.slug, related?.map(({ slug }) => slug)]
const open = (views: ReturnType<typeof viewsOver>['views'], kind: 'course' | 'blog' | 'event' | 'newsItem') =>
  views[kind](at('/ar/x', { slug: 'x' }))

describe('with the home data in memory', () => {
  test.each([
    ['course', courses[0], [undefined, 'item-1', ['item-2', 'item-4', 'item-6']]],
    ['course', courses[5], ['item-4', 'item-6', ['item-7', 'item-1', 'item-3']]],
    ['blog', many(3)[1], ['item-0', 'item-2', ['item-0', 'item-2']]],
    ['event', events[2], ['item-1', undefined, ['item-0', 'item-1']]],
    ['event', events[3], [undefined, 'item-4', ['item-5', 'item-4']]],
    ['newsItem', news[2], ['item-0', undefined, ['item-0']]],
  ] as const)('of a %s (%j) there is no other call, and around it is %j', async (kind, item, expected) => {
    const { views, calls } = viewsOver({ [kind]: item, homeData: home({ courses, events, news, blogs: many(3) }) })
    expect(around(await open(views, kind))).toStrictEqual(expected)
    expect(calls.map(({ name }) => name)).toStrictEqual([kind, 'homeData'])
  })

  test('its neighbours in the list come last among the related, and only when there are too few others', async () => {
    const few = courses.slice(0, 4).map((course) => ({ ...course, category: 'one' }))
    const { views } = viewsOver({ course: few[1], homeData: home({ courses: few }) })
    expect(around(await open(views, 'course'))).toStrictEqual(['item-0', 'item-2', ['item-3', 'item-0', 'item-2']])
    const alone = viewsOver({ course: few[0], homeData: home({ courses: few.slice(0, 1) }) })
    expect(around(await open(alone.views, 'course'))).toStrictEqual([undefined, undefined, undefined])
  })

  test('what has started comes last among the related', async () => {
    const dates = ['2026-01-01', '2026-01-01', '2000-01-01', '2999-01-01', undefined, '2999-01-01']
    const dated = events.map((event, index) => ({ ...event, event_type: 'free_workshop', date: dates[index] }))
    const { views } = viewsOver({ event: dated[0], homeData: home({ events: dated }) })
    expect(around(await open(views, 'event'))[2]).toStrictEqual(['item-3', 'item-4', 'item-5'])
    const few = viewsOver({ event: dated[0], homeData: home({ events: dated.slice(0, 4) }) })
    expect(around(await open(few.views, 'event'))[2]).toStrictEqual(['item-3', 'item-2', 'item-1'])
  })

  test('a course has its category, by the name in the page’s language, if the home data has it', async () => {
    const courses_categories = [{ slug: 'even', name: 'Even', ar_name: 'زوجي' }]
    const { views } = viewsOver({ course: courses[0], homeData: home({ courses, courses_categories }) })
    expect((await open(views, 'course')).courseCategory).toStrictEqual({ slug: 'even', title: { text: 'زوجي' } })
    const unknown = viewsOver({ course: courses[1], homeData: home({ courses, courses_categories }) })
    expect((await open(unknown.views, 'course')).courseCategory).toBeUndefined()
  })

  test('only what is shown is carried: titles in the page’s language, cards with when they start', async () => {
    const texts = { ar_description: 'و'.repeat(200), ar_body: 'secret' }
    const rich = courses.map((course) => ({ ...course, ...texts, ar_title: `دورة ${course.slug}` }))
    const { views } = viewsOver({ course: { ...rich[0], ar_body: '' }, homeData: home({ courses: rich }) })
    const page = await open(views, 'course')
    expect(page.next).toStrictEqual({ slug: 'item-1', title: { text: 'دورة item-1' } })
    expect(page.related).toHaveLength(3)
    for (const card of page.related ?? []) expect([card.excerpt, card.tags]).toEqual([undefined, undefined])
    expect(JSON.stringify(page)).not.toContain('secret')
  })

  test('what an item does not say of its kind, its list does', async () => {
    const { event_type: _, ...event } = events[4] ?? {}
    const { ugarit_news: __, ...item } = news[3] ?? {}
    const { views } = viewsOver({ event, newsItem: item, homeData: home({ events, news }) })
    const ofEvent = { listName: 'programmingCompetitions', previous: { slug: 'item-3' }, next: { slug: 'item-5' } }
    expect(await open(views, 'event')).toMatchObject(ofEvent)
    expect(await open(views, 'newsItem')).toMatchObject({ listName: 'aiNews', previous: { slug: 'item-1' } })
  })
})

describe('without the home data', () => {
  const homeData = new ApiError('homeData', 'status', 500, 'down')

  test.each([
    ['course', { ...courses[2] }, { coursesByCategory: { courses, category: null } }, { slug: '' }],
    ['blog', many(3)[1], { blogs: many(3) }, undefined],
    ['newsItem', news[2], { news: [news[0], news[2], news[0]] }, { ugarit_news: true }],
  ] as const)('of a %s one call for its list tells', async (kind, item, answer, payload) => {
    const { views, calls } = viewsOver({ [kind]: item, homeData, ...answer })
    const page = await open(views, kind)
    expect([page.previous, page.next]).toStrictEqual([expect.anything(), expect.anything()])
    const [operation] = Object.keys(answer)
    expect(calls.filter(({ name }) => ![kind, 'homeData'].includes(name))).toStrictEqual([{ name: operation, payload }])
  })

  test.each([
    ['failing', homeData],
    ['of another shape', 5],
    ['without the item', many(0)],
    ['that never comes', never],
  ])('a list %s leaves the page whole, and in time', async (_, blogs) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { views } = viewsOver({ blog: many(1)[0], homeData, blogs })
    const opened = open(views, 'blog')
    await vi.advanceTimersByTimeAsync(300)
    const item = { slug: 'item-0', title: { text: 'Item 0', locale: 'en' }, tags: [], image: 'a.png' }
    expect(await opened).toStrictEqual({ page: 'blog', listName: 'blogs', ...item })
  })
})
