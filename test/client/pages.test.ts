import { describe, expect, test, vi } from 'vitest'
import { render } from '../../client/app/server'
import { ApiError } from '../../client/data/api'
import { apiOver, askOf, at, home, many, viewsOver } from './page-views'

describe('details', () => {
  test('with all fields of a course, and none that only other items have', async () => {
    const course = {
      ...many(1)[0],
      ar_title: 'دورة <b>أولى</b>',
      en_description: '<p>Short</p>',
      ar_body: '<p>نص</p>',
      tags: ['AI'],
      ar_author: 'ليلى',
      date: '2027-01-05T09:30',
      count: 11,
      registration_link: 'https://example.org/r',
      link: 'https://example.org/l',
    }
    const { views, calls } = viewsOver({ course })
    expect(await views.course(at('/ar/courses/item-0', { slug: 'item-0' }))).toStrictEqual({
      page: 'course',
      listName: 'courses',
      slug: 'item-0',
      title: { text: 'دورة أولى' },
      description: { text: 'Short', locale: 'en' },
      image: 'a.png',
      body: { html: 'clean <p>نص</p>' },
      tags: ['AI'],
      date: { text: '05/01/2027 09:30:00', dateTime: '2027-01-05T09:30' },
      schedule: { hours: 11 },
      registration_link: 'https://example.org/r',
    })
    expect(calls[0]).toStrictEqual({ name: 'course', payload: { slug: 'item-0' } })
  })

  test.each([
    {},
    { en_description: '', ar_description: null, image: '', en_body: ' ', count: 0, date: '', tags: null },
    { count: '24', registration_link: 'javascript:alert(1)', link: 'data:text/html,x', image: 7, tags: {} },
    { count: -1, registration_link: '', link: null, en_author: ['x'], en_body: {}, date: 'soon' },
  ])('what is missing or unusable leaves no key: %j', async (fields) => {
    const { views } = viewsOver({ blog: { slug: 'a', en_title: 'A', ...fields } })
    const shown = { page: 'blog', listName: 'blogs', slug: 'a', title: { text: 'A' }, tags: [] }
    expect(await views.blog(at('/blogs/a', { slug: 'a' }))).toStrictEqual(shown)
  })

  test.each([
    [404, 404],
    [500, 503],
  ])('an item that answers %i is a %i', async (status, expected) => {
    const { views } = viewsOver({ event: new ApiError('event', 'status', status, 'x') })
    const page = views.event(at('/events/a', { slug: 'a' }))
    await expect(page).rejects.toMatchObject({ init: { status: expected } })
  })

  test('a bug in our own code is thrown, so that the server logs it and sends the last good page', async () => {
    const bug = new TypeError('bug')
    const { api } = apiOver({ homeData: home({}), blog: { slug: 'a', en_body: 'x' } })
    const addresses = { baseUrl: '', imageBase: '/images/', imageHosts: [], origin: 'https://x.example' }
    const settings = { ...addresses, product: 'ugarit', site: {} }
    const sanitize = () => {
      throw bug
    }
    await expect(render('/blogs/a', { ask: askOf(api), settings, sanitize })).rejects.toBe(bug)
  })

  test('a page that is rendered in development logs no complaint', async () => {
    const complaints = vi.spyOn(console, 'error')
    const { api } = apiOver({ homeData: home({}), blog: { slug: 'a', en_body: 'x' } })
    const addresses = { baseUrl: '', imageBase: '/images/', imageHosts: [], origin: 'https://x.example' }
    await render('/blogs/a', {
      ask: askOf(api),
      settings: { ...addresses, product: 'ugarit', site: {} },
      sanitize: (html) => html,
    })
    expect(complaints.mock.calls).toEqual([])
    complaints.mockRestore()
  })
})

describe('around the pages', () => {
  test('about: members in order, with and without biography; mission: its text', async () => {
    const team = [{ image: 'a.png', en_name: 'A', en_headline: 'H', ar_bio: 'سيرة' }, { ar_name: 'ب' }]
    const { views } = viewsOver({ homeData: home({ team, goals: { en_who_we_are: '<p>W</p>', ar_mission: 'ر' } }) })
    expect(await views.whoWeAre(at('/who-we-are'))).toStrictEqual({
      page: 'whoWeAre',
      text: { html: 'clean <p>W</p>' },
      members: [
        { name: { text: 'A' }, image: 'a.png', headline: { text: 'H' }, bio: { text: 'سيرة', locale: 'ar' } },
        { name: { text: 'ب', locale: 'ar' } },
      ],
    })
    const mission = { page: 'ourMission', text: { html: 'clean ر', locale: 'ar' }, members: [] }
    expect(await views.ourMission(at('/our-mission'))).toStrictEqual(mission)
  })

  const courses_categories = [
    { slug: 'b', name: 'B' },
    { slug: 'a', ar_name: 'أ' },
  ]
  const named = [
    { slug: 'b', name: { text: 'B', locale: 'en' } },
    { slug: 'a', name: { text: 'أ' } },
  ]
  test.each([
    ['each category, and blogs', home({ courses_categories, blogs: many(1) }), { categories: named, hasBlogs: true }],
    ['no blogs if there are none', home({}), { categories: [], hasBlogs: false }],
    ['nothing, and no error, without the home data', new ApiError('homeData', 'network', 0, 'x'), null],
  ])('the header has %s', async (_, homeData, expected) => {
    expect(await viewsOver({ homeData }).views.navigation(at('/ar'))).toStrictEqual(expected)
  })
})
