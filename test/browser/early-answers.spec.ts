import type { Page, Route } from '@playwright/test'
import { operations } from '#contract/operations'
import { expect, failing, test } from '../site/fixtures'
import { hold, type Language, languageLink, open, watchShifts } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { goTo, hurry, started } from './router-walk'

const content = await readContent()
const wanted = firstOf(content.courses.slice(2))
const calls = `**${operations.course.path}`
const homeCalls = `**${operations.homeData.path}`

type Decide = Awaited<ReturnType<typeof hold>>

const answerWith = (data: unknown) => (route: Route) => route.fulfill({ json: { data } })
const headingOf = (page: Page) => page.locator('main[aria-busy="false"]:not(.is-awaiting) h1')
const noticeOf = (page: Page, { t }: Language) => page.getByRole('alert').filter({ hasText: t('error.kept') })
const editedIn = ({ locale }: Language) => ({ ...wanted, [`${locale}_body`]: '<p>edited a moment ago</p>' })

/** Taps the wanted course in its list and holds its API calls; the returned function decides their outcome. */
async function tap(page: Page, { paths }: Language): Promise<Decide> {
  const decide = await hold(page, calls)
  await page.locator(`a.card-link[href="${paths.course(wanted.slug)}"]`).click()
  return decide
}

/** Records all announcements of the polite live region. */
async function listenTo(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const region = document.querySelector('p[role="status"]')
    if (!region) throw new Error('the page has no live region')
    const listener = new MutationObserver(() => said.push(region.textContent))
    listener.observe(region, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => Reflect.get(window, 'said'))
}

test('a page from the home data is updated without another announcement', async ({ page, language }) => {
  const { t, paths, titleOf } = language
  const shift = await watchShifts(page)
  await open(page, paths.courses())
  const said = await listenTo(page)
  const decide = await tap(page, language)
  await expect(headingOf(page)).toHaveText(titleOf(wanted))
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.evaluate(() => window.scrollTo({ top: 150, behavior: 'instant' }))
  decide(answerWith(editedIn(language)))
  await expect(page.getByText('edited a moment ago')).toBeVisible()
  expect(await page.getByRole('alert').count()).toBe(0)
  // The live region announces loading first if the page takes a moment to render, and is empty before it has the title.
  const titles = async () => (await said()).filter((text) => text !== t('status.loading') && text !== '')
  await expect.poll(titles).toEqual([await page.title()])
  expect(await page.evaluate(() => [document.activeElement?.id, window.scrollY])).toEqual(['main', 150])

  // After one answer that differed from the list, pages wait for their answers: another API's lists may have less data than its
  // items.
  await page.goBack()
  await expect(headingOf(page)).toHaveText(t('list.ourCourses'))
  const again = await hold(page, calls)
  const other = firstOf(content.courses)
  await goTo(page, paths.course(other.slug))
  await expect(page.locator('main.is-awaiting')).toBeVisible()
  again()
  await expect(headingOf(page)).toHaveText(titleOf(other))
  expect(await shift()).toBeLessThan(0.05)
})

test('an answer with the same content changes no element', async ({ page, language }) => {
  await open(page, language.paths.courses())
  const decide = await tap(page, language)
  await expect(page.locator('.share')).toBeVisible()
  await page.evaluate(() => {
    const changes: string[] = []
    Object.assign(window, { changes })
    const note = (records: MutationRecord[]) => changes.push(...records.map(({ type }) => type))
    const main = document.querySelector('main')
    if (main) new MutationObserver(note).observe(main, { subtree: true, childList: true, characterData: true })
  })
  // Differs only in the order of fields and by a field that no page shows.
  const answered = page.waitForResponse(calls)
  decide(answerWith({ views: 7, ...Object.fromEntries(Object.entries(wanted).reverse()) }))
  await (await answered).finished()
  // The page has then processed the answer.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([])
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a page from the home data shows a notice while the answer is late', async ({ page, language }) => {
  await hurry(page)
  await open(page, language.paths.courses())
  const decide = await tap(page, language)
  await expect(noticeOf(page, language)).toBeVisible()
  await expect(headingOf(page)).toHaveText(language.titleOf(wanted))
  decide()
  await expect(noticeOf(page, language)).toHaveCount(0)
})
test('home data that arrives after the visitor has left is stored', async ({ page, language: { paths } }) => {
  const decide = await hold(page, homeCalls)
  const asked = page.waitForRequest(homeCalls)
  await page.goto(paths.courses())
  await started(page)
  await asked
  await goTo(page, paths.home())
  await goTo(page, paths.contactUs())
  decide()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lang')?.length ?? 0)).toBeGreaterThan(1_000)
})

test('an early language switch keeps the menu’s entries', failing, async ({ page, language: { locale, paths } }) => {
  await hold(page, homeCalls)
  await page.goto(paths.courses())
  await started(page)
  const entries = page.locator('#menu-courses a')
  const count = await entries.count()
  expect(count).toBeGreaterThan(2)
  const other = locale === 'en' ? 'ar' : 'en'
  await languageLink(page, other).click()
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  await expect(entries).toHaveCount(count)
  await expect(page.locator(`#menu-courses [lang="${locale}"]`)).toHaveCount(count - 1)
})

test('a page whose refetch failed is still shown later', failing, async ({ page, language: { paths, titleOf, t } }) => {
  await page.route(homeCalls, (route) => route.abort())
  await page.goto(paths.contactUs())
  await started(page)
  await goTo(page, paths.course(wanted.slug))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(wanted))
  await page.route(calls, (route) => route.fulfill({ status: 403, body: '{}' }))
  const refetched = page.waitForResponse(calls)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await refetched
  await expect(page.getByRole('alert').filter({ hasText: t('error.kept') })).toBeVisible()
  await goTo(page, paths.contactUs())
  await goTo(page, paths.course(wanted.slug))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(wanted))
  await expect(page.getByRole('alert').filter({ hasText: t('error.kept') })).toBeVisible()
})
