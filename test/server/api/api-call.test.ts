import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../support/app'
import { startHttpServer } from '../../support/http-server'

/** Starts the site with the API at an address as its upstream. Calls that fail are answered from the fixtures, with the reason. */
async function siteOver(address: string) {
  const { app, lines, request } = await startApp({ config: { upstream: address, logLevel: 'warn' } })
  const reason = async () => (await request.get('/api/get-blogs')).headers['x-answered-because']
  const warnings = () => lines.map(({ msg }) => String(msg))
  return { app, request, reason, warnings }
}

function* chunksOf(count: number) {
  for (let sent = 0; sent < count; sent++) yield 'x'.repeat(100_000)
}

test.each([
  [
    'without an end is read no further than allowed',
    Number.POSITIVE_INFINITY,
    'answered with more than 67108864 bytes',
  ],
  ['within the limit is read whole', 9, 'answered text that is no JSON'],
])('an answer %s, and its connection ends', async (_, chunks, reason) => {
  let isEnded = false
  const { url, stop } = await startHttpServer((_, response) => {
    response.on('close', () => (isEnded = true))
    Readable.from(chunksOf(chunks)).pipe(response)
  })
  onTestFinished(stop)
  const site = await siteOver(url)
  expect(await site.reason()).toContain(reason)
  await expect.poll(() => isEnded).toBe(true)
})

test.each([
  ['millions of empty items', () => `{"data":[${'{},'.repeat(15_000_000)}{}]}`, 'more than 500000 values'],
  ['a list in a list in a list', () => `{"data":${'['.repeat(200_000)}`, 'nested more than 100 levels deep'],
])('an answer of %s in a few bytes is read no further than allowed', async (_, text, reason) => {
  const body = gzipSync(text())
  const { url, stop } = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body),
  )
  onTestFinished(stop)
  const site = await siteOver(url)
  expect(await site.reason()).toContain(reason)
})

test('longer texts than the contract allows are shortened before anything reads them, and told once', async () => {
  const course = { slug: 'a', category: 'b', en_title: 'A', image: 'a.png', tags: [] }
  const courses = [
    { ...course, en_description: 'a b '.repeat(1_500_000) },
    { ...course, slug: 'b', en_description: 'a b '.repeat(100_000), tags: `[${'{},'.repeat(2_000_000)}{}]` },
    { ...course, slug: 'x'.repeat(400_000) },
  ]
  const { url, stop } = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ courses }] })),
  )
  onTestFinished(stop)
  const { request, warnings } = await siteOver(url)
  const { body } = await request.get('/api/get-data')
  const [home] = body.data as [{ courses: Record<string, unknown>[] }]
  const description = 'a b '.repeat(2_500)
  expect(home.courses).toMatchObject([{ en_description: description }, { en_description: description }, {}])
  expect(home.courses.map(({ slug, tags }) => [slug, tags])).toEqual([
    ['a', []],
    ['b', undefined],
    [undefined, []],
  ])
  const told = warnings().filter((line) => line.includes('a text of at most'))
  expect(told.map((line) => /\/data\S*(?=:)/.exec(line)?.[0])).toStrictEqual([
    '/data/0/courses/0/en_description',
    '/data/0/courses/1/tags',
    '/data/0/courses/2/slug',
  ])
})

test('an API that makes up new names in each answer fills neither the log nor the memory', async () => {
  let answers = 0
  const { url, stop } = await startHttpServer((_, response) => {
    const names = Array.from({ length: 300 }, (_, index) => `k${answers}-${index}`)
    answers++
    const category = Object.fromEntries(names.map((name) => [name, { slug: 'x'.repeat(600) }]))
    const data = { courses: [], category: { slug: 'a', name: 'A', ...category } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  onTestFinished(stop)
  const { app, request, warnings } = await siteOver(url)
  const drifts = async () => {
    const counts = (await app.inject('/metrics')).body.matchAll(/^api_drift_total\{.*\} (\d+)$/gm)
    return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
  }
  for (let index = 0; index < 15; index++) {
    const before = await drifts()
    await request.post('/api/get-courses-by-category').send({ slug: `c${index}` })
    expect((await drifts()) - before).toBeLessThan(150)
  }
  expect(answers).toBe(15)
  expect(await drifts()).toBeGreaterThan(0)
  expect(warnings().length).toBeLessThanOrEqual(1_000)
})
