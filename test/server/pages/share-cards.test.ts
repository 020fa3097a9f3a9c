import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { cardPath, createPaths } from '#contract/paths'
import { cardSize } from '../../../client/layout/head'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf } from '../../support/html'
import { firstOf, missingSlug } from '../../support/site-pages'
import { answersOf, siteOver } from '../api/other-api'

const distDir = currentBuild()
const content = generateContent({ seed: 61, size: 6 })
const course = firstOf(content.courses).slug
const problem = expect.stringMatching(/^application\/problem\+json/)

// Cards are made by the same function as pictures: `test/server/images/disk-cache.test.ts` and `test/server/http/rate-limit.test.ts`.
describe('the card of a page', () => {
  const site = sharedApp({ content, distDir })
  const get = (url: string) => site.app.inject(url)
  const both = Object.values(locales).map(({ locale }) => createPaths({ locale, product: 'ugarit' }))

  test.each(both.flatMap((paths) => [paths.home(), paths.courses(), paths.course(course)]))(
    '%s is a picture of its size, made once',
    async (page) => {
      const { statusCode, headers, rawPayload } = await get(cardPath(page))
      expect([statusCode, headers['content-type']]).toStrictEqual([200, 'image/jpeg'])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=600, stale-while-revalidate=2592000',
        'cross-origin-resource-policy': 'cross-origin',
      })
      expect(headers).not.toHaveProperty('vary')
      expect(await sharp(rawPayload).metadata()).toMatchObject(cardSize)
      // Queries do not change the drawing.
      expect((await get(`${cardPath(page)}?q=words&show=14`)).rawPayload.equals(rawPayload)).toBe(true)
    },
  )

  test.each([
    ...both.flatMap((paths) => [
      cardPath(paths.course(missingSlug)),
      cardPath(`${paths.courses()}/a/b`),
      cardPath(`${paths.home()}/nothing`.replace('//', '/')),
      `/cards${paths.courses()}`,
      `/cards${paths.courses()}.png`,
    ]),
    ...['/cards', '/cards/', '/cards/.jpg', '/cards/..%2f..%2fpackage.jpg', '/cards//courses.jpg', '/cards/%ff.jpg'],
  ])('%s is none', async (url) => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['content-type']]).toStrictEqual([url.includes('%ff') ? 400 : 404, problem])
  })
})

test("pages of another API name cards of this server, which draws that API's titles", async () => {
  const alone = await startApp({ content, distDir })
  const own = generateContent({ seed: 62, size: 2 })
  const publicUrl = 'https://www.ugarit.example'
  const { api, app } = await siteOver(answersOf(content), { content: own, config: { publicUrl } })
  const { course: pathOf } = createPaths({ locale: 'ar', product: 'ugarit' })
  const url = cardPath(pathOf(course))
  const metas = tagsOf((await app.inject(pathOf(course))).body, 'meta')
  expect(metas).toContainEqual({ property: 'og:image', content: publicUrl + url })
  const card = await app.inject(url)
  expect([card.statusCode, card.headers.etag]).toStrictEqual([200, (await alone.app.inject(url)).headers.etag])
  await api.stop()
  const { statusCode, headers } = await app.inject(cardPath(pathOf(firstOf(content.courses.slice(1)).slug)))
  expect([statusCode, headers['content-type']]).toStrictEqual([503, problem])
})
