import { rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishedPaths } from '../../../publish/publish'
import { currentBuild } from '../../../scripts/builds'
import { origin, publicationOf } from '../../publish/publications'
import { sharedApp, startApp } from '../../support/app'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { answersOf, fails, siteOver } from '../api/other-api'

const distDir = currentBuild()
const content = generateContent({ seed: 33, size: 6 })
const types = {
  txt: 'text/plain',
  ics: 'text/calendar',
  xml: 'application/atom+xml',
  problem: 'application/problem+json',
}
const typeOf = (path: string) =>
  path === '/sitemap.xml' ? 'application/xml' : types[path.split('.').at(-1) as keyof typeof types]

const site = sharedApp({ content, distDir, config: { publicUrl: origin } })

test.each([
  ...publishedPaths(publicationOf(content)).map((path) => [path, 200, typeOf(path), 'no-cache'] as const),
  // Not a page.
  ...['/calendar/courses/none.ics', '/ar/calendar/x', '/sitemap-1.xml', '/sitemap-x.xml'].map(
    (path) => [path, 404, types.problem, 'no-cache'] as const,
  ),
])('%s: %i %s, checked each time', async (path, ...expected) => {
  const { statusCode, headers, body } = await site.app.inject(path)
  expect([statusCode, String(headers['content-type']).split(';')[0], headers['cache-control']]).toEqual(expected)
  expect([headers['content-type'], body]).toEqual([
    expect.stringContaining('; charset=utf-8'),
    expect.stringMatching(/./),
  ])
})

const updatedIn = (feed: string) => /<updated>(.*?)</.exec(feed)?.[1] ?? ''

test('a feed changes with the content, and has the time of its file', async () => {
  const { app, request, store, config } = await startApp({ content, distDir })
  store.watch(app.log)
  const feed = async () => (await request.get('/blogs.xml').buffer(true)).text
  // A move keeps the time of the file.
  const draft = join(config.fixturesDir, '../../blogs.json')
  await writeFile(draft, JSON.stringify(content.blogs.slice(1)))
  const time = new Date('2026-10-01T12:00:00Z')
  await utimes(draft, time, time)
  await rename(draft, join(config.fixturesDir, 'blogs.json'))
  await expect.poll(async () => (await feed()).match(/<entry>/g)).toHaveLength(content.blogs.length - 1)
  expect(updatedIn(await feed())).toBe('2026-10-01T15:00:00+03:00')
})

test('of another API they are made from its content, or are a problem document before there is any', async () => {
  const { api, request } = await siteOver(() => fails(), { config: { publicUrl: origin } })
  const { status, type } = await request.get('/news.xml')
  expect([status, type]).toEqual([503, 'application/problem+json'])
  api.respond = answersOf(content)
  await expect.poll(async () => (await request.get('/news.xml')).status).toBe(200)
  expect((await request.get('/news.xml').buffer(true)).text).toContain(`<id>${origin}/news/`)
})

test('of another API they keep the time when its content was first seen', async () => {
  const pass = stopClock()
  const { api, request } = await siteOver(answersOf(content), {}, 'upstream')
  const updated = async () => updatedIn((await request.get('/news.xml').buffer(true)).text)
  const first = await updated()
  pass(3_600_000)
  expect(await updated()).toBe(first)
  pass(3_600_000)
  api.respond = answersOf({ ...content, news: content.news.slice(1) })
  expect(Date.parse(await updated())).toBeGreaterThan(Date.parse(first))
})
