import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { cardPath, createPaths } from '#contract/paths'
import { cardSize } from '../../../client/layout/head'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp } from '../../support/app'
import { emptyFolder } from '../../support/folders'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'
import { firstOf, missingSlug } from '../../support/site-pages'

const distDir = currentBuild()
const content = generateContent({ seed: 61, size: 6 })
const course = firstOf(content.courses).slug
const problem = expect.stringMatching(/^application\/problem\+json/)

describe('the card of a page', () => {
  const site = sharedApp({ content, distDir })
  const get = (url: string, headers = {}) => site.app.inject({ url, headers })

  describe.each(Object.values(locales))('in $name', ({ locale }) => {
    const paths = createPaths({ locale, product: 'ugarit' })

    test.each([paths.home(), paths.courses(), paths.course(course)])(
      '%s is a picture of its size, made once',
      async (page) => {
        const answer = await get(cardPath(page))
        expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([200, 'image/jpeg'])
        expect(answer.headers).toMatchObject({
          'cache-control': 'public, max-age=600, stale-while-revalidate=2592000',
          'cross-origin-resource-policy': 'cross-origin',
        })
        expect(answer.headers).not.toHaveProperty('vary')
        expect(await sharp(answer.rawPayload).metadata()).toMatchObject(cardSize)
        const again = await get(cardPath(page))
        expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
        const known = await get(cardPath(page), { 'if-none-match': String(answer.headers.etag) })
        expect([known.statusCode, known.body]).toStrictEqual([304, ''])
        // Queries do not change the drawing.
        expect((await get(`${cardPath(page)}?q=words&show=14`)).headers.etag).toBe(answer.headers.etag)
      },
    )

    test.each([
      cardPath(paths.course(missingSlug)),
      cardPath(`${paths.courses()}/a/b`),
      cardPath(`${paths.home()}/nothing`.replace('//', '/')),
      `/cards${paths.courses()}`,
      `/cards${paths.courses()}.png`,
    ])('%s is none', async (url) => {
      const { statusCode, headers } = await get(url)
      expect([statusCode, headers['content-type']]).toStrictEqual([404, problem])
    })
  })

  test.each([
    ['/cards', 404],
    ['/cards/', 404],
    ['/cards/.jpg', 404],
    ['/cards/%ff.jpg', 400],
    ['/cards/..%2f..%2fpackage.jpg', 404],
    ['/cards//courses.jpg', 404],
  ])('%s is none, and answered by %i', async (url, status) => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toStrictEqual([status, problem])
  })

  test('answers HEAD, and no method but GET and HEAD', async () => {
    const head = await site.app.inject({ method: 'HEAD', url: '/cards/index.jpg' })
    expect([head.statusCode, head.headers['content-type'], head.body]).toStrictEqual([200, 'image/jpeg', ''])
    const { statusCode, headers } = await site.app.inject({ method: 'POST', url: '/cards/index.jpg' })
    expect([statusCode, headers.allow]).toStrictEqual([405, 'GET, HEAD'])
  })
})

test('a card is cached in CACHE_DIR, and drawing one counts as costly', async () => {
  const cacheDir = await emptyFolder()
  const files = () => readdir(join(cacheDir, 'pictures')).catch(() => [])
  // Allows the page and its card.
  const config = { cacheDir, rateLimit: { perMinute: 2, includesLoopback: true } }
  const first = await startApp({ content, distDir, config })
  const [card, other] = ['/cards/index.jpg', '/cards/courses.jpg']
  const drawn = await first.app.inject(card)
  expect(drawn.statusCode).toBe(200)
  expect((await first.app.inject(card)).statusCode).toBe(200)
  const refusal = await first.app.inject(other)
  expect([refusal.statusCode, refusal.headers['content-type']]).toStrictEqual([429, problem])
  await expect.poll(files).toEqual([expect.stringMatching(/^[\da-f]{64}$/)])
  // Allows only the page, so the card must come from the cache.
  const second = await startApp({
    content,
    distDir,
    config: { cacheDir, rateLimit: { perMinute: 1, includesLoopback: true } },
  })
  const kept = await second.app.inject(card)
  expect([kept.statusCode, kept.headers.etag]).toStrictEqual([200, drawn.headers.etag])
})

test("pages of another API name cards of this server, which draws that API's titles", async () => {
  const api = await startApp({ content })
  const alone = await startApp({ content, distDir })
  const own = generateContent({ seed: 62, size: 2 })
  const config = { baseUrl: api.url, imageBase: `${api.url}/images/`, publicUrl: 'https://www.ugarit.example' }
  const { app } = await startApp({ content: own, distDir, config })
  const { course: pathOf } = createPaths({ locale: 'ar', product: 'ugarit' })
  const html = (await app.inject(pathOf(course))).body
  const address = tagsOf(html, 'meta').find(({ property }) => property === 'og:image')?.content
  expect(address).toBe(config.publicUrl + cardPath(pathOf(course)))
  const card = await app.inject(cardPath(pathOf(course)))
  expect(card.statusCode).toBe(200)
  expect(card.headers.etag).toBe((await alone.app.inject(cardPath(pathOf(course)))).headers.etag)
  await api.close()
  const { statusCode, headers } = await app.inject(cardPath(pathOf(firstOf(content.courses.slice(1)).slug)))
  expect([statusCode, headers['content-type']]).toStrictEqual([503, problem])
})
