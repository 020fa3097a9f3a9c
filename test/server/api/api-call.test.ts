import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { createRemoteSource } from '../../../server/api/remote-source'
import { startHttpServer } from '../../support/http-server'

function* chunksOf(count: number) {
  for (let sent = 0; sent < count; sent++) yield 'x'.repeat(10_000)
}

test.each([
  ['without an end is read no further than allowed', Number.POSITIVE_INFINITY, 'answered with more than 1000000 bytes'],
  ['within the limit is read whole', 90, 'answered text that is no JSON'],
])('an answer %s, and its connection ends', async (_, chunks, reason) => {
  let isEnded = false
  const { url: address, stop } = await startHttpServer((_, response) => {
    response.on('close', () => (isEnded = true))
    Readable.from(chunksOf(chunks)).pipe(response)
  })
  onTestFinished(stop)
  const log = { info: () => undefined, warn: () => undefined }
  const { ask } = createRemoteSource({ address, product: 'ugarit', log, maxBytes: 1_000_000 })
  await expect(ask('blogs', undefined)).rejects.toThrow(reason)
  await expect.poll(() => isEnded).toBe(true)
})

test.each([
  ['millions of empty items', () => `{"data":[${'{},'.repeat(15_000_000)}{}]}`, 'more than 500000 values'],
  ['a list in a list in a list', () => `{"data":${'['.repeat(200_000)}`, 'nested more than 100 levels deep'],
])('an answer of %s in a few bytes is read no further than allowed', async (_, text, reason) => {
  const body = gzipSync(text())
  const { url: address, stop } = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body),
  )
  onTestFinished(stop)
  const log = { info: () => undefined, warn: () => undefined }
  const { ask } = createRemoteSource({ address, product: 'ugarit', log })
  await expect(ask('blogs', undefined)).rejects.toThrow(reason)
})

test('longer texts than the contract allows are shortened before anything reads them, and told once', async () => {
  const course = { slug: 'a', category: 'b', en_title: 'A', image: 'a.png', tags: [] }
  const courses = [
    { ...course, en_description: 'a b '.repeat(1_500_000) },
    { ...course, slug: 'b', en_description: 'a b '.repeat(100_000), tags: `[${'{},'.repeat(2_000_000)}{}]` },
    { ...course, slug: 'x'.repeat(400_000) },
  ]
  const { url: address, stop } = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: [{ courses }] })),
  )
  onTestFinished(stop)
  const lines: string[] = []
  const log = { info: () => undefined, warn: (_: unknown, line?: string) => void lines.push(line ?? '') }
  const { ask } = createRemoteSource({ address, product: 'ugarit', log })
  const { data } = await ask('homeData', undefined)
  const [home] = data as [{ courses: Record<string, unknown>[] }]
  const description = 'a b '.repeat(2_500)
  expect(home.courses).toMatchObject([{ en_description: description }, { en_description: description }, {}])
  expect(home.courses.map(({ slug, tags }) => [slug, tags])).toEqual([
    ['a', []],
    ['b', undefined],
    [undefined, []],
  ])
  const told = lines.filter((line) => line.includes('a text of at most'))
  expect(told.map((line) => /\/data\S*(?=:)/.exec(line)?.[0])).toStrictEqual([
    '/data/0/courses/0/en_description',
    '/data/0/courses/1/tags',
    '/data/0/courses/2/slug',
  ])
})

test('an API that makes up new names in each answer fills neither the log nor the memory', async () => {
  let answers = 0
  const { url: address, stop } = await startHttpServer((_, response) => {
    const names = Array.from({ length: 300 }, (_, index) => `k${answers}-${index}`)
    answers++
    const category = Object.fromEntries(names.map((name) => [name, { slug: 'x'.repeat(600) }]))
    const data = { courses: [], category: { slug: 'a', name: 'A', ...category } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  onTestFinished(stop)
  const lines: string[] = []
  const perAnswer = new Map<number, number>()
  const log = { info: () => undefined, warn: (_: unknown, line?: string) => void lines.push(line ?? '') }
  const onDrift = () => void perAnswer.set(answers, (perAnswer.get(answers) ?? 0) + 1)
  const { ask } = createRemoteSource({ address, product: 'ugarit', log, onDrift })
  for (let index = 0; index < 15; index++) await ask('coursesByCategory', { slug: `c${index}` }).catch(() => undefined)
  expect(answers).toBe(15)
  expect(lines.length).toBeLessThanOrEqual(1_000)
  expect(Math.max(...perAnswer.values())).toBeLessThan(150)
})
