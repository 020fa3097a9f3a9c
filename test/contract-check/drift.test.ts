import { expect, it } from 'vitest'
import { generateContent } from '../support/generated-content'
import { firstOf, type Hooks, type Item, inData, type Site, send, sendJson, turned } from './drifting-server'
import { check, serve } from './run'

const contentOf = (size: number, seed: number) => generateContent({ seed, size }) as unknown as Site

/** Changes courses in the home data only, so that all other responses differ from the home data. */
const inHome = (change: (courses: Item[]) => unknown): Hooks =>
  inData('get-data', ([site]: [Site]) => {
    change(site.courses)
    return [site]
  })

it.each<[title: string, hooks: Hooks, drifts?: string[], site?: Site]>([
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
    ['homeData answer.missing /data/*/courses/*/image'],
  ],
  ...['slug', 'id'].map((field): [string, Hooks, string[]] => [
    `two items of one ${field} make no item differ`,
    { content: ({ courses }) => Object.assign(courses[1] as Item, { [field]: firstOf(courses)[field] }) },
    [`homeData list.duplicate /data/*/courses/*/${field}`, `coursesByCategory list.duplicate /data/courses/*/${field}`],
  ]),
  [
    'a wrong type in homeData makes no other answer differ, but a sound field beside it is compared',
    inHome(([first]) => Object.assign(first ?? {}, { count: 'many', en_title: 'Other' })),
    [
      'homeData answer.type /data/*/courses/*/count',
      ...['coursesByCategory item.differs /data/courses/*/en_title', 'courseById item.differs /data/en_title'],
      'course item.differs /data/en_title',
    ],
  ],
])('drift: %s', async (_, hooks, expected = [], site) => {
  const { url } = await serve(hooks, site)
  const { drifts, verdict } = await check(`${url}/`)
  expect(drifts.map(({ operation, rule, pointer }) => `${operation} ${rule} ${pointer}`)).toEqual(expected)
  expect(verdict).toBe(expected.length > 0 ? 'drift' : 'holds')
})

it('fields that the contract does not know are no drift and listed; forms are noted', async () => {
  const { url } = await serve(inData('get-course', (course: Item) => ({ ...course, views: { today: 7 } })))
  const { verdict, operations } = await check(url)
  expect(verdict).toBe('holds')
  const course = operations.find(({ operation }) => operation === 'course')
  expect(course).toMatchObject({ acceptsForm: true, extraFields: expect.arrayContaining(['/data/views']) })
})

it('drift is told once, however many items have it, with the count and the first', async () => {
  const { url, site } = await serve({
    content: ({ courses }) => {
      for (const course of courses) course.count = '24'
    },
  })
  const { drifts, warnings } = await check(url)
  expect(drifts).toEqual([])
  // An item with a wrong shape is not reported again as different from its list.
  expect(warnings.map(({ operation }) => operation)).toEqual(['homeData', 'coursesByCategory', 'courseById', 'course'])
  expect(warnings.every(({ items }) => items === site.courses.length)).toBe(true)
  expect(warnings[0]).toMatchObject({
    format: 'a number as text',
    pointer: '/data/*/courses/*/count',
    example: '/data/0/courses/0/count',
    slug: firstOf(site.courses).slug,
  })
})
