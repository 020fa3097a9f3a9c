import { describe, expect, test } from 'vitest'
import { ApiError } from '../../client/data/api'
import { at, home, loadersOver, many, thrown, visitOver } from './loader-fakes'

describe('lists', () => {
  test.each([
    ['/blogs', 7],
    ['/blogs?show=7', 7],
    ['/blogs?show=14', 14],
    ['/blogs?show=8', 14],
    ['/blogs?show=20', 20],
    ['/blogs?show=999', 20],
    ['/blogs?show=1e9', 20],
    ['/blogs?show=0', 7],
    ['/blogs?show=-7', 7],
    ['/blogs?show=abc', 7],
    ['/blogs?show=', 7],
    ['/blogs?show=Infinity', 7],
    ['/ar/blogs?show=14', 14],
  ])('%s shows %i of 20', async (path, count) => {
    const { loaders } = loadersOver({ blogs: many(20) })
    const { cards, total } = await loaders.blogList(at(path))
    expect([cards.map(({ slug }) => slug), total]).toStrictEqual([many(count).map(({ slug }) => slug), 20])
  })

  test.each([
    ['/blogs?q=item', 7, 20, 'item'],
    ['/blogs?q=item&show=14', 14, 20, 'item'],
    ['/blogs?show=14&q=ITEM%201', 11, 11, 'ITEM 1'],
    ['/ar/blogs?q=%20item+19%20', 1, 1, 'item 19'],
    ['/blogs?q=nothing', 0, 0, 'nothing'],
    ['/blogs?q=', 7, 20, undefined],
    ['/blogs?q=%20%20', 7, 20, undefined],
    ['/blogs?q=%D9%80', 7, 20, undefined],
    ['/blogs?q=%D9%A1%D9%A9', 1, 1, '١٩'],
    [`/blogs?q=${'x'.repeat(500)}`, 0, 0, 'x'.repeat(100)],
  ])('%s shows %i of %i found for %s', async (path, count, found, query) => {
    const { loaders } = loadersOver({ blogs: many(20) })
    const page = await loaders.blogList(at(path))
    expect([page.cards.length, page.total, page.query]).toStrictEqual([count, found, query])
    expect('query' in page).toBe(query !== undefined)
  })

  test('a search within a category keeps its name, and finding nothing there is no 404', async () => {
    const category = { slug: 'ai', name: 'AI' }
    const { loaders } = loadersOver({ coursesByCategory: { courses: many(3), category } })
    const page = await loaders.courseList(at('/course-category/ai?q=item+2', { slug: 'ai' }))
    expect(page).toMatchObject({ total: 1, category: { text: 'AI' }, cards: [{ slug: 'item-2' }] })
    expect(await loaders.courseList(at('/course-category/ai?q=zzz', { slug: 'ai' }))).toStrictEqual({
      cards: [],
      total: 0,
      query: 'zzz',
      category: { text: 'AI' },
    })
  })

  test('each list asks its own operation', async () => {
    const answers = { news: [], events: [], blogs: [], coursesByCategory: { courses: [], category: null } }
    const { loaders, calls } = loadersOver(answers)
    await loaders.courseList(at('/courses'))
    await loaders.productNewsList(at('/ugarit_news'))
    await loaders.aiNewsList(at('/ai_news'))
    await loaders.blogList(at('/blogs'))
    await loaders.eventList('free_workshop')(at('/free-workshops'))
    await loaders.eventList('competitions_programming')(at('/programming-competitions'))
    expect(calls).toStrictEqual([
      { name: 'coursesByCategory', payload: { slug: '' } },
      { name: 'news', payload: { ugarit_news: true } },
      { name: 'news', payload: { ugarit_news: false } },
      { name: 'blogs', payload: undefined },
      { name: 'events', payload: { event_type: 'free_workshop' } },
      { name: 'events', payload: { event_type: 'competitions_programming' } },
    ])
  })

  test('"load more", a search and the language switch need no new call; another page and a return do', async () => {
    const { loaders, calls, open } = visitOver({ blogs: many(20), news: [] })
    for (const path of ['/blogs', '/blogs?show=14', '/ar/blogs?show=14', '/blogs?q=item', '/blogs?q=x&show=14'])
      await open(loaders.blogList, path)
    expect(calls).toHaveLength(1)
    await open(loaders.aiNewsList, '/ai_news')
    await open(loaders.blogList, '/blogs')
    expect(calls.map(({ name }) => name)).toStrictEqual(['blogs', 'news', 'blogs'])
  })

  test('a failed call is not remembered', async () => {
    const answers: Record<string, unknown> = { blogs: new ApiError('blogs', 'timeout', 0, 'late') }
    const { loaders, open } = visitOver(answers)
    expect(await thrown(open(loaders.blogList, '/blogs'))).toMatchObject({
      data: { kind: 'timeout' },
      init: { status: 503 },
    })
    answers.blogs = many(1)
    expect(await open(loaders.blogList, '/blogs')).toMatchObject({ total: 1 })
  })

  test.each([
    ['/course-category/ai', { name: 'AI', ar_name: 'ذكاء' }, { text: 'AI' }],
    ['/ar/course-category/ai', { name: 'AI', ar_name: 'ذكاء' }, { text: 'ذكاء' }],
    ['/ar/course-category/ai', { name: 'AI', ar_name: '' }, { text: 'AI', locale: 'en' }],
    ['/course-category/ai', {}, { text: 'ai' }],
  ])("%s has its category's name %j", async (path, names, category) => {
    const { loaders } = loadersOver({ coursesByCategory: { courses: many(1), category: { slug: 'ai', ...names } } })
    expect((await loaders.courseList(at(path, { slug: 'ai' }))).category).toStrictEqual(category)
  })

  test('a category that is not there is a 404, also where the server answers an empty list', async () => {
    const error = new ApiError('coursesByCategory', 'status', 404, 'not found')
    for (const coursesByCategory of [error, { courses: [], category: null }]) {
      const { loaders } = loadersOver({ coursesByCategory })
      expect(await thrown(loaders.courseList(at('/course-category/x', { slug: 'x' })))).toMatchObject({
        init: { status: 404 },
      })
    }
  })

  test('what cannot be linked to or shown is left out', async () => {
    const junk = [
      null,
      5,
      'text',
      [],
      {},
      { slug: 7 },
      { slug: '' },
      { slug: '.' },
      { slug: '..' },
      { slug: 'good', tags: 'no list', image: 5, en_title: {} },
    ]
    const { loaders } = loadersOver({
      blogs: junk,
      homeData: home({ blogs: junk, news: junk, team: junk, events: null }),
    })
    const card = { slug: 'good', title: { text: 'good' }, tags: [] }
    expect(await loaders.blogList(at('/blogs'))).toStrictEqual({ cards: [card], total: 1 })
    expect(await loaders.homePage(at('/'))).toMatchObject({
      news: [{ slug: 'good', title: { text: 'good' } }],
      blogs: { cards: [card], hasMore: false },
      events: { cards: [], hasMore: false },
    })
    expect(await loaders.about(at('/who-we-are'))).toStrictEqual({ members: [] })
  })

  test('a card carries its title, excerpt of 100 characters, tags and image, and no body', async () => {
    const item = {
      ...many(1)[0],
      en_description: 'x'.repeat(101),
      en_body: 'secret',
      tags: ['AI', '', 5, 'Python'],
      count: 3,
    }
    const { loaders } = loadersOver({ blogs: [item] })
    expect((await loaders.blogList(at('/blogs'))).cards).toStrictEqual([
      {
        slug: 'item-0',
        title: { text: 'Item 0' },
        tags: ['AI', 'Python'],
        excerpt: { text: `${'x'.repeat(100)}...` },
        image: 'a.png',
      },
    ])
  })
})

describe('the home page', () => {
  test.each([
    [24, 24, false],
    [25, 24, true],
    [1_000, 24, true],
    [0, 0, false],
  ])('of %i items shows the first %i, and tells that there are more: %s', async (count, shown, hasMore) => {
    const items = many(count, { en_description: 'y'.repeat(200), en_body: 'secret body' })
    const { loaders } = loadersOver({ homeData: home({ courses: items, events: items, blogs: items, news: items }) })
    const page = await loaders.homePage(at('/'))
    for (const slider of [page.courses, page.events, page.blogs]) {
      expect(slider.cards.map(({ slug }) => slug)).toStrictEqual(many(shown).map(({ slug }) => slug))
      expect(slider.hasMore).toBe(hasMore)
      for (const { excerpt } of slider.cards) expect(excerpt?.text).toBe(`${'y'.repeat(70)}...`)
    }
    expect([page.news.length, page.hasMoreNews]).toStrictEqual([shown, hasMore])
    expect(JSON.stringify(page)).not.toContain('secret')
  })

  test('statements are text in the page’s language, and absent where the goals are', async () => {
    const goals = { en_who_we_are: '<p>We <b>teach</b></p>', ar_mission: '<p>رسالة</p>' }
    const { loaders } = loadersOver({ homeData: home({ goals }) })
    expect(await loaders.homePage(at('/'))).toMatchObject({
      whoWeAre: { text: 'We teach' },
      mission: { text: 'رسالة', locale: 'ar' },
    })
    for (const nothing of [{}, undefined, { en_mission: ' ', ar_mission: '<p></p>' }]) {
      const page = await loadersOver({ homeData: home({ goals: nothing }) }).loaders.homePage(at('/ar'))
      expect(page).not.toHaveProperty('whoWeAre')
      expect(page).not.toHaveProperty('mission')
    }
  })
})
