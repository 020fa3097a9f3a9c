import { expect, it } from 'vitest'
import type { Drift } from '../../contract-check/report'
import { generateContent } from '../support/generated-content'
import { firstOf, type Hooks, type Item, inData, type SiteContent, send, sendJson, turned } from './drifting-server'
import { check, serve } from './run'

const contentOf = (size: number, seed: number) => generateContent({ seed, size }) as unknown as SiteContent

/** A drift's cause with its operations. */
const causeLine = ({ rule, field, operations }: Drift) => `${rule} ${field} (${operations.join(', ')})`

/** Changes courses in the home data only, so that all other responses differ from the home data. */
const inHome = (change: (courses: Item[]) => unknown): Hooks =>
  inData('get-data', ([site]: [SiteContent]) => {
    change(site.courses)
    return [site]
  })

it.each<[title: string, hooks: Hooks, drifts?: string[], site?: SiteContent]>([
  ['valid content has none', {}, [], contentOf(8, 3)],
  ['empty lists have none', {}, [], contentOf(0, 1)],
  [
    'another order of items and of fields in every answer is none',
    { answer: ({ data }) => turned(Array.isArray(data) && data.length > 1 ? data.toReversed() : data) },
  ],
  [
    'more members in the envelope are none',
    { respond: ({ data }, to) => data !== undefined && sendJson(to, { data, links: { next: null } }) },
  ],
  ['a base below a path is none', { prefix: '/v1' }],
  ['null with 200 for what is not there is none', { answer: ({ data }) => data ?? null }],
  [
    'pictures without a content type are none',
    { image: (name, response) => name === 'moving.gif' && Boolean(response.writeHead(200).end('GIF89a and more')) },
  ],
  [
    'pictures of a server that refuses every range are none',
    { image: (_, response) => response.req.headers.range !== undefined && send(response, 'text/plain', '', 416) },
  ],
  [
    'a missing field in homeData makes no other answer differ',
    inHome(([first]) => delete first?.image),
    ['answer.missing courses.image (homeData)'],
  ],
  ...['slug', 'id'].map((field): [string, Hooks, string[]] => [
    `two items of one ${field} make no item differ`,
    { content: ({ courses }) => Object.assign(courses[1] as Item, { [field]: firstOf(courses)[field] }) },
    [`list.duplicate courses.${field} (homeData, coursesByCategory)`],
  ]),
  [
    'a wrong type in homeData makes no other answer differ, but a sound field beside it is compared',
    inHome(([first]) => Object.assign(first ?? {}, { count: 'many', en_title: 'Other' })),
    ['answer.type courses.count (homeData)', 'item.differs courses.en_title (coursesByCategory, courseById, course)'],
  ],
])('drift: %s', async (_, hooks, expected = [], site) => {
  const { url } = await serve(hooks, site)
  const { drifts, verdict } = await check(`${url}/`)
  expect(drifts.map(causeLine)).toEqual(expected)
  expect(verdict).toBe(expected.length > 0 ? 'drift' : 'holds')
})

it('fields that the contract does not know are no drift and listed; forms are noted', async () => {
  const { url } = await serve(inData('get-course', (course: Item) => ({ ...course, views: { today: 7 } })))
  const { verdict, operations } = await check(url)
  expect(verdict).toBe('holds')
  const course = operations.find(({ operation }) => operation === 'course')
  expect(course).toMatchObject({ acceptsForm: true, extraFields: expect.arrayContaining(['/data/views']) })
})

it('a field is told once, however many items and operations have it, with the count, the first and every call', async () => {
  const { url, site } = await serve({
    content: ({ courses }) => {
      for (const course of courses) course.count = '24'
    },
  })
  const { drifts, warnings } = await check(url)
  expect(drifts).toEqual([])
  const [first] = site.courses
  expect(warnings).toMatchObject([
    {
      field: 'courses.count',
      operations: ['homeData', 'coursesByCategory', 'courseById', 'course'],
      items: site.courses.length,
      format: 'a number as text',
      pointer: '/data/*/courses/*/count',
      example: '/data/0/courses/0/count',
      slug: first?.slug,
    },
  ])
  const { calls = {}, curl } = warnings[0] ?? {}
  expect(calls.homeData).toEqual([curl])
  // The first course is asked for by slug and by id.
  expect([calls.course?.length, calls.courseById?.length]).toEqual([site.courses.length, site.courses.length + 1])
})

it.each<[title: string, content: (site: SiteContent) => unknown, expected: string, items: number]>([
  [
    'items without a slug',
    ({ team }) => team.slice(0, 3).map((one) => delete one.image),
    'answer.missing team.image',
    2,
  ],
  [
    'items whose slug is broken',
    ({ blogs }) => blogs.slice(0, 2).map((one) => delete one.slug),
    'answer.missing blogs.slug',
    2,
  ],
])('%s are counted once, however many answers have them', async (_, content, expected, items) => {
  const { url } = await serve({ content: (site) => void content(site) })
  const { drifts } = await check(url)
  expect(drifts.map((drift) => [`${drift.rule} ${drift.field}`, drift.items])).toEqual([[expected, items]])
})

it('items are counted right in lists of one and in lists with keys', async () => {
  const { url, site } = await serve({
    content: ({ events }) => {
      for (const event of events) event.link = null
    },
    answer: ({ route, data }) =>
      route === 'get-event' ? data && [data] : route === 'get-events' && Array.isArray(data) ? { ...data } : data,
  })
  const { warnings } = await check(url)
  const counts = Object.fromEntries(warnings.map(({ rule, field, items }) => [`${rule} ${field}`, items]))
  const all = site.events.length
  // A list with keys is an answer for each of the two types of event.
  expect(counts).toEqual({ 'format.nothing events.link': all, 'format.one events.*': all, 'format.keys events': 2 })
})

it('names in camel case are told with the names that were meant', async () => {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const { url } = await serve({
    content: ({ events }) => {
      for (const [index, event] of events.entries())
        events[index] = Object.fromEntries(Object.entries(event).map(([name, value]) => [camel(name), value]))
    },
  })
  const { drifts } = await check(url, { only: ['homeData'] })
  expect(drifts.map(({ field, nearest }) => [field, nearest])).toEqual([
    ['events.event_type', 'eventType'],
    ['events.en_title', 'enTitle'],
  ])
})

/** Facts that no other fact hides, each with the one finding that it gives. */
const facts: [field: Item, list: 'courses' | 'blogs' | 'events' | 'news' | 'team', finding: string][] = [
  [{ count: null }, 'courses', 'format.nothing courses.count'],
  [{ date: '0000-00-00' }, 'courses', 'format.zero-date courses.date'],
  [{ tags: 'a,b' }, 'courses', 'format.tags courses.tags'],
  [{ en_title: 'R&amp;D' }, 'courses', 'format.entity courses.en_title'],
  [{ registration_link: 'nowhere' }, 'courses', 'answer.value courses.registration_link'],
  [{ image: null }, 'courses', 'format.no-picture courses.image'],
  [{ en_body: true }, 'courses', 'answer.type courses.en_body'],
  [{ ar_title: null }, 'blogs', 'format.nothing blogs.ar_title'],
  [{ link: 'javascript:x' }, 'blogs', 'answer.value blogs.link'],
  [{ image: '' }, 'blogs', 'picture.none blogs.image'],
  [{ en_title: '', ar_title: '' }, 'events', 'answer.value events.en_title'],
  [{ en_body: '<iframe>' }, 'blogs', 'body.element blogs.en_body'],
  [{ ar_body: '<p style="color:red">x</p>' }, 'blogs', 'body.attribute blogs.ar_body'],
  [{ ar_author: null }, 'blogs', 'format.nothing blogs.ar_author'],
  [{ event_type: 'talk' }, 'events', 'answer.value events.event_type'],
  [{ en_body: null }, 'events', 'format.nothing events.en_body'],
  [{ image: 7 }, 'events', 'answer.type events.image'],
  [{ link: null }, 'events', 'format.nothing events.link'],
  [{ en_author: true }, 'news', 'answer.type news.en_author'],
  [{ image: undefined }, 'news', 'answer.missing news.image'],
  [{ ar_body: '<a href="javascript:x">x</a>' }, 'news', 'body.link news.ar_body'],
  [{ en_body: '<img src="//a.org/x">' }, 'news', 'body.picture news.en_body'],
  [{ en_name: true }, 'team', 'answer.type team.en_name'],
  [{ ar_bio: null }, 'team', 'format.nothing team.ar_bio'],
]

/** Six causes that are no fact of an item, and their findings. */
const ofOperations: Hooks = {
  content: ({ goals }) => Object.assign(goals, { en_mission: true }),
  answer: ({ route, data, payload, site }) => {
    if (route === 'get-blogs') return site.blogs.slice(0, -1)
    if (route === 'get-event' && payload.slug === '') return site.events.at(-1)
    return route === 'get-courses-by-id' && data ? { ...(data as Item), ar_description: 'آخر' } : data
  },
  respond: ({ route, data }, response) =>
    route === 'get-next-new' && data !== undefined && send(response, 'text/plain', JSON.stringify({ data })),
  preflight: (response) => response.writeHead(401).end(),
}
const findingsOfOperations = [
  'answer.type goals.en_mission',
  'list.item-missing blogs',
  'refusal.empty-slug ',
  'item.differs courses.ar_description',
  'answer.content-type ',
  'cors.preflight ',
]

it('thirty causes give thirty findings, whatever follows from them', async () => {
  const { url } = await serve({
    ...ofOperations,
    content: (site) => {
      ofOperations.content?.(site)
      for (const [fields, list] of facts) Object.assign(firstOf(site[list]), fields)
    },
  })
  const { drifts, warnings } = await check(url)
  const told = [...drifts, ...warnings].map(({ rule, field }) => `${rule} ${field}`)
  expect(told.sort()).toEqual([...facts.map(([, , finding]) => finding), ...findingsOfOperations].sort())
  expect(told).toHaveLength(30)
})

it.each<[title: string, hooks: Hooks, expected: string[]]>([
  [
    'a list that is none',
    inData('get-data', ([site]: [SiteContent]) => [{ ...site, events: 'none' }]),
    ['answer.type events (homeData)'],
  ],
  [
    'a list that is missing',
    inData('get-data', ([{ courses_categories: _, ...site }]: [SiteContent]) => [site]),
    ['answer.missing courses_categories (homeData)'],
  ],
  [
    'a slug that is none',
    { content: ({ courses_categories: [one] }) => void delete one?.slug },
    ['answer.missing courses_categories.slug (homeData)'],
  ],
])('what follows from %s in homeData is not told', async (_, hooks, expected) => {
  const { url } = await serve(hooks)
  expect((await check(url)).drifts.map(causeLine)).toEqual(expected)
})
