import { rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { locales } from '#contract/locales'
import { createPaths, shareImagePath } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { publishedPaths } from '../../../server/publish/publish'
import { sharedApp, startApp } from '../../support/app'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'
import { firstOf, missingSlug } from '../../support/site-pages'
import { answersOf, fails, siteOver } from '../api/other-api'
import { origin, publicationOf } from '../publish/publications'

/* Feeds, calendars, site map and share images, as visitors get them. `test/server/publish` states what is in them. */

const distDir = currentBuild()
const content = generateContent({ seed: 33, size: 6 })
const course = firstOf(content.courses).slug
const site = sharedApp({ content, distDir, config: { publicUrl: origin } })
const both = Object.values(locales).map(({ locale }) => createPaths({ locale, product: 'ugarit' }))
const problemType = 'application/problem+json; charset=utf-8'

const types: Record<string, string> = { txt: 'text/plain', ics: 'text/calendar', xml: 'application/atom+xml' }
const typeOf = (path: string) => (path === '/sitemap.xml' ? 'application/xml' : types[path.split('.').at(-1) ?? ''])

test.each(publishedPaths(publicationOf(content)))('%s exists, and is checked each time', async (path) => {
  const { statusCode, headers, body } = await site.app.inject(path)
  const type = `${typeOf(path)}; charset=utf-8`
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, 'no-cache'])
  expect(body).not.toBe('')
})

// `test/server/images` and `test/server/http/rate-limit.test.ts` test the function that makes share images and pictures.
test.each(both.flatMap((paths) => [paths.home(), paths.course(course)].map(shareImagePath)))(
  '%s is a picture of its size, whatever its query',
  async (path) => {
    const { statusCode, headers, rawPayload } = await site.app.inject(path)
    expect([statusCode, headers['content-type'], headers.vary]).toStrictEqual([200, 'image/jpeg', undefined])
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=600, stale-while-revalidate=2592000',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect((await site.app.inject(`${path}?q=words&show=14`)).rawPayload.equals(rawPayload)).toBe(true)
  },
)

test('an item’s share image shows its own picture, date and hours', async () => {
  const [first, ...courses] = content.courses
  const own = { ...firstOf([first]), date: '2026-12-12T17:00', count: 24 }
  const drawn = async (file: Buffer | string, facts: object = {}) => {
    const shown = { ...content, courses: [{ ...own, ...facts }, ...courses] } as HomeData
    const { app, config } = await startApp({ content: shown, distDir })
    await writeFile(join(config.imagesDir, String(own.image)), file)
    const path = createPaths({ locale: 'ar', product: 'ugarit' }).course(course)
    return (await app.inject(shareImagePath(path))).rawPayload
  }
  const picture = (background: string) =>
    sharp({ create: { width: 160, height: 90, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const sideOf = async (jpeg: Buffer) => {
    const side = await sharp(jpeg).extract({ left: 0, top: 0, width: 430, height: 630 }).toBuffer()
    return (await sharp(side).stats()).channels.map(({ mean }) => Math.round(mean / 255))
  }
  const red = await picture('#ff0000')
  const before = await drawn(red)
  expect(await sideOf(before)).toEqual([1, 0, 0])
  expect(await sideOf(await drawn(await picture('#00ff00')))).toEqual([0, 1, 0])
  expect(await sideOf(await drawn('no picture'))).toEqual([0, 0, 0])
  for (const fact of [{ date: '2026-12-13T17:00' }, { count: 25 }])
    expect([fact, before.equals(await drawn(red, fact))]).toEqual([fact, false])
})

test.each([
  ...['/calendar/courses/none.ics', '/ar/calendar/x', '/sitemap-1.xml', '/cards', '/cards/.jpg', '/cards/courses'],
  ...[`/courses/${missingSlug}`, '/ar/courses/a/b', '/nothing'].map(shareImagePath),
  ...['/cards/..%2f..%2fpackage.jpg', '/cards//courses.jpg', '/cards/%ff.jpg'],
])('%s is a problem document, not a page', async (url) => {
  const { statusCode, headers } = await site.app.inject(url)
  expect([statusCode, headers['content-type']]).toStrictEqual([url.includes('%ff') ? 400 : 404, problemType])
})

const updatedIn = (feed: string) => /<updated>(.*?)</.exec(feed)?.[1] ?? ''

test('a feed changes with the content, and has the time of its file', async () => {
  const { app, store, config } = await startApp({ content, distDir })
  store.watch(app.log)
  const feed = async () => (await app.inject('/blogs.xml')).body
  // Moves the file to its place, because a move keeps the time of the file.
  const draft = join(config.fixturesDir, '../../blogs.json')
  await writeFile(draft, JSON.stringify(content.blogs.slice(1)))
  const time = new Date('2026-10-01T12:00:00Z')
  await utimes(draft, time, time)
  await rename(draft, join(config.fixturesDir, 'blogs.json'))
  await expect.poll(async () => (await feed()).match(/<entry>/g)).toHaveLength(content.blogs.length - 1)
  expect(updatedIn(await feed())).toBe('2026-10-01T15:00:00+03:00')
})

test('of another API, files and share images are made from its content, with the time when it was first seen', async () => {
  const pass = stopClock()
  const own = generateContent({ seed: 62, size: 2 })
  const { api, app } = await siteOver(() => fails(), { content: own, config: { publicUrl: origin } })
  const path = createPaths({ locale: 'ar', product: 'ugarit' }).course(course)
  // Before any content exists, both addresses answer with a problem document.
  for (const url of ['/news.xml', shareImagePath(path)]) {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([503, problemType])
  }
  api.respond = answersOf(content)
  pass()
  const feed = async () => (await app.inject('/news.xml')).body
  const first = await feed()
  expect(first).toContain(`<id>${origin}/news/`)
  const metas = tagsOf((await app.inject(path)).body, 'meta')
  expect(metas).toContainEqual({ property: 'og:image', content: origin + shareImagePath(path) })
  const [image, expected] = [await app.inject(shareImagePath(path)), await site.app.inject(shareImagePath(path))]
  expect([image.statusCode, image.rawPayload.equals(expected.rawPayload)]).toEqual([200, true])
  pass()
  expect(updatedIn(await feed())).toBe(updatedIn(first))
  pass()
  api.respond = answersOf({ ...content, news: content.news.slice(1) })
  expect(Date.parse(updatedIn(await feed()))).toBeGreaterThan(Date.parse(updatedIn(first)))
})
