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

/** Sends every answer with its items, those of named lists too, changed by a serializer. */
const serialized =
  (
    change: (item: Item, base: string) => Item,
    missing: (response: ServerResponse) => true,
  ): NonNullable<Hooks['respond']> =>
  ({ data }, response, { headers }) => {
    if (data === undefined) return missing(response)
    const walk = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(walk)
      if (typeof value !== 'object' || value === null) return value
      const item = value as Item
      if ('slug' in item || 'image' in item) return change(item, `http://${headers.host}`)
      return Object.fromEntries(Object.entries(item).map(([key, child]) => [key, walk(child)]))
    }
    return sendJson(response, { data: walk(data) })
  }

const pathOf = (image: unknown) => `/images/${encodeURIComponent(String(image))}`

/** Strapi 4: fields in `attributes`, relations and media in `data`. */
const strapi: Hooks = {
  respond: serialized(
    ({ id, image, category, tags, ...fields }) => ({
      ...(id !== undefined && { id }),
      attributes: {
        ...fields,
        ...(image !== undefined && {
          image: { data: image === '' ? null : { id: 1, attributes: { url: pathOf(image) } } },
        }),
        ...(category !== undefined && { category: { data: { id: 1, attributes: { slug: category } } } }),
        ...(Array.isArray(tags) && { tags: { data: tags.map((name, id) => ({ id, attributes: { name } })) } }),
        publishedAt: '2026-01-01T00:00:00.000Z',
      },
    }),
    (response) => sendJson(response, { data: null, error: { status: 404, name: 'NotFoundError' } }, 404),
  ),
}

/** Spring: pages of `content`, a LocalDateTime as its parts, an entity in place of its key. */
const spring: Hooks = {
  answer: ({ data, route }) =>
    isList(data) && route !== 'get-data'
      ? { content: data, pageable: { pageNumber: 0 }, totalElements: data.length }
      : data,
  respond: serialized(
    ({ date, category, ...item }) => ({
      ...item,
      ...(date !== undefined && { date: String(date).split(/\D+/).slice(0, 5).map(Number) }),
      ...(category !== undefined && { category: { id: 1, slug: category, name: 'Any' } }),
    }),
    (response) => sendJson(response, { timestamp: 1_799_172_000, status: 404, error: 'Not Found' }),
  ),
}

/** PHP without a framework: BIT columns, DateTime, `JSON_NUMERIC_CHECK`, paths of pictures, tags of a join, 422 for no row. */
const plainPhp: Hooks = {
  content: ({ blogs }) => Object.assign(blogs[1] as Item, { slug: '2024' }),
  respond: serialized(
    ({ date, image, tags, ...item }) => ({
      ...item,
      ...(item.slug === '2024' && { slug: 2024 }),
      ...('ugarit_news' in item && { ugarit_news: item.ugarit_news ? '\u0001' : '\0' }),
      ...(image !== undefined && { image: image === '' ? '' : pathOf(image) }),
      ...(date !== undefined && {
        date: { date: String(date).replace('T', ' '), timezone_type: 3, timezone: 'Asia/Damascus' },
      }),
      ...(Array.isArray(tags) && { tags: tags.map((name) => ({ name, pivot: {} })) }),
    }),
    (response) => sendJson(response, { message: 'The selected slug is invalid.' }, 422),
  ),
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
  [
    'Strapi 4',
    strapi,
    [
      ...lists.map((list) => `format.nested ${list}.*`),
      ...lists.filter((list) => list !== 'courses_categories').map((list) => `format.picture-path ${list}.image`),
      'format.reference courses.category',
      'format.tags courses.tags',
    ],
  ],
  [
    'Spring Boot',
    spring,
    [
      'format.missing ',
      'format.other-date courses.date',
      'format.pages blogs',
      'format.pages events',
      'format.pages news',
      'format.reference courses.category',
    ],
  ],
  [
    'plain PHP',
    plainPhp,
    [
      'format.boolean news.ugarit_news',
      'format.other-date courses.date',
      ...lists.filter((list) => list !== 'courses_categories').map((list) => `format.picture-path ${list}.image`),
      'format.tags courses.tags',
      'format.text blogs.slug',
    ],
  ],
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
