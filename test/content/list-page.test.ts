import { describe, expect, test } from 'vitest'
import { ApiError } from '../../client/data/api'
import { at, home, many, viewsOver } from '../client/page-views'

describe('lists', () => {
  test.each([
    [['', '?show=7', '?show=0', '?show=-7', '?show=abc', '?show=Infinity', '?q=', '?q=%20%20', '?q=%D9%80'], 7, 20],
    [['?show=8', '?show=14'], 14, 20],
    [['?show=999', '?show=1e9'], 20, 20],
    [['?q=item'], 7, 20, 'item'],
    [['?show=14&q=ITEM'], 14, 20, 'ITEM'],
    [['?show=14&q=ITEM%201'], 1, 1, 'ITEM 1'],
    // Words that say nothing, alone, ask for all items.
    [['?q=articles'], 7, 20, 'articles'],
    [['?q=%20item+19%20'], 1, 1, 'item 19'],
    [['?q=nothing'], 0, 0, 'nothing'],
    [['?q=%D9%A1%D9%A9'], 1, 1, '١٩'],
    [[`?q=${'x'.repeat(500)}`], 0, 0, 'x'.repeat(100)],
  ] as [string[], number, number, string?][])('%j show %i of %i found', async (addresses, count, total, query) => {
    const { views } = viewsOver({ blogs: many(20) })
    for (const address of addresses.flatMap((each) => [`/blogs${each}`, `/ar/blogs${each}`])) {
      const page = await views.blogs(at(address))
      const slugs = page.cards.map(({ slug }) => slug)
      expect([address, slugs.length, page.total, page.query]).toStrictEqual([address, count, total, query])
      if (!query) expect(slugs).toStrictEqual(many(count).map(({ slug }) => slug))
    }
  })

  test('a search within a category keeps its name, and finding nothing there is no 404', async () => {
    const category = { slug: 'ai', name: 'AI' }
    const { views } = viewsOver({ coursesByCategory: { courses: many(3), category } })
    const found = (query: string) => views.courseCategory(at(`/course-category/ai?q=${query}`, { slug: 'ai' }))
    const page = { name: 'courses', category: { text: 'AI' } }
    expect(await found('item+2')).toMatchObject({ ...page, total: 1, cards: [{ slug: 'item-2' }] })
    expect(await found('zzz')).toStrictEqual({ ...page, total: 0, cards: [], query: 'zzz' })
  })

  test.each([
    ['courses', 'coursesByCategory', { slug: '' }],
    ['productNews', 'news', { ugarit_news: true }],
    ['aiNews', 'news', { ugarit_news: false }],
    ['blogs', 'blogs', undefined],
    ['freeWorkshops', 'events', { event_type: 'free_workshop' }],
    ['programmingCompetitions', 'events', { event_type: 'competitions_programming' }],
  ] as const)('%s asks %s %j', async (list, name, payload) => {
    const answers = { news: [], events: [], blogs: [], coursesByCategory: { courses: [], category: null } }
    const { views, calls } = viewsOver(answers)
    expect((await views[list](at('/'))).name).toBe(list)
    expect(calls.filter((call) => call.name !== 'homeData')).toStrictEqual([{ name, payload }])
  })

  test.each([
    ['/ar', { name: 'AI', ar_name: 'ذكاء' }, { text: 'ذكاء' }],
    ['/ar', { name: 'AI', ar_name: '' }, { text: 'AI', locale: 'en' }],
    ['/', {}, { text: 'ai' }],
  ])("a category's list below %s has of %j the name %j", async (path, names, category) => {
    const { views } = viewsOver({ coursesByCategory: { courses: many(1), category: { slug: 'ai', ...names } } })
    expect((await views.courseCategory(at(path, { slug: 'ai' }))).category).toStrictEqual(category)
  })

  test('a missing category is a 404, also if the server answers with an empty list', async () => {
    const error = new ApiError('coursesByCategory', 'status', 404, 'not found')
    for (const coursesByCategory of [error, { courses: [], category: null }]) {
      const page = viewsOver({ coursesByCategory }).views.courseCategory(at('/course-category/x', { slug: 'x' }))
      await expect(page).rejects.toMatchObject({ init: { status: 404 } })
    }
  })

  test('items that cannot be linked to or shown are left out', async () => {
    const nothing = [null, 5, 'text', [], {}, { slug: 7 }, { slug: '' }, { slug: '.' }, { slug: '..' }]
    const junk = [...nothing, { slug: 'good', tags: 'no list', image: 5, en_title: {} }]
    const homeData = home({ blogs: junk, news: junk, team: junk, events: null })
    const { views } = viewsOver({ blogs: junk, homeData })
    const card = { slug: 'good', title: { text: 'good' }, tags: [] }
    expect(await views.blogs(at('/blogs'))).toStrictEqual({ name: 'blogs', cards: [card], total: 1 })
    expect(await views.home(at('/'))).toMatchObject({
      news: [{ slug: 'good', title: { text: 'good' } }],
      blogs: { cards: [card], hasMore: false },
      events: { cards: [], hasMore: false },
    })
    expect((await views.whoWeAre(at('/who-we-are'))).members).toStrictEqual([])
  })

  test('a card carries its title, excerpt of 100 characters, tags and image, and no body', async () => {
    const more = { en_description: 'x'.repeat(101), en_body: 'secret', tags: ['AI', '', 5, 'Python'], count: 3 }
    const { views } = viewsOver({ blogs: many(1, more) })
    const shown = { tags: ['AI', 'Python'], excerpt: { text: `${'x'.repeat(100)}...` }, image: 'a.png' }
    const card = { slug: 'item-0', title: { text: 'Item 0' }, ...shown }
    expect((await views.blogs(at('/blogs'))).cards).toStrictEqual([card])
  })
})

describe('the home page', () => {
  test.each([
    [24, 24, false],
    [25, 24, true],
  ])('of %i items shows the first %i, and tells that there are more: %s', async (count, shown, hasMore) => {
    const items = many(count, { en_description: 'y'.repeat(200) })
    const { views } = viewsOver({ homeData: home({ courses: items, events: items, blogs: items, news: items }) })
    const page = await views.home(at('/'))
    for (const slider of [page.courses, page.events, page.blogs]) {
      expect(slider.cards.map(({ slug }) => slug)).toStrictEqual(many(shown).map(({ slug }) => slug))
      expect(slider.hasMore).toBe(hasMore)
      for (const { excerpt } of slider.cards) expect(excerpt?.text).toBe(`${'y'.repeat(70)}...`)
    }
    expect([page.news.length, page.hasMoreNews]).toStrictEqual([shown, hasMore])
  })

  test.each([
    [{ en_who_we_are: '<p>We <b>teach</b></p>', ar_mission: 'ر' }, { text: 'We teach' }, { text: 'ر', locale: 'ar' }],
    [undefined, undefined, undefined],
    [{ en_mission: ' ', ar_mission: '<p></p>' }, undefined, undefined],
  ])('of the goals %j it has the statements %j and %j', async (goals, ...statements) => {
    const { whoWeAre, mission } = await viewsOver({ homeData: home({ goals }) }).views.home(at('/'))
    expect([whoWeAre, mission]).toStrictEqual(statements)
  })
})

test('slugs and pictures that no server would answer are left out', async () => {
  const long = 'ب'.repeat(400_000)
  const blogs = [
    { slug: long, en_title: 'A' },
    { slug: 'b', en_title: 'B', image: long },
    { slug: 'ب'.repeat(300), en_title: 'C', image: 'c.png' },
  ]
  const { cards } = await viewsOver({ blogs }).views.blogs(at('/blogs'))
  expect(cards.map(({ title, image }) => [title.text, image])).toStrictEqual([
    ['B', undefined],
    ['C', 'c.png'],
  ])
})
