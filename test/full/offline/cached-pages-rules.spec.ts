import { expect, once, test } from '../../site/fixtures'
import { visitOnce } from '../../site/page'
import { started } from '../../site/router-walk'
import { missingSlug } from '../../support/site-pages'
import { cachedAt, hour, isOfWorker, makeOlder, visitAgain } from './cached-pages'

test.use({ serviceWorkers: 'allow', reducedMotion: 'reduce' })

/** Responses of the server for a page's address, and whether the page stays in the cache. */
const answers: [name: string, instead: ResponseInit, stays: boolean][] = [
  ['500', { status: 500 }, true],
  ['429', { status: 429 }, true],
  ['the bare page of a slow API', { headers: { 'content-type': 'text/html', 'x-page': 'bare' } }, true],
  ['404', { status: 404 }, false],
  ['a redirect', { status: 302, headers: { location: '/' } }, false],
  ['a page without content', { headers: { 'content-type': 'text/html' } }, false],
]

test('a failure leaves the cached page, any other answer that is no page removes it', once, async ({ page, front }) => {
  const address = `${front.address}/blogs`
  await visitOnce(page, address)
  for (const [name, instead, stays] of answers)
    await test.step(name, async () => {
      front.instead = () => undefined
      await visitAgain(page, address)
      front.instead = (path) => (path === '/blogs' ? instead : undefined)
      await page.goto(address)
      await page.getByRole('article').first().waitFor()
      // The deletion may come after the page is shown.
      if (!stays) await expect.poll(() => cachedAt(page, address)).toBeUndefined()
      else {
        await page.waitForLoadState('networkidle')
        expect(await cachedAt(page, address)).toBeGreaterThan(0)
      }
    })
})

test('a page that is too old is requested from the server first', once, async ({ page, front }) => {
  const address = `${front.address}/blogs`
  await visitOnce(page, address)
  await makeOlder(page, address, 4 * 24 * hour)
  await page.goto(address)
  expect(await isOfWorker(page)).toBe(false)
})

test(
  'no page of another build is cached, none is shown without files',
  once,
  async ({ page, front, serve, otherBuild }) => {
    const address = `${front.address}/blogs`
    await visitOnce(page, address)
    front.site = (await serve({}, otherBuild)).address
    // The first visit still shows the cached page, with its own files.
    await page.goto(address)
    await page.getByRole('article').first().waitFor()
    await started(page)
    await expect.poll(() => cachedAt(page, address)).toBeUndefined()
    for (const path of ['/blogs', '/courses']) {
      await page.goto(front.address + path)
      await page.getByRole('article').first().waitFor()
      await started(page)
      expect(await page.content()).toContain('-SECOND00.js')
    }
  },
)

test('a query is cached as a separate page, a missing page is not cached', once, async ({ page, front }) => {
  await visitOnce(page, `${front.address}/courses`)
  await visitAgain(page, `${front.address}/courses?show=14`)
  const release = front.hold()
  await page.goto(`${front.address}/courses?show=14#main`, { waitUntil: 'commit' })
  await expect(page.getByRole('article')).toHaveCount(14)
  await page.goto(`${front.address}/courses`, { waitUntil: 'commit' })
  await expect(page.getByRole('article')).toHaveCount(7)
  release()
  await page.goto(`${front.address}/courses/${missingSlug}`)
  expect(await cachedAt(page, `${front.address}/courses/${missingSlug}`)).toBeUndefined()
})

test('without cache space for pages the site works as on a first visit', once, async ({ page, front }) => {
  const full = `const put = Cache.prototype.put
Cache.prototype.put = function (...given) {
  const isPage = /html/.test(given[1].headers.get('content-type')) && given[1].headers.has('kept-at')
  return isPage ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : put.apply(this, given)
};
`
  front.rewrite = (text, path) => (path === '/sw.js' ? full + text : text)
  await visitOnce(page, `${front.address}/courses`)
  await page.goto(`${front.address}/courses`)
  await page.getByRole('article').first().waitFor()
  expect(await isOfWorker(page)).toBe(false)
})

test('the last 40 pages are cached', once, async ({ page, front }) => {
  await visitOnce(page, `${front.address}/courses`)
  /** The paths of the cached pages, after some were added. */
  const cachedPaths = (more: string[] = []) =>
    page.evaluate(async (added) => {
      const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('pages-')) ?? '')
      for (const path of added) await cache.put(path, new Response('page'))
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    }, more)
  await cachedPaths(Array.from({ length: 60 }, (_, number) => `/made-up/${number}`))
  await page.goto(`${front.address}/blogs`)
  await expect.poll(() => cachedPaths()).toHaveLength(40)
  expect((await cachedPaths()).at(-1)).toBe('/blogs')
})
