import type { Page } from '@playwright/test'
import { operations } from '#contract/operations'
import { violations } from '../browser/accessibility'
import { hurry, started } from '../browser/router-walk'
import { expect, once, test } from '../site/fixtures'
import { directionOf, drawn, type Language, languageOf, visitOnce } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf, missingSlug, sitePages } from '../support/site-pages'

test.use({ serviceWorkers: 'allow', reducedMotion: 'reduce' })

const content = await readContent()
const course = firstOf(content.courses)
const hour = 3_600_000

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const noticeOf = (page: Page, { t }: Language) => page.getByRole('alert').filter({ hasText: t('error.kept') })
/** Shows a new title of the course in all that the site sends. */
const renamed = (title: string) => (text: string) => text.replaceAll(title, 'Renamed')

/** Opens a page and waits until the service worker has cached the server's current version. */
async function visitAgain(page: Page, address: string): Promise<void> {
  await makeOlder(page, address, 3 * hour)
  const before = await keptTime(page, address)
  await page.goto(address)
  await expect.poll(() => keptTime(page, address)).toBeGreaterThan(before ?? 0)
}

/** The time when the cached page of an address was fetched. */
function keptTime(page: Page, address: string): Promise<number | undefined> {
  return page.evaluate(async (url) => {
    const kept = await caches.match(url, { ignoreVary: true })
    return kept ? Number(kept.headers.get('kept-at')) : undefined
  }, address)
}

/** Makes the cached page of an address older by `age` milliseconds. */
async function makeOlder(page: Page, address: string, age: number): Promise<void> {
  await page.evaluate(
    async ({ url, time }) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        const kept = await cache.match(url, { ignoreVary: true })
        if (!kept) continue
        const html = (await kept.text()).replace(/data-kept-at="\d+"/, `data-kept-at="${time}"`)
        const headers = new Headers(kept.headers)
        headers.set('kept-at', String(time))
        await cache.put(url, new Response(html, { headers }))
      }
    },
    { url: address, time: Date.now() - age },
  )
}

/** The name of the first cache of pages. */
function cacheOfPages(page: Page): Promise<string> {
  return page.evaluate(async () => (await caches.keys()).find((name) => name.startsWith('pages-')) ?? '')
}

/** The paths in a cache. */
function keptPaths(page: Page, cache: string): Promise<string[]> {
  return page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    cache,
  )
}

/** True if the page came from the service worker's cache. */
function isOfWorker(page: Page): Promise<boolean> {
  return page.evaluate(() => 'keptAt' in document.documentElement.dataset)
}

test('a visited page is shown before the server answers, and does not change when it does', async ({
  page,
  front,
  language: { locale, paths },
}) => {
  // All pages in English; in Arabic one of each kind, or all with FULL=1.
  const kinds = locale === 'en' || process.env.FULL ? /./ : /^(?:home|category|course|who we are)$/
  const pages = sitePages(content).filter(
    (each) => each.status === 200 && each.locale === locale && kinds.test(each.name),
  )
  await visitOnce(page, front.address + paths.home())
  expect(front.asked.filter((path) => path === paths.home())).toHaveLength(1)
  for (const { path } of pages) if (path !== paths.home()) await visitAgain(page, front.address + path)
  for (const { path } of pages) {
    const release = front.hold()
    await page.goto(front.address + path, { waitUntil: 'commit' })
    await page.locator('main h1').waitFor()
    expect(await directionOf(page)).toEqual(languageOf(locale))
    await started(page)
    await page.locator('#root').evaluate((root) => {
      const changes: string[] = []
      Object.assign(window, { changes })
      // On a busy machine the notice of a late answer may come and go meanwhile.
      const isNotice = (node: Node) => node instanceof Element && node.matches('.stale-notice')
      new MutationObserver((all) => {
        for (const { type, target, addedNodes, removedNodes } of all) {
          const nodes = [...addedNodes, ...removedNodes]
          if (nodes.length > 0 && nodes.every(isNotice)) continue
          changes.push(`${type} ${target.nodeName} ${target.parentElement?.className}`)
        }
      }).observe(root, {
        ...{ subtree: true, childList: true, characterData: true },
        attributeFilter: ['aria-busy', 'class'],
      })
    })
    release()
    await page.waitForLoadState('networkidle')
    expect([path, await page.evaluate(() => Reflect.get(window, 'changes'))]).toEqual([path, []])
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('content changed since the visit is updated in place, without a notice', async ({
  page,
  front,
  language: { paths, titleOf },
}) => {
  const title = titleOf(course)
  const address = front.address + paths.course(course.slug)
  await visitOnce(page, address)
  front.rewrite = renamed(title)
  const release = front.hold()
  await page.goto(address, { waitUntil: 'commit' })
  await headingOf(page, title).waitFor()
  await started(page)
  const link = page.getByRole('banner').getByRole('link').first()
  await link.focus()
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const look = () => {
      for (const each of document.querySelectorAll('[role="alert"], [role="status"]')) said.push(each.textContent ?? '')
      requestAnimationFrame(look)
    }
    look()
    scrollTo(0, 40)
  })
  release()
  await headingOf(page, 'Renamed').waitFor()
  await expect(page).toHaveTitle(/Renamed/)
  expect(await page.evaluate(() => Reflect.get(window, 'said').filter(Boolean))).toEqual([])
  expect(await page.evaluate(() => scrollY)).toBe(40)
  await expect(link).toBeFocused()

  // The next visit shows the new content from the start.
  const keptText = () => page.evaluate(async (url) => (await caches.match(url, { ignoreVary: true }))?.text(), address)
  await expect.poll(keptText).toContain('Renamed')
  const again = front.hold()
  await page.goto(address, { waitUntil: 'commit' })
  await headingOf(page, 'Renamed').waitFor()
  again()
})

test('an item deleted since the visit shows the not-found page', async ({ page, front, language }) => {
  const address = front.address + language.paths.course(course.slug)
  await visitOnce(page, address)
  front.instead = (path) => (/get-course$|\/courses\//.test(path) ? { status: 404 } : undefined)
  await page.goto(address)
  await headingOf(page, language.t('error.notFound.title')).waitFor()
  await expect(noticeOf(page, language)).toHaveCount(0)
  expect(await keptTime(page, address)).toBeUndefined()
})

test('without a server a cached page shows its age, until the server is back', async ({ page, front, language }) => {
  const { locale, t, paths } = language
  const { site } = front
  const notice = noticeOf(page, language)
  await visitOnce(page, front.address + paths.home())
  for (const path of [paths.home(), paths.course(course.slug), paths.blogs()]) {
    await visitAgain(page, front.address + path)
    await makeOlder(page, front.address + path, 3 * hour)
    // Waits for the pictures too, because the worker caches only loaded ones.
    await page.waitForLoadState('networkidle')
    front.site = undefined
    await page.goto(front.address + path)
    const age = locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات'
    await notice.getByText(t('error.keptAge', { age })).waitFor()
    await page.getByRole('button', { name: t('action.tryAgain') }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    front.site = site
    await expect(notice).toHaveCount(0)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  }
})

test('with a slow API a cached page shows its age, until the answer arrives', async ({ page, front, language }) => {
  const { paths } = language
  const notice = noticeOf(page, language)
  await visitOnce(page, front.address + paths.course(course.slug))
  await visitAgain(page, front.address + paths.home())
  await hurry(page)
  // Delays first the home data, then the page's own call, beyond the point where the notice appears.
  for (const [path, slow] of [
    [paths.home(), operations.homeData.path],
    [paths.course(course.slug), operations.course.path],
  ] as const) {
    const release = front.hold(slow)
    front.asked.length = 0
    await page.goto(front.address + path)
    await notice.waitFor()
    // Waits twenty frames, in which a faulty page would repeat the call.
    for (let count = 0; count < 10; count++) await drawn(page)
    release()
    await expect(notice).toHaveCount(0)
    expect(front.asked.filter((asked) => asked === slow)).toHaveLength(1)
  }
})

test('a reload gets the page from the server', async ({ page, front, language: { paths, titleOf } }) => {
  const address = front.address + paths.course(course.slug)
  await visitOnce(page, address)
  await page.goto(address)
  expect(await isOfWorker(page)).toBe(true)
  await page.reload()
  expect(await isOfWorker(page)).toBe(false)
  front.rewrite = renamed(titleOf(course))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('h1')).toHaveText('Renamed')
})

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
