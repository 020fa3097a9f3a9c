import { createServer } from 'node:http'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { violations } from '../browser/accessibility'
import { type Front, startFront } from '../site/front'
import { startServer } from '../site/setup'
import {
  directionOf,
  eventually,
  languageOf,
  languages,
  savesData,
  sharedBrowser,
  type Visit,
  visitOnce,
} from '../site/visit'
import { secondBuild } from '../support/second-build'
import { readContent } from '../support/shipped-content'
import { firstOf, missingSlug, sitePages } from '../support/site-pages'

const open = sharedBrowser()
const content = await readContent()
const startsOffline = { serviceWorkers: 'allow', keeps: true } as const

/** A proxy in front of the site, closed after the test. */
async function siteFront(): Promise<Front> {
  const front = await startFront(inject('site'))
  onTestFinished(front.close)
  return front
}

/**
 * Goes offline, also for pages that are loaded later: Chromium reports those as online, and reconnects the worker with the second
 * page, so the server is cut off as well.
 */
async function goOffline(page: Page, front: Front): Promise<void> {
  front.site = undefined
  const isOnLine = () => sessionStorage.getItem('has-line') !== null
  await page.addInitScript(`Object.defineProperty(navigator, 'onLine', { get: ${isOnLine} })`)
  await page.context().setOffline(true)
}

async function goOnline(page: Page, front: Front): Promise<void> {
  front.site = inject('site')
  await page.context().setOffline(false)
  await page.evaluate(() => {
    sessionStorage.setItem('has-line', '')
    dispatchEvent(new Event('online'))
  })
}

/** Records the log messages of offline support from now on. */
function statusesOf(page: Page): string[] {
  const logged: string[] = []
  page.on('console', (message) => {
    const [, status] = /^offline support: (.*)$/.exec(message.text()) ?? []
    if (status) logged.push(status)
  })
  return logged
}

/** The cached versions of the site. */
function versionsOf(tab: Page): Promise<string[]> {
  return tab.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('site-')).sort())
}

/** Visits an address until only the second version is cached. */
async function untilSecond(context: BrowserContext, address: string): Promise<void> {
  await eventually(async () => {
    const visitor = await context.newPage()
    await visitor.goto(address)
    const versions = await versionsOf(visitor)
    await visitor.close()
    return versions.join()
  }).toMatch(/^site-second-[^,]*$/)
}

describe.each(languages)('after one visit in $locale, with the server gone,', ({ locale, t, paths }) => {
  let visit: Visit
  let address = ''
  beforeAll(async () => {
    const server = await startServer({})
    address = server.address
    visit = await open(startsOffline)
    await visitOnce(visit.page, address + paths.home())
    await server.stop()
    visit.complaints.length = 0
  })
  afterAll(() => visit.page.context().close())

  const pages = sitePages(content).filter(({ status }) => status === 200)
  // All pages of both languages after a visit to the English home page; one of each kind after a visit to the Arabic one.
  const kinds = locale === 'en' ? /./ : /^(?:home|category|course|who we are)$/
  test.each(pages.filter(({ name }) => kinds.test(name)))(
    '$name in $locale opens and reloads',
    async ({ path, locale: own }) => {
      const { page } = visit
      await page.goto(address + path)
      // Skips the heading of a loading page.
      const heading = page.locator('main:not([aria-busy="true"]) h1')
      await heading.waitFor()
      const title = await heading.textContent()
      expect(title).not.toBe(languages.find((language) => language.locale === own)?.t('error.failed.title'))
      expect(await directionOf(page)).toEqual(languageOf(own))
      await page.reload()
      await heading.waitFor()
      expect(await heading.textContent()).toBe(title)
    },
  )

  test('pages open while the server answers with errors', async () => {
    const { page } = visit
    let status = 500
    const server = createServer((_, response) => response.writeHead(status).end('out of order'))
    await new Promise<void>((listening) => server.listen(Number(new URL(address).port), '127.0.0.1', listening))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    for (status of [500, 502, 503, 429]) {
      await page.goto(address + paths.whoWeAre())
      await page.getByRole('heading', { level: 1, name: t('about.whoWeAre') }).waitFor()
    }
  })
})

test.each(languages)(
  'a page that was never cached shows an offline page in $locale, and opens when the network returns',
  async ({ locale, t, paths }) => {
    const visit = await open({ serviceWorkers: 'allow' })
    const { page } = visit
    const front = await siteFront()
    await visitOnce(page, front.address + paths.home())
    await goOffline(page, front)
    visit.complaints.length = 0
    await page.goto(front.address + paths.course(missingSlug))
    const alert = page.getByRole('main').getByRole('alert')
    await alert.getByRole('heading', { level: 1, name: t('error.offline.title') }).waitFor()
    await alert.getByRole('button', { name: t('action.tryAgain') }).waitFor()
    expect(await directionOf(page)).toEqual(languageOf(locale))
    expect(await page.getByRole('banner').count()).toBe(1)
    expect(await violations(page)).toEqual([])

    // Without the stored home data, no other page opens either.
    await page.evaluate(() => localStorage.clear())
    await page.goto(front.address + paths.blogs())
    await alert.getByRole('heading', { level: 1, name: t('error.offline.title') }).waitFor()
    expect(visit.complaints.filter((complaint) => !/ERR_INTERNET_DISCONNECTED|flip: /.test(complaint))).toEqual([])
    await goOnline(page, front)
    await page.getByRole('heading', { level: 1, name: t('list.ourBlogs') }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  },
)

test.each(languages)('a cached page in $locale shows its age until it is fresh', async (language) => {
  const { t, paths } = language
  const visit = await open({ serviceWorkers: 'allow', reducedMotion: 'reduce' })
  const { page } = visit
  const front = await siteFront()
  await visitOnce(page, front.address + paths.home())
  await page.evaluate(() => localStorage.setItem('lang.at', String(Date.now() - 3 * 3_600_000)))
  await goOffline(page, front)
  await page.goto(front.address + paths.blog(firstOf(content.blogs).slug))
  const notice = page.getByRole('alert').filter({ hasText: t('error.kept') })
  const age = language.locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات'
  await notice.getByText(t('error.keptAge', { age })).waitFor()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await violations(page)).toEqual([])
  // Lists, "load more" and search work on the stored copy.
  await page.goto(front.address + paths.courses())
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await eventually(() => page.getByRole('article').count()).toBe(14)
  await goOnline(page, front)
  await eventually(() => notice.count()).toBe(0)
  expect(await page.getByRole('article').count()).toBe(14)
})

test('the states of offline support are logged once each, and never shown', async () => {
  const visit = await open({ serviceWorkers: 'allow' })
  const { page } = visit
  const logged = statusesOf(page)
  const front = await siteFront()
  await visitOnce(page, `${front.address}/courses`)
  await eventually(() => [...logged].sort()).toEqual(['cached', 'ready', 'registered'])
  await goOffline(page, front)
  await eventually(() => logged).toContain('offline')
  logged.length = 0
  await page.reload()
  await eventually(() => [...logged].sort()).toEqual(['offline', 'ready', 'registered'])
  expect(await page.locator('body').textContent()).not.toMatch(/offline support|registered/)
})

test('a failed worker registration is logged as an error, and the page works', async () => {
  const { page, complaints } = await open({ serviceWorkers: 'allow' })
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  })
  const logged = statusesOf(page)
  await page.goto(`${inject('site')}/courses`)
  await eventually(() => logged).toHaveLength(1)
  expect(logged[0]).toMatch(/^error.*denied/)
  expect(complaints).toEqual([])
})

test('a new version reloads no page, and the old version works until its tabs are closed', async () => {
  const first = await startServer({})
  onTestFinished(first.stop)
  const visit = await open({ serviceWorkers: 'allow' })
  const { page } = visit
  const logged = statusesOf(page)
  await visitOnce(page, `${first.address}/`)
  const before = await versionsOf(page)
  expect(before).toHaveLength(1)
  await first.stop()
  const build = await secondBuild()
  onTestFinished(build.remove)
  const second = await startServer({ PORT: new URL(first.address).port }, build.distDir)
  onTestFinished(second.stop)

  logged.length = 0
  const tab = await page.context().newPage()
  let loads = 0
  for (const each of [page, tab]) each.on('load', () => loads++)
  const tabLogged = statusesOf(tab)
  await tab.goto(`${first.address}/blogs`)
  await eventually(() => tabLogged).toEqual(expect.arrayContaining(['registered', 'update found', 'updated']))
  for (const status of ['update found', 'updated']) expect(tabLogged.filter((each) => each === status)).toHaveLength(1)
  expect(loads).toBe(1)

  // Loads code of a page that this tab has never shown, and that the server no longer has.
  await page.getByRole('link', { name: 'Contact us', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Contact us' }).waitFor()
  expect(loads).toBe(1)
  expect((await versionsOf(page)).length).toBe(2)
  expect(visit.complaints).toEqual([])

  // Closes the tabs instead of navigating, because the browser may keep a left page alive for Back.
  const context = page.context()
  const later = await context.newPage()
  await Promise.all([tab.close(), page.close()])
  await untilSecond(context, `${first.address}/blogs`)
  await second.stop()
  await later.goto(`${first.address}/ar/who-we-are`)
  await later.getByRole('heading', { level: 1 }).waitFor()
})

describe.each(languages)('where data is saved in $locale,', ({ locale, t, paths, titleOf }) => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
  const course = firstOf(content.courses)

  /** A visitor who saves data, and a proxy that makes the worker see that too. */
  async function saver() {
    const front = await siteFront()
    front.rewrite = (text, path) => (path === '/sw.js' ? savesData + text : text)
    const { page } = await open({ serviceWorkers: 'allow' })
    await page.context().addInitScript(savesData)
    return { page, front }
  }

  test('a page that was visited once opens and reloads offline', async () => {
    const { page, front } = await saver()
    await visitOnce(page, front.address + paths.course(course.slug))
    front.site = undefined
    await page.reload()
    await heading(page, titleOf(course)).waitFor()
    expect(await page.locator('.prose').count()).toBe(1)
    expect(await directionOf(page)).toEqual(languageOf(locale))
  })

  test('another page shows the offline page, and opens when the network returns', async () => {
    const { page, front } = await saver()
    await visitOnce(page, front.address + paths.courses())
    await goOffline(page, front)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('nav.contactUs'), exact: true })
      .click()
    await heading(page, t('error.offline.title')).waitFor()
    front.site = inject('site')
    await page.evaluate(() => sessionStorage.setItem('has-line', ''))
    await page.context().setOffline(false)
    await heading(page, t('contact.title')).waitFor()
  })

  test('visited pages stay cached through a new version', async () => {
    const { page, front } = await saver()
    await visitOnce(page, front.address + paths.contactUs())
    const build = await secondBuild()
    onTestFinished(build.remove)
    const second = await startServer({}, build.distDir)
    onTestFinished(second.stop)
    front.site = second.address
    const context = page.context()
    const logged = statusesOf(page)
    await page.goto(front.address + paths.home())
    await eventually(() => logged).toContain('updated')
    await page.close()
    await untilSecond(context, front.address + paths.courses())
    front.site = undefined
    const later = await context.newPage()
    await later.goto(front.address + paths.contactUs())
    await heading(later, t('contact.title')).waitFor()
    // Pages that were not visited were not fetched.
    expect(front.asked.filter((path) => /MissionPage/.test(path))).toEqual([])
  })
})

test('SERVICE_WORKER=off removes offline support from browsers that had it', async () => {
  const first = await startServer({})
  onTestFinished(first.stop)
  const visit = await open({ serviceWorkers: 'allow' })
  const { page } = visit
  await visitOnce(page, `${first.address}/courses`)
  await first.stop()
  const second = await startServer({ PORT: new URL(first.address).port, SERVICE_WORKER: 'off' })
  onTestFinished(second.stop)
  await page.goto(`${first.address}/courses`)
  await eventually(() => page.evaluate(() => caches.keys())).toEqual([])
  await eventually(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(visit.complaints.filter((complaint) => !/ERR_CONNECTION_REFUSED/.test(complaint))).toEqual([])
})

test('pictures that were seen are shown offline, others leave their box', async () => {
  const visit = await open({ serviceWorkers: 'allow', reducedMotion: 'reduce' })
  const { page } = visit
  const server = await startServer({})
  onTestFinished(server.stop)
  await visitOnce(page, `${server.address}/`)
  const [seen, unseen] = [content.courses[0]?.slug ?? '', content.courses[9]?.slug ?? '']
  const picture = page.locator('.detail .picture').first()
  const isShown = () => picture.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)
  await page.goto(`${server.address}/courses/${seen}`)
  await eventually(isShown).toBe(true)
  const size = await picture.boundingBox()
  await eventually(() =>
    page.evaluate(async () => (await (await caches.open('pictures')).keys()).length),
  ).toBeGreaterThan(0)
  await server.stop()
  await page.goto(`${server.address}/courses/${seen}`)
  await eventually(isShown).toBe(true)
  // Clears the pictures, because the home page has loaded all of them in another width.
  await page.evaluate(() => caches.delete('pictures'))
  await page.goto(`${server.address}/courses/${unseen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Waits for the skeleton to go, because its picture box has the same class.
  await page.locator('.skeleton').waitFor({ state: 'detached' })
  await eventually(() => picture.locator('img').count()).toBe(0)
  expect(await picture.boundingBox()).toMatchObject({ width: size?.width, height: size?.height })
})
