import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { inData, inResponse, type Site } from './drifting-server'
import { check, serve } from './run'

it('of 16,000 broken items the first are named, and the number of the others is told', async () => {
  const broken = inData('get-data', ([site]: [Site]) => [
    { ...site, courses: Array.from({ length: 16_000 }, () => ({})) },
  ])
  const { url } = await serve(broken)
  const { drifts, verdict } = await check(url, { sample: 1 })
  const found = drifts.filter(({ operation }) => operation === 'homeData')
  expect([verdict, found.find(({ pointer }) => pointer.endsWith('/slug'))?.items]).toEqual(['drift', 1_000])
  expect(found.map(({ found }) => found)).toContain('15000 more with faults')
})

it('an answer of millions of items in a few bytes is an error that names the limit', async () => {
  const body = gzipSync(`{"data":[${'{},'.repeat(2_000_000)}{}]}`)
  const huge = inResponse('get-blogs', (response) =>
    Boolean(response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)),
  )
  const { url } = await serve(huge)
  const { drifts } = await check(url, { sample: 1 })
  expect(drifts).toMatchObject([{ operation: 'blogs', rule: 'answer.json', found: 'more than 500000 values' }])
})

it('of thousands of unknown fields the first are named, and the number of the others is told', async () => {
  const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, index]))
  const { url } = await serve(inData('get-blogs', (blogs: object[]) => blogs.map((blog) => ({ ...blog, ...fields }))))
  const { operations } = await check(url, { sample: 1 })
  const blogs = operations.find(({ operation }) => operation === 'blogs')
  expect(blogs?.extraFields).toHaveLength(100)
  expect(blogs?.notes).toContainEqual(expect.stringMatching(/^49\d\d more unknown fields are not listed$/))
})

it('of thousands of drifts of one operation the first are named, and the number of the others is told', async () => {
  const body = Array.from({ length: 3_000 }, (_, index) => `<x-${index}>a</x-${index}>`).join('')
  const { url } = await serve({ content: ({ blogs }) => Object.assign(blogs[0] ?? {}, { en_body: body }) })
  const { warnings, operations } = await check(url, { sample: 1 })
  const ofHome = warnings.filter(({ operation }) => operation === 'homeData')
  expect(ofHome).toHaveLength(500)
  const notes = operations.find(({ operation }) => operation === 'homeData')?.notes
  expect(notes).toContainEqual(expect.stringMatching(/^\d+ more drifts \(warning\) are not listed$/))
})
