import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { goTo } from '../browser/router-walk'
import { startServer } from '../site/setup'
import {
  directionOf,
  drawn,
  eventually,
  hold,
  languageOf,
  languages,
  sharedBrowser,
  takenOver,
  triesNothingItself,
  withoutItems,
} from '../site/visit'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const open = sharedBrowser()
const content = await readContent()
let faulty: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  faulty = await startServer({ SCENARIOS: 'yes' })
})
afterAll(() => faulty?.stop())

describe.each(languages)('in $locale', ({ locale, t, paths }) => {
  const failing = ['error-503', 'error-500', 'malformed', 'html', 'drop', 'empty'].flatMap((slug) => [
    { slug, path: paths.course(slug) },
    { slug, path: paths.newsItem(slug) },
    ...(slug === 'empty' ? [] : [{ slug, path: paths.courseCategory(slug) }]),
  ])

  // One page for all first loads; clearing local storage makes each a first visit.
  let first: Page
  let told: string[]
  beforeAll(async () => {
    const { page, complaints } = await open({ keeps: true })
    ;[first, told] = [page, complaints]
    await first.addInitScript(() => localStorage.clear())
  })

  test.each(failing)('$path shows the error page on the first load', async ({ path }) => {
    told.length = 0
    const answer = await first.goto(faulty.address + path)
    expect(answer?.status()).toBe(503)
    await expectFailure(first)
    await takenOver(first)
    await expectFailure(first)
    expect(await directionOf(first)).toEqual(languageOf(locale))
    expect(told.filter((complaint) => !/Failed to load resource/.test(complaint))).toEqual([])
  })

  test('each of them shows the error page after navigation too, and Back works', async () => {
    const { page, complaints } = await open()
    await page.goto(faulty.address + paths.contactUs())
    await takenOver(page)
    for (const { path } of failing) {
      await goTo(page, path)
      await expectFailure(page)
      expect([path, await page.title()]).toEqual([path, expect.stringContaining(t('error.failed.title'))])
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: t('contact.title') }).waitFor()
    }
    expect(complaints.filter((complaint) => !/Failed to load resource/.test(complaint))).toEqual([])
  })

  async function expectFailure(page: Page) {
    const alert = page.getByRole('alert')
    await alert.getByRole('button', { name: t('action.tryAgain') }).waitFor()
    expect(await page.getByRole('banner').count()).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([t('error.failed.title')])
  }

  test('an empty category says so and is not an error', async () => {
    const { page } = await open()
    await page.goto(faulty.address + paths.courseCategory('empty'))
    await page.getByRole('heading', { name: t('list.emptyTitle') }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a missing picture leaves its box, of the same size', async () => {
    const { page } = await open()
    await page.goto(faulty.address + paths.course('mixed'))
    const size = () => page.locator('.detail .picture').first().boundingBox()
    const whole = await size()
    await page.goto(faulty.address + paths.course('no-image'))
    await eventually(() => page.locator('.detail .picture').first().locator('img').count()).toBe(0)
    expect(await size()).toEqual(whole)
  })

  test.each(['arabic-only', 'english-only'] as const)('%s text is marked with its language', async (slug) => {
    const { page } = await open()
    await page.goto(faulty.address + paths.blog(slug))
    const own = slug === 'arabic-only' ? 'ar' : 'en'
    const notice = page.getByText(t('language.onlyOther'))
    expect(await notice.count()).toBe(own === locale ? 0 : 1)
    const heading = page.getByRole('heading', { level: 1 }).locator('bdi')
    expect(await heading.getAttribute('lang')).toBe(own === locale ? null : own)
  })

  test.each(['minimal', 'long', 'mixed'])('%s content fits at 320 px', async (slug) => {
    const { page, complaints } = await open({ viewport: { width: 320, height: 640 } })
    for (const path of [paths.course(slug), paths.event(slug), paths.courseCategory(slug)]) {
      await page.goto(faulty.address + path)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0)
      expect(await page.getByText(/undefined|\bnull\b|NaN|\[object/).count()).toBe(0)
    }
    expect(complaints).toEqual([])
  })

  test('a slow page shows its skeleton and a status; scroll and focus are restored', async () => {
    const { page, complaints } = await open({ viewport: { width: 900, height: 500 } })
    await withoutItems(page)
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    const main = page.getByRole('main')
    const release = await hold(page, '**/api/get-course')
    const course = content.courses[2] ?? firstOf(content.courses)
    const link = main.locator(`a.card-link[href="${paths.course(course.slug)}"]`)
    await link.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(100)
    await link.click()
    await page.locator('.skeleton .picture').waitFor()
    expect(await main.getAttribute('aria-busy')).toBe('true')
    expect(await page.getByRole('status').allTextContents()).toEqual([t('status.loading')])
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([t('status.loading')])
    expect(await page.evaluate(() => [window.scrollY, document.activeElement?.id])).toEqual([0, 'main'])

    release()
    await page.locator('.skeleton').waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await main.getAttribute('aria-busy')).toBe('false')
    await page.goBack()
    await main.getByRole('article').first().waitFor()
    await eventually(() => page.evaluate(() => window.scrollY)).toBe(place)
    expect(complaints).toEqual([])
  })

  test('a slow list shows a list skeleton; a fast page shows none', async () => {
    const { page } = await open()
    await withoutItems(page)
    await page.goto(inject('site') + paths.contactUs())
    await takenOver(page)
    await page.evaluate(() => {
      const main = document.querySelector('main')
      if (!main) return
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
    await eventually(() => page.locator('.skeleton .item-list > .card').count()).toBe(7)
    release()
    await page.getByRole('article').first().waitFor()
  })

  test('"load more" falls back to the home data, with a notice until the API is back', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    await page.route('**/api/get-courses-by-category', (route) => route.abort())
    await page.getByRole('link', { name: t('action.loadMore') }).click()
    const alert = page.getByRole('alert')
    await alert.getByText(t('error.kept')).waitFor()
    // The alert and the list are rendered one after the other.
    await eventually(() => page.getByRole('article').count()).toBe(14)
    await page.unroute('**/api/get-courses-by-category')
    await eventually(() => alert.count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(14)
  })

  test('"Try again" reports another failure, and shows the page once it succeeds', async () => {
    const { page } = await open()
    // Waits for the silent automatic retry, which must not change the message.
    const tried = page.waitForResponse((answer) => answer.url().endsWith('/api/get-course'))
    await page.goto(faulty.address + paths.course('error-503'))
    await takenOver(page)
    const alert = page.getByRole('alert')
    await tried
    await drawn(page)
    expect(await alert.textContent()).toContain(t('error.failed.text'))
    const again = alert.getByRole('button', { name: t('action.tryAgain') })
    await again.click()
    await alert.getByText(t('error.failed.again')).waitFor()
    const course = firstOf(content.courses)
    await triesNothingItself(page)
    await page.route('**/api/get-course', (route) =>
      route.continue({ postData: JSON.stringify({ slug: course.slug }) }),
    )
    await again.click()
    await page.locator('article.detail').waitFor()
    expect(await alert.count()).toBe(0)
  })
})
