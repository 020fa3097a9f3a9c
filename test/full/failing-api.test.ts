import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request, Route } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { createRandom } from '../browser/random-walk'
import { goTo, hurry, started, walkByRouter } from '../browser/router-walk'
import {
  directionOf,
  eventually,
  languageOf,
  languages,
  sharedBrowser,
  takenOver,
  type Visit,
  withoutFlips,
} from '../site/visit'
import { generateContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const open = sharedBrowser()
const content = await readContent()
const json = (text: string, status = 200) => ({ status, contentType: 'application/json', body: text })

/** Faults that leave nothing to show; the others are answers of some kind, such as an empty list. */
const certain = [
  'refuses',
  'times out',
  'answers 500',
  'answers HTML',
  'answers cut JSON',
  'has no data',
  'has null as data',
]

/** The ways in which an API fails to answer. */
const faults = {
  refuses: (route: Route) => route.abort('connectionrefused'),
  'times out': (route: Route) => route.abort('timedout'),
  'answers 500': (route: Route) => route.fulfill(json('{}', 500)),
  'answers 404': (route: Route) => route.fulfill(json('{}', 404)),
  'answers HTML': (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>It works!</h1>' }),
  'answers cut JSON': (route: Route) => route.fulfill(json('{"data":[{"slug":')),
  'has no data': (route: Route) => route.fulfill(json('{}')),
  'has null as data': (route: Route) => route.fulfill(json('{"data":null}')),
  'has an empty list': (route: Route) => route.fulfill(json('{"data":[]}')),
  'has an empty object': (route: Route) => route.fulfill(json('{"data":{}}')),
  'has wrong types': (route: Route) =>
    route.fulfill(json('{"data":{"slug":7,"courses":[null,3],"category":1,"en_title":{},"en_body":5,"tags":{}}}')),
  'has a list of wrong types': (route: Route) =>
    route.fulfill(json('{"data":[null,1,"text",[],{"courses":{},"news":7}]}')),
} satisfies Record<string, (route: Route) => Promise<unknown>>

const large = generateContent({ seed: 3, size: 5_000 })

/** The five operations that return lists, with 5,000 items each. */
const largeAnswers: Partial<Record<OperationName, string>> = Object.fromEntries(
  Object.entries({
    homeData: [large],
    coursesByCategory: { courses: large.courses, category: null },
    blogs: large.blogs,
    events: large.events,
    news: large.news,
  }).map(([name, data]) => [name, JSON.stringify({ data })]),
)

/** Gives a function that counts the API calls in flight. */
function watchCalls(page: Page): () => number {
  const calls = new Set<Request>()
  page.on('request', (request) => request.url().includes('/api/') && calls.add(request))
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  return () => calls.size
}

const uncaughtOf = ({ complaints }: Visit) =>
  complaints.filter((complaint) => !/Failed to load resource|ERR_/.test(complaint))

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  /** The page that calls each operation; the API client's own tests cover the two operations that no page calls. */
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

  /** The pages with a call of their own besides the home data. */
  const [home = '', ...own] = Object.values(pageOf)

  /** Operations whose answer is always there: a 404 for one of these means that the API fails. */
  const lists = (['homeData', 'coursesByCategory', 'blogs', 'events', 'news'] as const).map(
    (name) => pageOf[name] ?? '',
  )

  const between = { path: paths.contactUs(), heading: t('contact.title') }
  const stay = { banners: 1, rubbish: [], ...languageOf(locale) }

  describe('an API that', () => {
    let visit: Visit
    let fault: (route: Route) => Promise<unknown>
    let countCalls: () => number
    beforeAll(async () => {
      visit = await open({ keeps: true })
      countCalls = watchCalls(visit.page)
      await hurry(visit.page)
      await visit.page.route('**/api/**', (route) => fault(route))
      fault = faults.refuses
      // Starts at the contact page, which needs no data. No call succeeds, so nothing is cached.
      await visit.page.goto(inject('site') + between.path)
    })

    test.each(Object.keys(faults))('%s leaves every page complete, with a retry button', async (kind) => {
      fault = faults[kind as keyof typeof faults]
      visit.complaints.length = 0
      for (const found of await walkByRouter(visit.page, Object.values(pageOf), between)) {
        expect(found).toMatchObject(stay)
        for (const buttons of found.alerts) expect([found.path, buttons]).toEqual([found.path, t('action.tryAgain')])
        const isCertain = certain.includes(kind) || (kind === 'answers 404' && lists.includes(found.path))
        if (isCertain) expect([found.path, found.alerts.length]).toEqual([found.path, 1])
      }
      expect(uncaughtOf(visit)).toEqual([])
    })

    test('has recovered shows complete pages', async () => {
      // A page waits for a call in flight. The home data's began at the last page's visit and may still fail, so its page comes last.
      await eventually(countCalls).toBe(0)
      fault = (route) => route.continue()
      for (const found of await walkByRouter(visit.page, [...own, home], between))
        expect([found.heading, found]).toEqual([
          expect.not.stringMatching(t('error.failed.title')),
          expect.objectContaining(stay),
        ])
    })
  })

  test('a page that failed to load can be left without an error', async () => {
    const { page, complaints } = await open()
    // Browsers return a promise here since 2026; React would take an effect's return value for its clean-up.
    await page.addInitScript(() => {
      const scroll = Element.prototype.scrollIntoView
      Element.prototype.scrollIntoView = function (...given) {
        scroll.apply(this, given)
        return Promise.resolve() as unknown as undefined
      }
    })
    await page.route('**/api/**', (route) => route.abort('connectionrefused'))
    await page.goto(inject('site') + between.path)
    await started(page)
    await goTo(page, paths.blog('unknown'))
    await page.getByRole('alert').waitFor()
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('nav.contactUs'), exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: between.heading }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
  })

  test('an API that takes ten seconds shows complete pages, with a retry button meanwhile', async () => {
    const visit = await open()
    await hurry(visit.page)
    // Delays calls until the stale notice appears, but not until their timeout. The home data never arrives, because it would serve
    // as a placeholder for every page.
    await visit.page.route('**/api/**', async (route) => {
      if (route.request().url().endsWith(operations.homeData.path)) return
      const offer = visit.page.locator('.stale-notice button, [role="alert"] button').first().waitFor()
      // The last calls are still waiting when the test ends.
      await offer.then(() => route.continue()).catch(() => undefined)
    })
    await visit.page.goto(inject('site') + between.path)
    for (const found of await walkByRouter(visit.page, own, between)) {
      expect(found).toMatchObject({ ...stay, alerts: [], alertsBefore: [t('action.tryAgain')] })
      expect(found.heading).not.toBe(t('error.failed.title'))
    }
    expect(uncaughtOf(visit)).toEqual([])
  })

  test.each([
    { what: 'network', slow: '/api/' },
    { what: 'answer', slow: operations.blogs.path },
  ])('the stale notice disappears when the late answer arrives, with a slow $what', async ({ slow }) => {
    const visit = await open()
    const { page } = visit
    await hurry(page)
    let isSlow = false
    let calls = 0
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/api/**', async (route) => {
      const url = route.request().url()
      if (url.endsWith(operations.blogs.path)) calls++
      if (isSlow && url.includes(slow)) await late
      await route.continue().catch(() => undefined)
    })
    await page.goto(inject('site') + between.path)
    await takenOver(page)
    isSlow = true
    await goTo(page, paths.blogs())
    const notice = page.getByRole('alert').filter({ hasText: t('error.kept') })
    await notice.waitFor()
    arrive()
    await notice.waitFor({ state: 'detached' })
    expect(await page.getByRole('article').count()).toBe(7)
    // Restarting the call at each sign of progress would make about fifty calls.
    expect(calls).toBeLessThan(10)
    expect(uncaughtOf(visit)).toEqual([])
  })

  test('an API that answers with 5,000 items shows complete pages', async () => {
    const visit = await open()
    await visit.page.route('**/api/**', (route) => {
      const name = operationNames.find((each) => route.request().url().endsWith(operations[each].path))
      return route.fulfill(json(largeAnswers[name ?? 'homeData'] ?? '{}'))
    })
    await visit.page.goto(inject('site') + between.path)
    const lists = operationNames.filter((name) => name in largeAnswers).map((name) => pageOf[name] ?? '')
    for (const found of await walkByRouter(visit.page, lists, between))
      expect(found).toMatchObject({ ...stay, alerts: [] })
    expect(uncaughtOf(visit)).toEqual([])
  })

  test('a page stays, with a stale notice, when its refetch fails in any way', async () => {
    const visit = await open()
    const { page } = visit
    await hurry(page)
    let fault: ((route: Route) => Promise<unknown>) | undefined
    const countCalls = watchCalls(page)
    await page.route('**/api/**', (route) => (fault ?? ((each) => each.continue()))(route))
    await page.goto(inject('site') + between.path)
    const text = () =>
      page.getByRole('main').evaluate((main) => {
        const content = main.cloneNode(true) as HTMLElement
        content.querySelector('.stale-notice')?.remove()
        return content.textContent
      })
    const notice = page.getByRole('alert').filter({ hasText: t('error.kept') })
    for (const [place, path] of own.entries()) {
      // Tests every second operation in each language; all operations in both with FULL=1.
      if (!process.env.FULL && place % 2 === (locale === 'en' ? 1 : 0)) continue
      await walkByRouter(page, [path], between)
      // Waits for calls in flight: the page may still show the home data.
      await eventually(countCalls).toBe(0)
      const before = await text()
      fault = faults[certain[place % certain.length] as keyof typeof faults]
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await notice.waitFor()
      await page.getByRole('button', { name: t('action.tryAgain') }).waitFor()
      expect(await text(), path).toBe(before)
      fault = undefined
      // A lasting failure is not repeated until the visitor or the network returns.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await notice.waitFor({ state: 'detached' })
      expect(await text(), path).toBe(before)
    }
    expect(uncaughtOf(visit)).toEqual([])
  })

  test('when the API recovers, the page updates without a reload', async () => {
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
    await page.getByRole('article').first().waitFor()
    // The home data may be back before the list.
    await eventually(() => page.getByRole('alert').count()).toBe(0)

    // A loaded page stays, shows the stale notice and removes it after recovery.
    isDown = true
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const notice = page.getByRole('alert').filter({ hasText: t('error.kept') })
    await notice.waitFor()
    expect(await page.getByRole('article').count()).toBe(7)
    // A prefetch that still fails has no part in it.
    const thought = page.waitForResponse((response) => response.url().endsWith(operations.blog.path))
    await page.route(`**${operations.blog.path}`, (route) => route.fulfill(json('{}', 500)))
    await page.getByRole('article').getByRole('link').first().focus()
    await thought
    isDown = false
    await notice.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    expect(complaints.filter((complaint) => complaint.startsWith('uncaught'))).toEqual([])
  })

  test('after fifty quick navigations and switches the last page is shown', async () => {
    const visit = await open()
    const { page } = visit
    const random = createRandom(locale === 'en' ? 7 : 8)
    await page.route('**/api/**', async (route) => {
      await wait(random() * 120)
      await route.continue().catch(() => undefined)
    })
    await page.goto(inject('site') + paths.home())
    const courses = Array.from({ length: 50 }, () => {
      const course = content.courses[Math.floor(random() * content.courses.length)] ?? firstOf(content.courses)
      const language = languages[random() < 0.5 ? 1 : 0] ?? firstOf(languages)
      return { ...course, language, path: language.paths.course(course.slug), pause: random() * 20 }
    })
    for (const { path, pause } of courses) {
      await goTo(page, path)
      await wait(pause)
    }
    const last = firstOf(courses.slice(-1))
    const title = last.language.titleOf(last)
    await page.locator('main[aria-busy="false"] h1').filter({ hasText: title }).waitFor()
    expect(await page.locator('main h1').allTextContents()).toEqual([title])
    expect(await directionOf(page)).toEqual(languageOf(last.language.locale))
    expect(withoutFlips(uncaughtOf(visit))).toEqual([])
  })
})
