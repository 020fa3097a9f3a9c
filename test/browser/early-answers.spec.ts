import type { Page, Route } from '@playwright/test'
import { operations } from '#contract/operations'
import { expect, failing, test } from '../site/fixtures'
import { hold, type Language, open, watchShifts } from '../site/page'
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

/** Shows the wanted course before the API has answered. */
async function showEarly(page: Page, language: Language): Promise<Decide> {
  await open(page, language.paths.courses())
  const decide = await tap(page, language)
  await expect(headingOf(page)).toHaveText(language.titleOf(wanted))
  return decide
}

async function goBack(page: Page, { t }: Language): Promise<void> {
  await page.goBack()
  await expect(headingOf(page)).toHaveText(t('list.ourCourses'))
}

/** Lets the API answer, and waits until the page has processed the answer. */
async function answer(page: Page, decide: Decide, data: unknown): Promise<void> {
  const answered = page.waitForResponse(calls)
  decide(answerWith(data))
  await (await answered).finished()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
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

test.describe('before the API has answered', () => {
  test('a page is shown from the home data, and then updated without another announcement', async ({
    page,
    language,
  }) => {
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
    await goBack(page, language)
    const again = await hold(page, calls)
    const other = firstOf(content.courses)
    await goTo(page, paths.course(other.slug))
    await expect(page.locator('main.is-awaiting')).toBeVisible()
    again()
    await expect(headingOf(page)).toHaveText(titleOf(other))
    expect(await shift()).toBeLessThan(0.05)
  })

  test('an answer with the same content changes no element', async ({ page, language }) => {
    const decide = await showEarly(page, language)
    await expect(page.locator('.share')).toBeVisible()
    await page.evaluate(() => {
      const changes: string[] = []
      Object.assign(window, { changes })
      const note = (records: MutationRecord[]) => changes.push(...records.map(({ type }) => type))
      const main = document.querySelector('main')
      if (main) new MutationObserver(note).observe(main, { subtree: true, childList: true, characterData: true })
    })
    // Differs only in the order of fields and by a field that no page shows.
    await answer(page, decide, { views: 7, ...Object.fromEntries(Object.entries(wanted).reverse()) })
    expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([])
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a page from the home data shows a notice while the API fails', failing, async ({ page, language }) => {
    const { t, titleOf } = language
    const decide = await showEarly(page, language)
    expect(await page.getByRole('alert').count()).toBe(0)
    let isDown = true
    decide((route) => (isDown ? route.abort('connectionrefused') : route.continue()))
    await expect(noticeOf(page, language)).toBeVisible()
    await expect(page.getByRole('button', { name: t('action.tryAgain') })).toBeVisible()
    await expect(headingOf(page)).toHaveText(titleOf(wanted))
    isDown = false
    await expect(noticeOf(page, language)).toHaveCount(0)
    await expect(headingOf(page)).toHaveText(titleOf(wanted))
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

  test(
    'a page from the home data becomes the not-found page when the API answers 404',
    failing,
    async ({ page, language }) => {
      const decide = await showEarly(page, language)
      decide((route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }))
      await expect(headingOf(page)).toHaveText(language.t('error.notFound.title'))
      expect(await noticeOf(page, language).count()).toBe(0)
    },
  )

  test('an item whose list has no body waits for the API', async ({ page, language }) => {
    const bare = { ...content, courses: content.courses.map(({ en_body, ar_body, ...course }) => course) }
    await page.route(`**${operations.homeData.path}`, answerWith([bare]))
    await open(page, language.paths.courses())
    const decide = await tap(page, language)
    await expect(page.locator('main.is-awaiting')).toBeVisible()
    decide()
    await expect(headingOf(page)).toHaveText(language.titleOf(wanted))
    await expect(page.locator('.prose')).toHaveCount(1)
  })

  test('the call of a page that the visitor has left is cancelled', async ({ page, language }) => {
    const asked = page.waitForRequest(calls)
    await showEarly(page, language)
    const request = await asked
    const cancelled = page.waitForEvent('requestfailed', (failed) => failed === request)
    await goBack(page, language)
    await cancelled
    await expect(headingOf(page)).toHaveText(language.t('list.ourCourses'))
    await expect(page.getByRole('article')).toHaveCount(7)
  })
})

test('the home data is stored although the visitor leaves the home page before it arrives', async ({
  page,
  language: { paths },
}) => {
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

test(
  'the menu keeps its entries when the language changes before the home data arrives',
  failing,
  async ({ page, language }) => {
    const { t, paths, locale } = language
    await hold(page, homeCalls)
    await page.goto(paths.courses())
    await started(page)
    const entries = page.locator('#menu-courses a')
    const count = await entries.count()
    expect(count).toBeGreaterThan(2)
    const other = locale === 'en' ? 'ar' : 'en'
    await page
      .getByRole('list', { name: t('language.switch') })
      .locator(`a[hreflang="${other}"]`)
      .click()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await expect(entries).toHaveCount(count)
    await expect(page.locator(`#menu-courses [lang="${locale}"]`)).toHaveCount(count - 1)
  },
)

test(
  'a page whose refetch failed is still shown after a visit to another page',
  failing,
  async ({ page, language }) => {
    const { paths, titleOf, t } = language
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
  },
)
