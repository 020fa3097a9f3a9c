import type { Page } from '@playwright/test'
import { goTo } from '../browser/router-walk'
import { expect, test } from '../site/fixtures'
import {
  directionOf,
  drawn,
  hold,
  type Language,
  languageOf,
  open,
  takenOver,
  triesNothingItself,
  withoutItems,
} from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()

// Runs the tests in one worker, so that the faulty site starts once.
test.describe.configure({ mode: 'default' })

/** The pages of failing slugs that leave nothing to show. */
const failing = ({ paths }: Language) =>
  ['error-503', 'error-500', 'malformed', 'html', 'drop', 'empty'].flatMap((slug) => [
    paths.course(slug),
    paths.newsItem(slug),
    ...(slug === 'empty' ? [] : [paths.courseCategory(slug)]),
  ])

const isExpected = (complaint: string) => complaint.includes('Failed to load resource')

async function expectFailure(page: Page, { t }: Language): Promise<void> {
  const again = page.getByRole('alert').getByRole('button', { name: t('action.tryAgain') })
  await expect(again, page.url()).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([t('error.failed.title')])
}

test('a page that fails shows the error page on the first load', async ({ page, complaints, language, faultySite }) => {
  // Makes each load a first visit.
  await page.addInitScript(() => localStorage.clear())
  for (const path of failing(language)) {
    const answer = await page.goto(faultySite + path)
    expect(answer?.status(), path).toBe(503)
    await expectFailure(page, language)
    await takenOver(page)
    await expectFailure(page, language)
    expect(await directionOf(page)).toEqual(languageOf(language.locale))
  }
  expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([])
})

test('a page that fails shows the error page after navigation too, and Back works', async ({
  page,
  complaints,
  language,
  faultySite,
}) => {
  const { t, paths } = language
  await open(page, faultySite + paths.contactUs())
  for (const path of failing(language)) {
    await goTo(page, path)
    await expectFailure(page, language)
    expect(await page.title(), path).toContain(t('error.failed.title'))
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('contact.title'))
  }
  expect(complaints.filter((complaint) => !isExpected(complaint))).toEqual([])
})

test('an empty category says so and is not an error', async ({ page, language, faultySite }) => {
  await page.goto(faultySite + language.paths.courseCategory('empty'))
  await expect(page.getByRole('heading', { name: language.t('list.emptyTitle') })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('text in one language only is marked with it, and the other page has a notice', async ({
  page,
  language,
  faultySite,
}) => {
  const { locale, t, paths } = language
  for (const own of ['ar', 'en']) {
    await page.goto(faultySite + paths.blog(own === 'ar' ? 'arabic-only' : 'english-only'))
    await expect(page.getByText(t('language.onlyOther'))).toHaveCount(own === locale ? 0 : 1)
    const heading = page.getByRole('heading', { level: 1 }).locator('bdi')
    expect(await heading.getAttribute('lang')).toBe(own === locale ? null : own)
  }
})

test('the least, the longest and mixed content fit at 320 px', async ({ page, complaints, language, faultySite }) => {
  const { paths } = language
  await page.setViewportSize({ width: 320, height: 640 })
  for (const slug of ['minimal', 'long', 'mixed'])
    for (const path of [paths.course(slug), paths.event(slug), paths.courseCategory(slug)]) {
      await page.goto(faultySite + path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
      await expect(page.getByText(/undefined|\bnull\b|NaN|\[object/), path).toHaveCount(0)
    }
  expect(complaints).toEqual([])
})

test('a slow page shows its skeleton and a status at its top', async ({ page, complaints, language }) => {
  const { t, paths } = language
  await page.setViewportSize({ width: 900, height: 500 })
  await withoutItems(page)
  await open(page, paths.courses())
  const main = page.getByRole('main')
  const release = await hold(page, '**/api/get-course')
  const link = main.locator(`a.card-link[href="${paths.course(firstOf(content.courses.slice(2)).slug)}"]`)
  await link.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await link.click()
  await page.locator('.skeleton .picture').waitFor()
  await expect(main).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('status')).toHaveText([t('status.loading')])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([t('status.loading')])
  await expect(main).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  release()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(main).toHaveAttribute('aria-busy', 'false')
  expect(complaints).toEqual([])
})

test('a slow list shows a list skeleton; a fast page shows none', async ({ page, language }) => {
  const { t, paths } = language
  await withoutItems(page)
  await open(page, paths.contactUs())
  await page.getByRole('main').evaluate((main) => {
    new MutationObserver(() => {
      if (main.querySelector('.skeleton')) document.documentElement.dataset.seen = 'skeleton'
    }).observe(main, { childList: true, subtree: true })
  })
  const menu = page.getByRole('navigation', { name: t('nav.main') })
  // The page's data and code are loaded already.
  await menu.getByRole('link', { name: t('nav.ourMission'), exact: true }).click()
  await page.getByRole('heading', { level: 1, name: t('mission.title') }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.seen)).toBeUndefined()

  const release = await hold(page, '**/api/get-events')
  await goTo(page, paths.freeWorkshops())
  await expect(page.locator('.skeleton .item-list > .card')).toHaveCount(7)
  release()
  await page.getByRole('article').first().waitFor()
})

test('"load more" falls back to the home data, with a notice until the API is back', async ({ page, language }) => {
  const { t, paths } = language
  await open(page, paths.courses())
  await page.route('**/api/get-courses-by-category', (route) => route.abort())
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  const alert = page.getByRole('alert')
  await alert.getByText(t('error.kept')).waitFor()
  await expect(page.getByRole('article')).toHaveCount(14)
  await page.unroute('**/api/get-courses-by-category')
  await expect(alert).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(14)
})

test('"Try again" reports another failure, and shows the page once it succeeds', async ({
  page,
  language,
  faultySite,
}) => {
  const { t, paths } = language
  // Waits for the silent automatic retry, which must not change the message.
  const tried = page.waitForResponse((answer) => answer.url().endsWith('/api/get-course'))
  await open(page, faultySite + paths.course('error-503'))
  const alert = page.getByRole('alert')
  await tried
  await drawn(page)
  await expect(alert).toContainText(t('error.failed.text'))
  const again = alert.getByRole('button', { name: t('action.tryAgain') })
  await again.click()
  await alert.getByText(t('error.failed.again')).waitFor()
  await triesNothingItself(page)
  const { slug } = firstOf(content.courses)
  await page.route('**/api/get-course', (route) => route.continue({ postData: JSON.stringify({ slug }) }))
  await again.click()
  await page.locator('article.detail').waitFor()
  await expect(alert).toHaveCount(0)
})
