import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { type Call, type Hooks, type Item, type SiteContent, send, sendJson } from './drifting-server'
import { check, reportOf, serve } from './run'

/* APIs as frameworks make them with their defaults: each is right, with warnings for its formats. */

const lists = ['courses', 'courses_categories', 'news', 'blogs', 'events', 'team'] as const

/** Changes every item, as a model or a serializer does. */
const inItems = (change: (item: Item, index: number) => Item) => (site: SiteContent) => {
  for (const list of lists) site[list] = site[list].map(change)
}

const isList = (data: unknown): data is Item[] => Array.isArray(data) && !('courses' in (data[0] ?? {}))

/** Express and Sequelize: nullable columns, DECIMAL as text, a JSON column of MySQL, timestamps; `where: { slug: undefined }` throws. */
const express: Hooks = {
  content: inItems((item, index) => ({
    ...item,
    ...(item.count !== undefined && { count: Number(item.count).toFixed(2) }),
    ...(item.tags !== undefined && { tags: JSON.stringify(item.tags) }),
    ...(index === 0 && item.category !== undefined && { registration_link: null }),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: null,
  })),
  respond: ({ route, data, payload, site }, response) => {
    if (data !== undefined) return false
    // MySQL compares a list of one with its only value.
    const [first] = [payload.slug].flat().length === 1 && Array.isArray(payload.slug) ? payload.slug : []
    const item = route === 'get-course' && site.courses.find(({ slug }) => slug === first)
    if (item) return sendJson(response, { data: item })
    const isUndefined = payload.slug === undefined && payload.id === undefined
    return sendJson(
      response,
      { message: isUndefined ? 'Invalid value undefined' : 'Not found' },
      isUndefined ? 500 : 404,
    )
  },
}

/** Django REST framework: `detail`, pages of `results`, addresses of an ImageField, dates with the zone of the settings. */
const django: Hooks = {
  content: inItems((item) => ({ ...item, ...(item.date !== undefined && { date: '2027-01-05T18:00:00+03:00' }) })),
  answer: ({ data }) => {
    if (Array.isArray(data) && !isList(data)) return data[0]
    return isList(data) ? { count: data.length, next: null, previous: null, results: data } : data
  },
  respond: ({ data }, response, { headers }) => {
    if (data === undefined) return sendJson(response, { detail: 'Not found.' }, 404)
    const addresses = (key: string, value: unknown) =>
      key === 'image' && value !== '' ? `http://${headers.host}/images/${encodeURIComponent(String(value))}` : value
    return send(response, 'application/json', JSON.stringify({ data }, addresses))
  },
}

/** Laravel: `links` and `meta` of a resource collection, flags as 0 and 1, escaped JSON, 422 for what is not valid, 404 for no model. */
const laravel: Hooks = {
  content: inItems((item) => ({
    ...item,
    ...('ugarit_news' in item && { ugarit_news: Number(item.ugarit_news) }),
    created_at: '2026-01-01T00:00:00.000000Z',
    deleted_at: null,
  })),
  answer: ({ route, payload, data, site }) =>
    route === 'get-news' && typeof payload.ugarit_news === 'boolean'
      ? site.news.filter(({ ugarit_news }) => ugarit_news === Number(payload.ugarit_news))
      : data,
  respond: ({ data, payload }, response) => {
    const isValid = typeof payload.slug === 'string' && payload.slug !== ''
    if (data === undefined && !isValid)
      return sendJson(response, { message: 'Required.', errors: { slug: ['Required.'] } }, 422)
    if (data === undefined)
      return sendJson(response, { message: 'No query results for model [App\\Models\\Course].' }, 404)
    const more = isList(data)
      ? { links: { first: 'http://x', next: null }, meta: { current_page: 1, total: data.length } }
      : {}
    const text = JSON.stringify({ data, ...more }).replaceAll('/', '\\/')
    const escaped = text.replace(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    return send(response, 'application/json', escaped)
  },
}

it.each<[title: string, hooks: Hooks, warnings: string[]]>([
  [
    'Express with Sequelize',
    express,
    [
      'format.nothing courses.registration_link',
      'format.number courses.count',
      'format.tags courses.tags',
      'refusal.bad-payload ',
      'refusal.wrong-type ',
    ],
  ],
  [
    'Django REST framework',
    django,
    [
      'format.home homeData',
      ...lists.filter((list) => list !== 'courses_categories').map((list) => `format.picture ${list}.image`),
      'format.pages blogs',
      'format.pages events',
      'format.pages news',
    ],
  ],
  ['Laravel', laravel, ['format.boolean news.ugarit_news']],
])('an API of %s is right', async (_, hooks, warnings) => {
  const { url } = await serve(hooks)
  const report = await check(url, { origin: 'https://www.example.org' })
  expect([report.verdict, report.drifts]).toEqual(['holds', []])
  expect(report.warnings.map(({ rule, field }) => `${rule} ${field}`).sort()).toEqual(warnings.sort())
})

it('one page of a list lacks the items of the others, and says so', async () => {
  const { report } = await reportOf({
    answer: ({ route, data }) =>
      route === 'get-blogs' && isList(data)
        ? { count: data.length, next: '?page=2', results: data.slice(0, 10) }
        : data,
  })
  expect(report.drifts).toMatchObject([
    { rule: 'list.item-missing', field: 'blogs', items: 3, expected: 'all blogs, in one page, that homeData has' },
  ])
})

it('paths that need a slash are one error, with a note', async () => {
  const slashed = ({ route }: Call, response: ServerResponse, method?: string) => {
    if (method === 'POST') return sendJson(response, { detail: 'RuntimeError' }, 500)
    return send(response, 'text/html', '', 301, { location: `/api/${route}/` })
  }
  const { report } = await reportOf({
    respond: (call, response, { url, method }) => !url?.endsWith('/') && slashed(call, response, method),
    answer: ({ route, data, site }) => (route === 'get-data/' ? [site] : route === 'get-blogs/' ? site.blogs : data),
  })
  expect(report.drifts.map(({ rule, found }) => `${rule}: ${found}`)).toEqual(['answer.status: status 500'])
  const [home] = report.operations
  expect(home?.notes).toEqual([
    expect.stringMatching(/\/api\/get-data\/: .* the contract has the path \/api\/get-data$/),
  ])
})
