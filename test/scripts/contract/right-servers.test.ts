import { expect, it } from 'vitest'
import { generateContent } from '../../support/generated-content'
import { type Hooks, type Item, type Site, turned } from './drifting-server'
import { check, serve } from './run'

const single = /^get-(?:course|courses-by-id|blog|blog-by-id|event|next-new)$/
const content = (size: number, seed = 1) => generateContent({ seed, size }) as unknown as Site

it.each<[title: string, hooks?: Hooks, site?: Site]>([
  ['as the spec has it'],
  ['any valid content', {}, content(8, 3)],
  ['content in empty lists', {}, content(0)],
  [
    'another order of items and of fields in every answer',
    {
      answer: ({ data }) => turned(Array.isArray(data) && data.length > 1 ? data.toReversed() : data),
    },
  ],
  ['more members in the envelope', { envelope: { success: true, links: { next: null } } }],
  ['a base below a path', { prefix: '/v1' }],
  ['null with 200 for what is not there', { answer: ({ data }) => data ?? null }],
  [
    'pictures without a content type',
    { image: (name, response) => name === 'moving.gif' && Boolean(response.writeHead(200).end('GIF89a and more')) },
  ],
])('a right server has no drift with %s', async (_, hooks, site) => {
  const { url } = await serve(hooks, site)
  const { drifts, verdict, operations } = await check(`${url}/`)
  expect(drifts).toEqual([])
  expect(verdict).toBe('holds')
  expect(operations.map(({ status }) => status)).toEqual(Array(11).fill('passed'))
})

it('a right server has no drift with fields that the contract does not know, which are listed, and forms are noted', async () => {
  const { url } = await serve({
    content: ({ events, goals }) => {
      for (const event of events) event.seats = { left: 3 }
      goals.slogans = ['a']
    },
    // These are in details only.
    answer: ({ route, data }) => (single.test(route) && data ? { ...(data as Item), views: 7 } : data),
  })
  const { verdict, operations } = await check(url)
  expect(verdict).toBe('holds')
  const course = operations.find(({ operation }) => operation === 'course')
  expect(course?.extraFields).toContain('/data/views')
  expect(course?.acceptsForm).toBe(true)
})

it('a check asks for no more items than the sample', async () => {
  const { url, requests, site } = await serve()
  await check(url, { sample: 2 })
  expect(site.courses.length).toBeGreaterThan(2)
  // Two items, five refusals, one form.
  expect(requests.filter((path) => path === '/api/get-course')).toHaveLength(8)
})
