import type { Page, Route } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { generateContent } from '../generated-content'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import { createRandom } from './random-walk'
import { directionOf, eventually, languageOf, languages, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const content = await readContent()
const json = (text: string, status = 200) => ({ status, contentType: 'application/json', body: text })

const large = generateContent({ seed: 3, size: 5_000 })

/** Those after which there is nothing to show; the others are answers of a kind, such as an empty list. */
const certain = [
  'refuses',
  'times out',
  'answers 500',
  'answers HTML',
  'answers cut JSON',
  'has no data',
  'has null as data',
]

/** What an API may do instead of answering. */
const faults: Record<string, (route: Route) => Promise<unknown>> = {
  refuses: (route) => route.abort('connectionrefused'),
  'times out': (route) => route.abort('timedout'),
  'answers 500': (route) => route.fulfill(json('{}', 500)),
  'answers 404': (route) => route.fulfill(json('{}', 404)),
  'answers HTML': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>It works!</h1>' }),
  'answers cut JSON': (route) => route.fulfill(json('{"data":[{"slug":')),
  'has no data': (route) => route.fulfill(json('{}')),
  'has null as data': (route) => route.fulfill(json('{"data":null}')),
  'has an empty list': (route) => route.fulfill(json('{"data":[]}')),
  'has an empty object': (route) => route.fulfill(json('{"data":{}}')),
  'has wrong types': (route) =>
    route.fulfill(json('{"data":{"slug":7,"courses":[null,3],"category":1,"en_title":{},"en_body":5,"tags":{}}}')),
  'has a list of wrong types': (route) => route.fulfill(json('{"data":[null,1,"text",[],{"courses":{},"news":7}]}')),
  'answers with 5,000 items': (route) => {
    const name = operationNames.find((each) => route.request().url().endsWith(operations[each].path))
    const lists: Partial<Record<OperationName, unknown>> = {
      homeData: [large],
      coursesByCategory: { courses: large.courses, category: null },
      blogs: large.blogs,
      events: large.events,
      news: large.news,
    }
    const data = name && lists[name]
    return data ? route.fulfill(json(JSON.stringify({ data }))) : route.continue()
  },
}

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  /** The page that calls the operation; two operations are called by none: those the API client's own tests cover. */
  const pageOf: Partial<Record<OperationName, string>> = {
    homeData: paths.whoWeAre(),
    coursesByCategory: paths.courses(),
    course: paths.course(firstOf(content.courses).slug),
    blogs: paths.blogs(),
    blog: paths.blog(firstOf(content.blogs).slug),
    events: paths.freeWorkshops(),
    event: paths.event(firstOf(content.events).slug),
    news: paths.aiNews(),
    newsItem: paths.newsItem(firstOf(content.news).slug),
  }

  // Every second fault in each language; all in both with FULL=1.
  const kinds = Object.keys(faults).filter((_, place) => process.env.FULL || place % 2 === (locale === 'en' ? 0 : 1))
  test.each(kinds)('an API that %s leaves every page whole, with a way to try again', async (kind) => {
    const fault = faults[kind] as (route: Route) => Promise<unknown>
    const { page, complaints } = await open()
    let isFailing = true
    await page.route('**/api/**', (route) => (isFailing ? fault(route) : route.continue()))
    // The contact page has all its words, so it is there to leave from.
    await page.goto(inject('site') + paths.contactUs())
    for (const path of Object.values(pageOf)) {
      await goTo(page, paths.contactUs())
      const heading = page.locator('main[aria-busy="false"]:not(.is-awaiting) h1')
      await heading.filter({ hasText: t('contact.title') }).waitFor()
      expect(await page.getByRole('alert').count(), path).toBe(0)
      await goTo(page, path)
      await heading.filter({ hasNotText: t('contact.title') }).waitFor()
      if (certain.includes(kind)) await page.getByRole('alert').first().waitFor()
      expect(await page.getByRole('banner').count(), path).toBe(1)
      const alert = page.getByRole('alert')
      if (await alert.count())
        await alert
          .first()
          .getByRole('button', { name: t('action.tryAgain') })
          .waitFor()
      expect(await page.getByText(/undefined|\bnull\b|NaN|\[object/).count(), path).toBe(0)
      expect(await directionOf(page)).toEqual(languageOf(locale))
    }
    // What has failed comes by itself when the API is back, within two seconds, and is whole.
    isFailing = false
    await goTo(page, paths.blogs())
    await page.getByRole('article').first().waitFor()
    const uncaught = complaints.filter((complaint) => !/Failed to load resource|ERR_/.test(complaint))
    expect(uncaught).toEqual([])
  })

  test('when the API is back, the page is fresh within two seconds, without a reload', async () => {
    const { page, complaints } = await open()
    await page.goto(inject('site') + paths.contactUs())
    let isDown = true
    await page.route('**/api/**', (route) => (isDown ? route.abort('connectionrefused') : route.continue()))
    await goTo(page, paths.blogs())
    await page
      .getByRole('alert')
      .getByRole('button', { name: t('action.tryAgain') })
      .waitFor()
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    isDown = false
    await page.getByRole('article').first().waitFor({ timeout: 2_000 })
    expect(await page.getByRole('alert').count()).toBe(0)

    // A page that was there stays, says so, and says it no longer.
    isDown = true
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const notice = page.getByRole('alert').filter({ hasText: t('error.kept') })
    await notice.waitFor()
    expect(await page.getByRole('article').count()).toBe(7)
    isDown = false
    await notice.waitFor({ state: 'detached', timeout: 2_000 })
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
  })

  test('what is shown after fifty quick navigations belongs to the last', async () => {
    const { page, complaints } = await open()
    const random = createRandom(locale === 'en' ? 7 : 8)
    await page.route('**/api/**', async (route) => {
      const delay = random() * 120
      await page
        .evaluate((milliseconds) => new Promise((done) => setTimeout(done, milliseconds)), delay)
        .catch(() => {})
      await route.continue().catch(() => undefined)
    })
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    const items = [
      ...content.courses.map(({ slug, en_title, ar_title }) => ({ path: 'course', slug, en_title, ar_title })),
    ]
    let last = firstOf(items)
    let isArabic = false
    for (let step = 0; step < 50; step++) {
      last = items[Math.floor(random() * items.length)] ?? last
      isArabic = random() < 0.5
      const own = languages[isArabic ? 1 : 0]?.paths ?? paths
      await goTo(page, own.course(last.slug))
    }
    const title = isArabic ? last.ar_title : last.en_title
    await eventually(() => page.locator('main h1').textContent()).toBe(title)
    await eventually(() => page.locator('main').getAttribute('aria-busy')).toBe('false')
    expect(await page.locator('main h1').textContent()).toBe(title)
    expect(await directionOf(page)).toEqual(languageOf(isArabic ? 'ar' : 'en'))
    expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
  })

  test.each(['denied', 'full', 'spoiled', 'without a worker'])(
    'with storage %s every page can be read',
    async (kind) => {
      const { page, complaints } = await open()
      await page.addInitScript((fault) => {
        const refuse = () => {
          throw new DOMException('no', fault === 'full' ? 'QuotaExceededError' : 'SecurityError')
        }
        const names = { denied: ['localStorage', 'sessionStorage', 'indexedDB', 'caches'], 'without a worker': [] }[
          fault
        ]
        for (const name of names ?? []) Object.defineProperty(window, name, { get: refuse })
        if (fault === 'full') Storage.prototype.setItem = refuse
        if (fault === 'spoiled') {
          localStorage.setItem('lang', '{"courses":[')
          localStorage.setItem('lang.at', 'never')
        }
        if (fault !== 'full' && fault !== 'spoiled')
          Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
      }, kind)
      for (const path of Object.values(pageOf)) {
        await page.goto(inject('site') + path)
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
      }
      await goTo(page, paths.blogs())
      await page.getByRole('article').first().waitFor()
      if (kind === 'full') {
        // The database has taken it, and it stands in for the API.
        await eventually(() => page.evaluate(keptInDatabase)).toBe(true)
      }
      expect(complaints).toEqual([])
    },
  )
})

/** True when IndexedDB has the home data under the spec's key. */
async function keptInDatabase(): Promise<boolean> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  if (!(await indexedDB.databases()).some(({ name }) => name === 'site')) return false
  const database = await settled(indexedDB.open('site'))
  const text: unknown = await settled(database.transaction('texts').objectStore('texts').get('lang'))
  database.close()
  return typeof text === 'string' && 'courses' in JSON.parse(text)
}

/** A navigation of the router to a page that nothing here links to. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('after-start')),
  )
  await page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}
