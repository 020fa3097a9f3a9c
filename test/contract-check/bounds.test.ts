import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createPictureNames, picturesOf } from '../../contract-check/picture-names'
import { emptyFolder } from '../support/folders'
import { inData, inResponse, type SiteContent } from './drifting-server'
import { check, serve } from './run'

it('of 16,000 broken items the first are named, and the number of the others is told', async () => {
  const broken = inData('get-data', ([site]: [SiteContent]) => [
    { ...site, courses: Array.from({ length: 16_000 }, () => ({})) },
  ])
  const { url } = await serve(broken)
  const { drifts, verdict } = await check(url, { sample: 1 })
  const found = drifts.filter(({ operations }) => operations.includes('homeData'))
  expect([verdict, found.find(({ pointer }) => pointer.endsWith('/slug'))?.items]).toEqual(['drift', 1_000])
  expect(found.map(({ found }) => found)).toContain('15000 more with violations')
})

it('an answer of millions of items in a few bytes is an error that names the limit', async () => {
  const body = gzipSync(`{"data":[${'{},'.repeat(2_000_000)}{}]}`)
  const huge = inResponse('get-blogs', (response) =>
    Boolean(response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)),
  )
  const { url } = await serve(huge)
  const { drifts } = await check(url, { sample: 1 })
  expect(drifts).toMatchObject([{ operations: ['blogs'], rule: 'answer.json', found: 'more than 500000 values' }])
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
  const ofHome = warnings.filter(({ operations }) => operations.includes('homeData'))
  expect(ofHome).toHaveLength(500)
  const notes = operations.find(({ operation }) => operation === 'homeData')?.notes
  expect(notes).toContainEqual(expect.stringMatching(/^\d+ more drifts \(warning\) are not listed$/))
})

/** The processor time of some work in seconds. */
async function secondsOf(work: () => unknown): Promise<number> {
  const { user } = process.cpuUsage()
  await work()
  return (process.cpuUsage().user - user) / 1e6
}

it('many pictures of one file name at many addresses get their names in linear time', async () => {
  const { nameOf, reserve } = createPictureNames('https://api.example/images/')
  reserve(['2-x.png'])
  const addressOf = (index: number) => `https://x.example/${index}/x.png`
  expect([1, 2, 1].map((index) => nameOf(addressOf(index)))).toEqual(['x.png', '3-x.png', 'x.png'])
  const work = () => Array.from({ length: 30_000 }, (_, index) => nameOf(addressOf(index)))
  expect(await secondsOf(work)).toBeLessThan(3)
  reserve(['x.png'])
  expect(nameOf(addressOf(1))).not.toBe('x.png')
})

it('a picture that many items name is found in linear time', async () => {
  const team = Array.from({ length: 100_000 }, () => ({ image: 'a.png' }))
  const work = () => expect(picturesOf({ team }).get('a.png')).toHaveLength(100_000)
  expect(await secondsOf(work)).toBeLessThan(3)
})

it('many items of one name are compared in linear time', { timeout: 60_000 }, async () => {
  const team = Array.from({ length: 20_000 }, () => ({ en_name: 'A', image: 'a.png' }))
  const { url } = await serve({ content: (site) => Object.assign(site, { team }) })
  const folder = await emptyFolder()
  const kinds = ['courses', 'courses_categories', 'blogs', 'events', 'news']
  for (const kind of kinds) await writeFile(join(folder, `${kind}.json`), '[]')
  await writeFile(join(folder, 'team.json'), JSON.stringify(team))
  await writeFile(join(folder, 'goals.json'), '{}')
  const work = async () => {
    const { difference } = await check(url, { against: folder, only: ['homeData'] })
    expect(difference?.content.filter(({ entity }) => entity === 'team')).toEqual([])
  }
  expect(await secondsOf(work)).toBeLessThan(10)
})

it.each([
  ['value', (text: string) => text],
  ['name', (text: string) => ({ [text]: 1 })],
])('a %s of millions of characters is cut in the report', async (_, bodyOf) => {
  const body = JSON.stringify(bodyOf('a'.repeat(3_000_000)))
  const respond = inResponse('get-blogs', (response) =>
    Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end(body)),
  )
  const { url } = await serve(respond)
  const report = await check(url, { sample: 1 })
  expect(report.drifts.map(({ operations, rule }) => [operations, rule])).toContainEqual([['blogs'], 'answer.envelope'])
  expect(JSON.stringify(report).length).toBeLessThan(100_000)
})

it('a slug and a name of a field of millions of characters are cut in the report', async () => {
  const text = 'a'.repeat(3_000_000)
  const { url } = await serve({
    content: ({ blogs }) => Object.assign(blogs[0] ?? {}, { slug: text, [text]: 1, link: 1 }),
  })
  const report = await check(url, { sample: 1 })
  expect(report.drifts.length).toBeGreaterThan(0)
  expect(JSON.stringify(report).length).toBeLessThan(200_000)
})
