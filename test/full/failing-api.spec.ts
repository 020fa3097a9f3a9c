import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request, Route } from '@playwright/test'
import { type OperationName, operationNames, operations } from '#contract/operations'
import { goTo, hurry, started, walkByRouter } from '../browser/router-walk'
import { expect, test } from '../site/fixtures'
import { directionOf, type Language, languageOf, languages } from '../site/page'
import { createRandom, generateContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()
const json = (text: string, status = 200) => ({ status, contentType: 'application/json', body: text })

type Fault = (route: Route) => Promise<unknown>

/** Failures that leave nothing to show. */
const failures: Record<string, Fault> = {
  refuses: (route) => route.abort('connectionrefused'),
  'times out': (route) => route.abort('timedout'),
  'answers 500': (route) => route.fulfill(json('{}', 500)),
  'answers HTML': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>It works!</h1>' }),
  'answers cut JSON': (route) => route.fulfill(json('{"data":[{"slug":')),
  'has no data': (route) => route.fulfill(json('{}')),
  'has null as data': (route) => route.fulfill(json('{"data":null}')),
}

/** Answers of some kind, such as an empty list. */
const oddAnswers: Record<string, Fault> = {
  'answers 404': (route) => route.fulfill(json('{}', 404)),
  'has an empty list': (route) => route.fulfill(json('{"data":[]}')),
  'has an empty object': (route) => route.fulfill(json('{"data":{}}')),
  'has wrong types': (route) =>
    route.fulfill(json('{"data":{"slug":7,"courses":[null,3],"category":1,"en_title":{},"en_body":5,"tags":{}}}')),
  'has a list of wrong types': (route) => route.fulfill(json('{"data":[null,1,"text",[],{"courses":{},"news":7}]}')),
}

/** Operations whose answer is always there: a 404 for one of these means that the API fails. */
const lists = ['homeData', 'coursesByCategory', 'blogs', 'events', 'news'] as const

/** Gives a function that counts the API calls in flight. */
function watchCalls(page: Page): () => number {
  const calls = new Set<Request>()
  page.on('request', (request) => request.url().includes('/api/') && calls.add(request))
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  return () => calls.size
}

/** The page that calls each operation; the API client's own tests cover the two operations that no page calls. */
function pagesOf({ paths }: Language): Partial<Record<OperationName, string>> {
  return {
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
}

/** A page that needs no data. */
const restOf = ({ t, paths }: Language) => ({ path: paths.contactUs(), heading: t('contact.title') })
const stay = ({ locale }: Language) => ({ banners: 1, rubbish: [], ...languageOf(locale) })
/** The network returns, as far as the page can tell. */
const networkReturns = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

test('an API that fails in any way leaves every page complete, with a retry button; recovered, it shows them', async ({
  page,
  language,
}) => {
  const again = language.t('action.tryAgain')
  const between = restOf(language)
  const pages = pagesOf(language)
  const listPaths = lists.map((name) => pages[name])
  const countCalls = watchCalls(page)
  let fault = firstOf(Object.values(failures))
  await hurry(page)
  await page.route('**/api/**', (route) => fault(route))
  // No call succeeds, so nothing is cached.
  await page.goto(between.path)
  for (const [kind, fail] of Object.entries({ ...failures, ...oddAnswers }))
    await test.step(kind, async () => {
      fault = fail
      for (const found of await walkByRouter(page, Object.values(pages), between)) {
        expect(found).toMatchObject(stay(language))
        for (const buttons of found.alerts) expect([found.path, buttons]).toEqual([found.path, again])
        const isCertain = kind in failures || (kind === 'answers 404' && listPaths.includes(found.path))
        if (isCertain) expect([found.path, found.alerts.length]).toEqual([found.path, 1])
      }
    })

  // A page waits for a call in flight. The home data's began at the last page's visit and may still fail, so its page comes last.
  await expect.poll(countCalls).toBe(0)
  fault = (route) => route.continue()
  const [home = '', ...own] = Object.values(pages)
  for (const found of await walkByRouter(page, [...own, home], between)) {
    expect(found).toMatchObject(stay(language))
    expect(found.heading, found.path).not.toContain(language.t('error.failed.title'))
  }
})

test('an API that takes ten seconds shows complete pages, with a retry button meanwhile', async ({
  page,
  language,
}) => {
  const { t } = language
  const between = restOf(language)
  await hurry(page)
  // Delays calls until the stale notice appears, but not until their timeout. The home data never arrives, because it would serve
  // as a placeholder for every page.
  await page.route('**/api/**', async (route) => {
    if (route.request().url().endsWith(operations.homeData.path)) return
    const offer = page.locator('.stale-notice button, [role="alert"] button').first().waitFor()
    // The last calls are still waiting when the test ends.
    await offer.then(() => route.continue()).catch(() => undefined)
  })
  await page.goto(between.path)
  for (const found of await walkByRouter(page, Object.values(pagesOf(language)).slice(1), between)) {
    expect(found).toMatchObject({ ...stay(language), alerts: [], alertsBefore: [t('action.tryAgain')] })
    expect(found.heading).not.toBe(t('error.failed.title'))
  }
})

test('an API that answers with 5,000 items shows complete pages', async ({ page, language }) => {
  const large = generateContent({ seed: 3, size: 5_000 })
  const answers: Partial<Record<OperationName, unknown>> = {
    homeData: [large],
    coursesByCategory: { courses: large.courses, category: null },
    blogs: large.blogs,
    events: large.events,
    news: large.news,
  }
  const texts = new Map(Object.entries(answers).map(([name, data]) => [name, JSON.stringify({ data })]))
  const pages = pagesOf(language)
  const between = restOf(language)
  await page.route('**/api/**', (route) => {
    const name = operationNames.find((each) => route.request().url().endsWith(operations[each].path))
    return route.fulfill(json(texts.get(name ?? '') ?? '{}'))
  })
  await page.goto(between.path)
  const paths = lists.map((name) => pages[name] ?? '')
  for (const found of await walkByRouter(page, paths, between))
    expect(found).toMatchObject({ ...stay(language), alerts: [] })
})

test('a page stays, with a stale notice, when its refetch fails in any way', async ({ page, language }) => {
  const { locale, t } = language
  const between = restOf(language)
  let fault: Fault | undefined
  const countCalls = watchCalls(page)
  await hurry(page)
  await page.route('**/api/**', (route) => (fault ? fault(route) : route.continue()))
  await page.goto(between.path)
  const text = () =>
    page.getByRole('main').evaluate((main) => {
      const copy = main.cloneNode(true) as HTMLElement
      copy.querySelector('.stale-notice')?.remove()
      return copy.textContent
    })
  const notice = page.getByRole('alert').filter({ hasText: t('error.kept') })
  const kinds = Object.values(failures)
  for (const [place, path] of Object.values(pagesOf(language)).slice(1).entries()) {
    // Tests every second operation in each language; all operations in both with FULL=1.
    if (!process.env.FULL && place % 2 === (locale === 'en' ? 1 : 0)) continue
    await walkByRouter(page, [path], between)
    // Waits for calls in flight: the page may still show the home data.
    await expect.poll(countCalls).toBe(0)
    const before = await text()
    fault = kinds[place % kinds.length]
    await networkReturns(page)
    await notice.waitFor()
    await page.getByRole('button', { name: t('action.tryAgain') }).waitFor()
    expect(await text(), path).toBe(before)
    fault = undefined
    // A lasting failure is not repeated until the visitor or the network returns.
    await networkReturns(page)
    await expect(notice).toHaveCount(0)
    expect(await text(), path).toBe(before)
  }
})

test('after fifty quick navigations and switches the last page is shown', async ({ page, language }) => {
  const random = createRandom(language.locale === 'en' ? 7 : 8)
  await page.route('**/api/**', async (route) => {
    await wait(random() * 120)
    await route.continue().catch(() => undefined)
  })
  await page.goto(language.paths.home())
  await started(page)
  const visits = Array.from({ length: 50 }, () => {
    const course = content.courses[Math.floor(random() * content.courses.length)] ?? firstOf(content.courses)
    const target = languages[random() < 0.5 ? 1 : 0] ?? language
    return { course, target, pause: random() * 20 }
  })
  for (const { course, target, pause } of visits) {
    await goTo(page, target.paths.course(course.slug))
    await wait(pause)
  }
  const { course, target } = firstOf(visits.slice(-1))
  const title = target.titleOf(course)
  await page.locator('main[aria-busy="false"] h1').filter({ hasText: title }).waitFor()
  await expect(page.locator('main h1')).toHaveText([title])
  expect(await directionOf(page)).toEqual(languageOf(target.locale))
})
