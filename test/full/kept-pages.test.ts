import type { Page } from 'playwright-core'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { operations } from '#contract/operations'
import { violations } from '../browser/accessibility'
import { hurry, started } from '../browser/router-walk'
import { startFront } from '../site/front'
import { startServer } from '../site/setup'
import {
  directionOf,
  drawn,
  eventually,
  hasFocus,
  languageOf,
  languages,
  sharedBrowser,
  visitOnce,
} from '../site/visit'
import { secondBuild } from '../support/second-build'
import { readContent } from '../support/shipped-content'
import { firstOf, missingSlug, sitePages } from '../support/site-pages'

const open = sharedBrowser()
const content = await readContent()
const course = firstOf(content.courses)

/** A visitor with a proxy in front of the site that the test controls. */
async function visitor() {
  const front = await startFront(inject('site'))
  onTestFinished(front.close)
  const visit = await open({ serviceWorkers: 'allow', reducedMotion: 'reduce' })
  return { ...visit, front }
}

/** Opens a page and waits until the service worker has cached the server's current version. */
async function visitAgain(page: Page, address: string): Promise<void> {
  await makeOlder(page, address, 3 * hour)
  const before = await keptTime(page, address)
  await page.goto(address)
  await eventually(() => keptTime(page, address)).toBeGreaterThan(before ?? 0)
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

const hour = 3_600_000

/** True if the page came from the service worker's cache. */
function isOfWorker(page: Page): Promise<boolean> {
  return page.evaluate(() => 'keptAt' in document.documentElement.dataset)
}

describe.each(languages)('in $locale', ({ locale, t, paths, titleOf }) => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: t('error.kept') })
  const title = titleOf(course)

  test('a visited page is shown before the server answers, and does not change when it does', {
    timeout: 120_000,
  }, async () => {
    const { page, complaints, front } = await visitor()
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
      await page.evaluate(() => {
        const changes: string[] = []
        Object.assign(window, { changes })
        const root = document.getElementById('root')
        if (!root) throw new Error('no root')
        new MutationObserver((all) => {
          for (const { type, target } of all)
            changes.push(`${type} ${target.nodeName} ${target.parentElement?.className}`)
        }).observe(root, {
          ...{ subtree: true, childList: true, characterData: true },
          attributeFilter: ['aria-busy', 'class'],
        })
      })
      release()
      await page.waitForLoadState('networkidle')
      expect([path, await page.evaluate(() => Reflect.get(window, 'changes'))]).toEqual([path, []])
      expect(await page.getByRole('alert').count()).toBe(0)
    }
    expect(complaints).toEqual([])
  })

  test('content changed since the visit is updated in place, without a notice', async () => {
    const { page, complaints, front } = await visitor()
    const address = front.address + paths.course(course.slug)
    await visitOnce(page, address)
    front.rewrite = (text) => text.replaceAll(title, 'Renamed')
    const release = front.hold()
    await page.goto(address, { waitUntil: 'commit' })
    await heading(page, title).waitFor()
    await started(page)
    const link = page.getByRole('banner').getByRole('link').first()
    await link.focus()
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      const look = () => {
        for (const each of document.querySelectorAll('[role="alert"], [role="status"]'))
          said.push(each.textContent ?? '')
        requestAnimationFrame(look)
      }
      look()
      scrollTo(0, 40)
    })
    release()
    await heading(page, 'Renamed').waitFor()
    await eventually(() => page.title()).toContain('Renamed')
    expect(await page.evaluate(() => Reflect.get(window, 'said').filter(Boolean))).toEqual([])
    expect(await page.evaluate(() => scrollY)).toBe(40)
    expect(await hasFocus(link)).toBe(true)

    // The next visit shows the new content from the start.
    await eventually(() =>
      page.evaluate(
        async (url) => (await (await caches.match(url, { ignoreVary: true }))?.text())?.includes('Renamed'),
        address,
      ),
    ).toBe(true)
    front.hold()
    await page.goto(address, { waitUntil: 'commit' })
    await heading(page, 'Renamed').waitFor()
    expect(complaints).toEqual([])
  })

  test('an item deleted since the visit shows the not-found page', async () => {
    const { page, front } = await visitor()
    const address = front.address + paths.course(course.slug)
    await visitOnce(page, address)
    front.instead = (path) => (/get-course$|\/courses\//.test(path) ? { status: 404 } : undefined)
    await page.goto(address)
    await heading(page, t('error.notFound.title')).waitFor()
    expect(await notice(page).count()).toBe(0)
    expect(await keptTime(page, address)).toBeUndefined()
  })

  test('without a server a cached page shows its age, until the server is back', async () => {
    const { page, complaints, front } = await visitor()
    await visitOnce(page, front.address + paths.home())
    for (const path of [paths.home(), paths.course(course.slug), paths.blogs()]) {
      await visitAgain(page, front.address + path)
      await makeOlder(page, front.address + path, 3 * hour)
      // Waits for the pictures too, because the worker caches only loaded ones.
      await page.waitForLoadState('networkidle')
      front.site = undefined
      await page.goto(front.address + path)
      const age = locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات'
      await notice(page).getByText(t('error.keptAge', { age })).waitFor()
      await page.getByRole('button', { name: t('action.tryAgain') }).waitFor()
      expect(await violations(page)).toEqual([])
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      front.site = inject('site')
      await notice(page).waitFor({ state: 'detached' })
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    }
    expect(complaints.filter((complaint) => !complaint.includes('ERR_'))).toEqual([])
  })

  test('with a slow API a cached page shows its age, until the answer arrives', async () => {
    const { page, complaints, front } = await visitor()
    for (const [index, path] of [paths.course(course.slug), paths.home()].entries()) {
      if (index === 0) await visitOnce(page, front.address + path)
      else await visitAgain(page, front.address + path)
    }
    await hurry(page)
    // Delays first the home data, then the page's own call, beyond the point where the notice appears.
    for (const [path, slow] of [
      [paths.home(), operations.homeData.path],
      [paths.course(course.slug), operations.course.path],
    ] as const) {
      const release = front.hold(slow)
      front.asked.length = 0
      await page.goto(front.address + path)
      await notice(page).waitFor()
      // Waits twenty frames, in which a faulty page would repeat the call.
      for (let count = 0; count < 10; count++) await drawn(page)
      release()
      await notice(page).waitFor({ state: 'detached' })
      expect(front.asked.filter((asked) => asked === slow)).toHaveLength(1)
    }
    expect(complaints).toEqual([])
  })

  test('a reload gets the page from the server', async () => {
    const { page, front } = await visitor()
    const address = front.address + paths.course(course.slug)
    await visitOnce(page, address)
    await page.goto(address)
    expect(await isOfWorker(page)).toBe(true)
    await page.reload()
    expect(await isOfWorker(page)).toBe(false)
    front.rewrite = (text) => text.replaceAll(title, 'Renamed')
    await page.reload({ waitUntil: 'commit' })
    expect(await page.locator('h1').textContent()).toBe('Renamed')
  })
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

test.each(answers)('after $name the cached page stays: $stays', async ({ instead, stays }) => {
  const { page, front } = await visitor()
  const address = `${front.address}/blogs`
  await visitOnce(page, address)
  expect(await keptTime(page, address)).toBeGreaterThan(0)
  front.instead = (path) => (path === '/blogs' ? instead : undefined)
  await page.goto(address)
  await page.getByRole('article').first().waitFor()
  // The deletion may come after the page is shown.
  if (!stays) await eventually(() => keptTime(page, address)).toBeUndefined()
  else {
    await page.waitForLoadState('networkidle')
    expect(await keptTime(page, address)).toBeGreaterThan(0)
  }
})

test('a page that is too old is requested from the server first', async () => {
  const { page, front } = await visitor()
  const address = `${front.address}/blogs`
  await visitOnce(page, address)
  await makeOlder(page, address, 4 * 24 * hour)
  await page.goto(address)
  expect(await isOfWorker(page)).toBe(false)
})

test('a page of another build is not cached, and a page without its files is not shown', async () => {
  const { page, complaints, front } = await visitor()
  const address = `${front.address}/blogs`
  await visitOnce(page, address)
  const [first = ''] = await page.evaluate(async () =>
    (await caches.keys()).filter((name) => name.startsWith('pages-')),
  )
  const keptByFirst = () =>
    page.evaluate(
      async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      first,
    )
  expect(await keptByFirst()).toEqual(['/blogs'])
  const build = await secondBuild()
  onTestFinished(build.remove)
  const second = await startServer({}, build.distDir)
  onTestFinished(second.stop)
  front.site = second.address
  const own = page.getByRole('article').first()
  // The first visit still shows the cached page, with its own files.
  await page.goto(address)
  await own.waitFor()
  await started(page)
  await eventually(keptByFirst).toEqual([])
  for (const path of ['/blogs', '/courses', '/blogs', '/courses']) {
    await page.goto(front.address + path)
    await own.waitFor()
    await started(page)
    expect(await page.content()).toContain('-SECOND00.js')
  }
  expect(complaints).toEqual([])
})

test('the remembered language also redirects from a cached home page', async () => {
  const { page, front } = await visitor()
  await visitOnce(page, `${front.address}/ar`)
  await visitAgain(page, `${front.address}/`)
  await page.evaluate(() => localStorage.setItem('locale', 'ar'))
  front.hold()
  await page.goto('about:blank')
  await page.goto(`${front.address}/#contact-prompt`, { waitUntil: 'commit' }).catch(() => undefined)
  await page.waitForURL(`${front.address}/ar#contact-prompt`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await directionOf(page)).toEqual(languageOf('ar'))
})

test('a query is cached as a separate page, a missing page is not cached', async () => {
  const { page, front } = await visitor()
  await visitOnce(page, `${front.address}/courses`)
  await visitAgain(page, `${front.address}/courses?show=14`)
  const release = front.hold()
  await page.goto(`${front.address}/courses?show=14#main`, { waitUntil: 'commit' })
  await eventually(() => page.getByRole('article').count()).toBe(14)
  await page.goto(`${front.address}/courses`, { waitUntil: 'commit' })
  await eventually(() => page.getByRole('article').count()).toBe(7)
  release()
  await page.goto(`${front.address}/courses/${missingSlug}`)
  expect(await keptTime(page, `${front.address}/courses/${missingSlug}`)).toBeUndefined()
})

test('without cache space for pages the site works as on a first visit', async () => {
  const { page, complaints, front } = await visitor()
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
  expect(complaints).toEqual([])
})

test('the oldest pages are removed first', async () => {
  const { page, front } = await visitor()
  await visitOnce(page, `${front.address}/courses`)
  const added = await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('pages-')) ?? ''
    const cache = await caches.open(name)
    for (let number = 0; number < 60; number++) await cache.put(`/made-up/${number}`, new Response('page'))
    return (await cache.keys()).length
  })
  expect(added).toBe(61)
  await page.goto(`${front.address}/blogs`)
  const kept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith('pages-')) ?? ''
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    })
  await eventually(async () => (await kept()).length).toBe(40)
  expect((await kept()).at(-1)).toBe('/blogs')
})
