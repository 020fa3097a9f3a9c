import type { Page } from '@playwright/test'
import { bareWords } from '#content/i18n'
import { operations } from '#contract/operations'
import { expect, failing, test } from '../site/fixtures'
import * as layout from '../site/layout'
import { drawn, follow, hold, type Language, languageLink, open, takenOver, watchShifts } from '../site/page'
import { goTo, hurry, networkReturns, started } from '../site/router-walk'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()
const wanted = firstOf(content.courses.slice(2))
const calls = `**${operations.course.path}`
const homeCalls = `**${operations.homeData.path}`

const headingOf = (page: Page) => page.locator('main[aria-busy="false"]:not(.is-awaiting) h1')
const noticeOf = (page: Page, { t }: Language) => page.getByRole('alert').filter({ hasText: t('error.stale') })

/** Taps the wanted course in its list and holds the course's API calls. The returned function decides the outcome of the calls. */
async function tap(page: Page, { paths }: Language) {
  const decide = await hold(page, calls)
  await page.locator(`a.card-link[href="${paths.course(wanted.slug)}"]`).click()
  return decide
}

test('a page from the home data is updated without another announcement', async ({ page, language }) => {
  const { locale, t, paths, titleOf } = language
  const shift = await watchShifts(page)
  await open(page, paths.courses())
  // Records all announcements of the polite live region.
  const said = await page
    .getByRole('status')
    .last()
    .evaluateHandle((region) => {
      const texts: string[] = []
      const listener = new MutationObserver(() => texts.push(region.textContent ?? ''))
      listener.observe(region, { subtree: true, childList: true, characterData: true })
      return texts
    })
  const decide = await tap(page, language)
  await expect(headingOf(page)).toHaveText(titleOf(wanted))
  await page.evaluate(() => window.scrollTo({ top: 150, behavior: 'instant' }))
  // At the end, so that nothing in view moves because of it.
  const body = `${wanted[`${locale}_body`] ?? ''}<p>edited a moment ago</p>`
  const edited = { ...wanted, [`${locale}_body`]: body }
  decide((route) => route.fulfill({ json: { data: edited } }))
  await expect(page.getByText('edited a moment ago')).toBeVisible()
  expect(await page.getByRole('alert').count()).toBe(0)
  // The live region announces loading first if the page takes a moment to render, and is empty before it has the title.
  const titles = async () => (await said.jsonValue()).filter((text) => text !== t('status.loading') && text !== '')
  await expect.poll(titles).toEqual([await page.title()])
  expect(await page.evaluate(() => [document.activeElement?.id, window.scrollY])).toEqual(['main', 150])

  // After one response that differed from the list, pages wait for their responses, because an API's lists may have less data than
  // its responses for single items.
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

test('a page from the home data shows a notice while the answer is late', async ({ page, language }) => {
  await hurry(page)
  await open(page, language.paths.courses())
  const decide = await tap(page, language)
  await expect(noticeOf(page, language)).toBeVisible()
  await expect(headingOf(page)).toHaveText(language.titleOf(wanted))
  decide()
  await expect(noticeOf(page, language)).toHaveCount(0)
})

test('Back after a reload shows nothing of the reloaded page while the answer is late', async ({ page, language }) => {
  const { t, paths } = language
  await hurry(page)
  await open(page, paths.courses())
  await follow(page, 'contentinfo', t('nav.blogs'))
  await expect(headingOf(page)).toHaveText(t('list.ourBlogs'))
  await page.reload()
  await started(page)
  await hold(page, `**${operations.coursesByCategory.path}`)
  await page.goBack()
  await expect(page).toHaveURL(paths.courses())
  await expect(noticeOf(page, language)).toBeVisible()
  await expect(headingOf(page)).toHaveText(t('list.ourCourses'))
})

test('an early language switch keeps the menu, and late home data is stored', async ({ page, language }) => {
  const { locale, paths } = language
  const decide = await hold(page, homeCalls)
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
  for (const path of [paths.home(), paths.contactUs()]) await goTo(page, path)
  decide()
  await takenOver(page)
})

test('a page whose refetch failed is still shown later', failing, async ({ page, language }) => {
  const { paths, titleOf } = language
  await page.route(homeCalls, (route) => route.abort())
  await page.goto(paths.contactUs())
  const isShown = async (hasNotice: boolean) => {
    await goTo(page, paths.course(wanted.slug))
    await expect(headingOf(page)).toHaveText(titleOf(wanted))
    await expect(noticeOf(page, language)).toHaveCount(hasNotice ? 1 : 0)
  }
  await isShown(false)
  await page.route(calls, (route) => route.fulfill({ status: 403, body: '{}' }))
  await networkReturns(page)
  await expect(noticeOf(page, language)).toBeVisible()
  await goTo(page, paths.contactUs())
  await isShown(true)
})

test(
  'the notice of a saved copy leaves the registration free, is small, and can be closed',
  failing,
  async ({ page, language }) => {
    const { locale, t, paths } = language
    // A course without a date can be registered for on any day.
    const { slug } = firstOf(content.courses, ({ registration_link, date }) => registration_link && !date)
    await open(page, paths.course(slug))
    await page.route(calls, (route) => route.fulfill({ status: 403, body: '{}' }))
    await networkReturns(page)
    await expect(noticeOf(page, language)).toBeVisible()
    for (const size of [200, 100]) {
      await layout.setTextSize(page, size)
      for (const window of layout.largeTextWindows) {
        await page.setViewportSize(window)
        expect(await layout.stuckShare(page), `${size} % at ${window.width} px`).toBeLessThanOrEqual(0.25)
      }
    }
    await page.setViewportSize({ width: 360, height: 640 })
    const register = page.getByRole('link', { name: t('action.register') })
    await expect(register).not.toBeInViewport()
    await register.click({ trial: true })
    await page.getByRole('button', { name: bareWords[locale].close }).click()
    await expect(noticeOf(page, language)).toHaveCount(0)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await expect(register).toBeInViewport({ ratio: 1 })
  },
)

test('a failed refetch replaces no page of the server by incomplete data', failing, async ({ page, language }) => {
  const courses = content.courses.map(({ en_body, ar_body, ...rest }) => rest)
  await page.route(homeCalls, (route) => route.fulfill({ json: { data: [{ ...content, courses }] } }))
  await page.route(calls, (route) => route.fulfill({ status: 403, body: '{}' }))
  await open(page, language.paths.course(wanted.slug))
  const before = await page.locator('.prose').textContent()
  await networkReturns(page)
  await expect(noticeOf(page, language)).toBeVisible()
  expect(await page.locator('.prose').allTextContents()).toEqual([before])
})

test('a page of the server is updated although the code for its texts comes late', async ({ page, language }) => {
  const release = await hold(page, '**/sanitize-*.js')
  const goals = { ...content.goals, [`${language.locale}_who_we_are`]: '<p>edited a moment ago</p>' }
  await page.route(homeCalls, (route) => route.fulfill({ json: { data: [{ ...content, goals }] } }))
  await page.goto(language.paths.whoWeAre())
  await networkReturns(page)
  await drawn(page)
  release()
  await expect(page.getByText('edited a moment ago')).toBeVisible()
})
