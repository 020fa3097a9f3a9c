import { setTimeout as wait } from 'node:timers/promises'
import type { Page, Request, Route } from '@playwright/test'
import { operationAt, operations } from '#contract/operations'
import { expect, test } from '../site/fixtures'
import { directionOf, type Language, languageOf, languages } from '../site/page'
import { type Found, goTo, hurry, networkReturns, walkByRouter } from '../site/router-walk'
import { createRandom, generateContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'
import { firstOf, type SitePage, sitePages } from '../support/site-pages'

const content = await readContent()

type Failure = (route: Route) => Promise<unknown>

const answer =
  (body: string, status = 200, contentType = 'application/json'): Failure =>
  (route) =>
    route.fulfill({ status, contentType, body })

/** Failures that leave nothing to show. */
const failures: Record<string, Failure> = {
  refuses: (route) => route.abort('connectionrefused'),
  'times out': (route) => route.abort('timedout'),
  'answers 500': answer('{}', 500),
  'answers HTML': answer('<h1>It works!</h1>', 200, 'text/html'),
  'answers cut JSON': answer('{"data":[{"slug":'),
  'has no data': answer('{}'),
}

/** Failures with some response, such as an empty list. */
const oddAnswers: Record<string, Failure> = {
  'answers 404': answer('{}', 404),
  'has null as data': answer('{"data":null}'),
  'has an empty list': answer('{"data":[]}'),
  'has an empty object': answer('{"data":{}}'),
  'has wrong types': answer('{"data":{"slug":7,"courses":[null,3],"category":1,"en_title":{},"en_body":5,"tags":{}}}'),
  'has a list of wrong types': answer('{"data":[null,1,"text",[],{"courses":{},"news":7}]}'),
}

/** True for the answers that mean that an item does not exist. Of a list they are failures. */
const isMissing = (kind: string) => kind === 'answers 404' || kind === 'has null as data'

/** Pages of different operations that always have a response. A 404 for one of these operations means that the API fails. */
const lists: SitePage['name'][] = ['courses', 'aiNews', 'blogs', 'freeWorkshops', 'whoWeAre']
const details: SitePage['name'][] = ['course', 'newsItem', 'blog', 'event']

/**
 * Returns the paths of pages that call all operations which pages call. The last page shows the home data. The API client's own
 * tests cover the two operations that no page calls.
 */
function pagesOf({ locale }: Language, names = [...details, ...lists]): string[] {
  const inLanguage = sitePages(content).filter((page) => page.locale === locale)
  // In the order of `names`: the page about the institute comes last.
  return names.flatMap((name) => inLanguage.filter((page) => page.name === name).map(({ path }) => path))
}

/** Returns a function that counts the API calls in flight. */
function watchCalls(page: Page): () => number {
  const calls = new Set<Request>()
  page.on('request', (request) => request.url().includes('/api/') && calls.add(request))
  page.on('requestfinished', (request) => calls.delete(request))
  page.on('requestfailed', (request) => calls.delete(request))
  return () => calls.size
}

/** Opens a page that needs no data. The returned function visits other pages with the router, and checks their frame. */
async function startWalk(page: Page, { locale, t, paths }: Language): Promise<(to: string[]) => Promise<Found[]>> {
  await page.goto(paths.contactUs())
  return async (to) => {
    const all = await walkByRouter(page, to, { path: paths.contactUs(), heading: t('contact.title') })
    for (const found of all) expect(found, found.path).toMatchObject({ banners: 1, rubbish: [], ...languageOf(locale) })
    return all
  }
}

test('an API that fails in any way leaves pages complete, until it recovers', async ({ page, language }) => {
  const again = language.t('action.tryAgain')
  const [pages, listPaths] = [pagesOf(language), pagesOf(language, lists)]
  const countCalls = watchCalls(page)
  let failure = firstOf(Object.values(failures))
  await hurry(page)
  // No call succeeds, so nothing is cached.
  await page.route('**/api/**', (route) => failure(route))
  const walk = await startWalk(page, language)
  for (const [kind, fail] of Object.entries({ ...failures, ...oddAnswers }))
    await test.step(kind, async () => {
      failure = fail
      for (const { path, alerts } of await walk(pages)) {
        for (const buttons of alerts) expect([path, buttons]).toEqual([path, again])
        const isCertain = kind in failures || (isMissing(kind) && listPaths.includes(path))
        if (isCertain) expect([path, alerts.length]).toEqual([path, 1])
      }
    })

  // Pages wait for calls in flight. The call for home data began at the last page and may still fail, so that page comes last.
  await expect.poll(countCalls).toBe(0)
  failure = (route) => route.continue()
  for (const { path, heading } of await walk(pages))
    expect(heading, path).not.toContain(language.t('error.failed.title'))
})

test('an API that takes ten seconds shows complete pages, after a retry button', async ({ page, language }) => {
  const { t } = language
  await hurry(page)
  // Delays calls until the stale notice appears, but not until their timeout. The home data never arrives, because it would serve
  // as a placeholder for every page.
  await page.route('**/api/**', async (route) => {
    if (route.request().url().endsWith(operations.homeData.path)) return
    const offer = page.locator('.stale-notice button, [role="alert"] button').first().waitFor()
    // The last calls are still waiting when the test ends.
    await offer.then(() => route.continue()).catch(() => undefined)
  })
  const walk = await startWalk(page, language)
  // The page about the institute shows the home data.
  const paths = pagesOf(language).filter((path) => path !== language.paths.whoWeAre())
  for (const found of await walk(paths)) {
    expect(found).toMatchObject({ alerts: [], alertsBefore: [t('action.tryAgain')] })
    expect(found.heading).not.toBe(t('error.failed.title'))
  }
})

test('an API that answers with 5,000 items shows complete pages', async ({ page, language }) => {
  const large = generateContent({ seed: 3, size: 5_000 })
  const { courses, blogs, events, news } = large
  const answers = { homeData: [large], coursesByCategory: { courses, category: null }, blogs, events, news }
  await page.route('**/api/**', (route) => {
    const data = Reflect.get(answers, operationAt(new URL(route.request().url()).pathname) ?? '')
    return route.fulfill({ json: { data } })
  })
  const walk = await startWalk(page, language)
  for (const { path, alerts } of await walk(pagesOf(language, lists))) expect(alerts, path).toEqual([])
})

test('a page stays, with a stale notice, when its refetch fails in any way', async ({ page, language }) => {
  const { locale, t } = language
  let failure: Failure | undefined
  const countCalls = watchCalls(page)
  await hurry(page)
  await page.route('**/api/**', (route) => (failure ? failure(route) : route.continue()))
  const walk = await startWalk(page, language)
  const text = () => page.locator('main > :not(.stale-notice)').allTextContents()
  const notice = page.getByRole('alert').filter({ hasText: t('error.stale') })
  const kinds = Object.values(failures)
  for (const [index, path] of pagesOf(language).slice(0, -1).entries()) {
    // Tests every second operation in each language.
    if (index % 2 === (locale === 'en' ? 1 : 0)) continue
    await walk([path])
    // Waits for calls in flight: the page may still show the home data.
    await expect.poll(countCalls).toBe(0)
    const before = await text()
    failure = kinds[index % kinds.length]
    await networkReturns(page)
    await notice.waitFor()
    await page.getByRole('button', { name: t('action.tryAgain') }).waitFor()
    expect(await text(), path).toEqual(before)
    failure = undefined
    // A lasting failure is not repeated until the visitor or the network returns.
    await networkReturns(page)
    await expect(notice).toHaveCount(0)
    expect(await text(), path).toEqual(before)
  }
})

test('after fifty quick navigations and switches the last page is shown', async ({ page, language }) => {
  const random = createRandom(language.locale === 'en' ? 7 : 8)
  await page.route('**/api/**', async (route) => {
    await wait(random() * 120)
    await route.continue().catch(() => undefined)
  })
  await page.goto(language.paths.home())
  let [title, lang] = ['', language.locale]
  for (let count = 0; count < 50; count++) {
    const course = firstOf(content.courses.slice(random() * content.courses.length))
    const { locale, paths, titleOf } = firstOf(languages.slice(random() * 2))
    await goTo(page, paths.course(course.slug))
    await wait(random() * 20)
    ;[title, lang] = [titleOf(course), locale]
  }
  await page.locator('main[aria-busy="false"] h1').filter({ hasText: title }).waitFor()
  await expect(page.locator('main h1')).toHaveText([title])
  expect(await directionOf(page)).toEqual(languageOf(lang))
})

test('the notice of a page of old answers goes when the API answers', async ({ page, front, serve, language }) => {
  const { t, paths } = language
  const { address } = await serve({ BASE_URL: front.address })
  const blogs = address + paths.blogs()
  await page.goto(blogs)
  front.instead = () => ({ status: 500, headers: { 'access-control-allow-origin': '*' } })
  // Polls, because the server treats the API's responses as fresh for 10 s.
  const readHtml = async () => (await (await page.request.get(blogs)).text()).replaceAll('&#x27;', "'")
  await expect.poll(readHtml).toContain(t('error.stale'))
  await page.goto(blogs)
  const notice = page.getByText(t('error.stale'))
  await expect(notice).toBeVisible()
  front.instead = () => undefined
  await expect(notice).toBeHidden()
})
