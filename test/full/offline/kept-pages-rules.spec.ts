import { started } from '../../browser/router-walk'
import { expect, once, test } from '../../site/fixtures'
import { directionOf, languageOf, visitOnce } from '../../site/page'
import { missingSlug } from '../../support/site-pages'
import { cacheOfPages, hour, isOfWorker, keptPaths, keptTime, makeOlder, visitAgain } from './kept-pages'

test.use({ serviceWorkers: 'allow', reducedMotion: 'reduce' })

/** Responses of the server for a page's address, and whether its cached page stays. */
const answers: { name: string; instead: ResponseInit; stays: boolean }[] = [
  { name: '500', instead: { status: 500 }, stays: true },
  { name: '503', instead: { status: 503 }, stays: true },
  { name: '429', instead: { status: 429 }, stays: true },
  {
    name: 'the bare page of a slow API',
    instead: { status: 200, headers: { 'content-type': 'text/html', 'x-page': 'bare' } },
    stays: true,
  },
  { name: '404', instead: { status: 404 }, stays: false },
  { name: '410', instead: { status: 410 }, stays: false },
  { name: 'a redirect', instead: { status: 302, headers: { location: '/' } }, stays: false },
  { name: 'a page without content', instead: { status: 200, headers: { 'content-type': 'text/html' } }, stays: false },
  { name: 'a file', instead: { status: 200, headers: { 'content-type': 'text/plain' } }, stays: false },
]

for (const { name, instead, stays } of answers)
  test(`after ${name} the cached page ${stays ? 'stays' : 'goes'}`, once, async ({ page, front }) => {
    const address = `${front.address}/blogs`
    await visitOnce(page, address)
    expect(await keptTime(page, address)).toBeGreaterThan(0)
    front.instead = (path) => (path === '/blogs' ? instead : undefined)
    await page.goto(address)
    await page.getByRole('article').first().waitFor()
    // The deletion may come after the page is shown.
    if (!stays) await expect.poll(() => keptTime(page, address)).toBeUndefined()
    else {
      await page.waitForLoadState('networkidle')
      expect(await keptTime(page, address)).toBeGreaterThan(0)
    }
  })

test('a page that is too old is requested from the server first', once, async ({ page, front }) => {
  const address = `${front.address}/blogs`
  await visitOnce(page, address)
  await makeOlder(page, address, 4 * 24 * hour)
  await page.goto(address)
  expect(await isOfWorker(page)).toBe(false)
})

test(
  'a page of another build is not cached, and a page without its files is not shown',
  once,
  async ({ page, front, serve, otherBuild }) => {
    const address = `${front.address}/blogs`
    await visitOnce(page, address)
    const first = await cacheOfPages(page)
    const keptByFirst = () => keptPaths(page, first)
    expect(await keptByFirst()).toEqual(['/blogs'])
    front.site = (await serve({}, otherBuild)).address
    const own = page.getByRole('article').first()
    // The first visit still shows the cached page, with its own files.
    await page.goto(address)
    await own.waitFor()
    await started(page)
    await expect.poll(keptByFirst).toEqual([])
    for (const path of ['/blogs', '/courses', '/blogs', '/courses']) {
      await page.goto(front.address + path)
      await own.waitFor()
      await started(page)
      expect(await page.content()).toContain('-SECOND00.js')
    }
  },
)

test('the remembered language also redirects from a cached home page', once, async ({ page, front }) => {
  await visitOnce(page, `${front.address}/ar`)
  await visitAgain(page, `${front.address}/`)
  await page.evaluate(() => localStorage.setItem('locale', 'ar'))
  const release = front.hold()
  await page.goto('about:blank')
  await page.goto(`${front.address}/#contact-prompt`, { waitUntil: 'commit' }).catch(() => undefined)
  await page.waitForURL(`${front.address}/ar#contact-prompt`, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await directionOf(page)).toEqual(languageOf('ar'))
  release()
})

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
  expect(await keptTime(page, `${front.address}/courses/${missingSlug}`)).toBeUndefined()
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
  for (const path of ['/courses', '/blogs', '/courses']) {
    await page.goto(front.address + path)
    await page.getByRole('article').first().waitFor()
    expect(await isOfWorker(page)).toBe(false)
  }
})

test('the oldest pages are removed first', once, async ({ page, front }) => {
  await visitOnce(page, `${front.address}/courses`)
  const name = await cacheOfPages(page)
  await page.evaluate(async (pages) => {
    const cache = await caches.open(pages)
    for (let number = 0; number < 60; number++) await cache.put(`/made-up/${number}`, new Response('page'))
  }, name)
  expect(await keptPaths(page, name)).toHaveLength(61)
  await page.goto(`${front.address}/blogs`)
  await expect.poll(() => keptPaths(page, name)).toHaveLength(40)
  expect((await keptPaths(page, name)).at(-1)).toBe('/blogs')
})
