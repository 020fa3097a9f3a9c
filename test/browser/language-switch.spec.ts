import type { Page } from '@playwright/test'
import { type Locale, otherLocale } from '#contract/locales'
import { inLocale } from '#contract/paths'
import { expect, failing, once, test } from '../site/fixtures'
import { directionOf, hold, languageLink, languageOf, open, switchTo } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { reachableOutOfSight } from './accessibility'

const course = firstOf((await readContent()).courses)

for (const name of ['home', 'courses', 'a missing course'] as const)
  test(`query and hash of ${name} stay`, failing, async ({ page, language: { locale, paths } }) => {
    const other = otherLocale(locale)
    const path = name === 'a missing course' ? paths.course('none') : paths[name]()
    const held = '**/assets/index-*.js'
    await page.route(held, () => undefined)
    await page.goto(`${path}?ref=x#place`)
    await switchTo(page, other)
    await expect(page).toHaveURL(`${inLocale(path, other)}?ref=x#place`)

    await page.unroute(held)
    // The English home page would open in the remembered language.
    await page.evaluate(() => localStorage.clear())
    await open(page, `${path}?ref=x#place`)
    const link = languageLink(page, other)
    await expect(link).toHaveAttribute('href', `${inLocale(path, other)}?ref=x#place`)
    // Changes the hash natively, like a link in a text.
    await page.evaluate(() => {
      location.hash = '#elsewhere'
    })
    await expect(link).toHaveAttribute('href', `${inLocale(path, other)}?ref=x#elsewhere`)
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    await switchTo(page, other)
    await expect(page).toHaveURL(`${inLocale(path, other)}?ref=x#elsewhere`)
    await page.goBack()
    await expect.poll(() => directionOf(page)).toEqual(languageOf(locale))
    expect(documents).toEqual([])
  })

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('a slider stays at its slide, in the other language and after Back from an item', async ({ page, language }) => {
    const { locale, paths } = language
    const other = otherLocale(locale)
    await open(page, paths.home())
    const slider = page.locator('#events-list')
    const next = page.locator('[aria-controls="events-list"]').last()
    const first = slider.locator('> :not([inert]) .card-link').first()
    await slider.scrollIntoViewIfNeeded()
    const hrefs = await slider
      .locator('.card-link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    const wanted = hrefs[2] ?? ''
    for (const place of [1, 2]) {
      await next.click()
      await expect(first).toHaveAttribute('href', hrefs[place] ?? '')
    }
    await switched(page, other)
    await expect(first).toHaveAttribute('href', inLocale(wanted, other))
    await first.click()
    await expect(page.locator('article.detail')).toBeVisible()
    await page.goBack()
    await expect(first).toHaveAttribute('href', inLocale(wanted, other))
    await switched(page, locale)
    await expect(first).toHaveAttribute('href', wanted)
  })

  for (const name of ['home', 'courses', 'course'] as const)
    test(`${name} is unchanged after some toggles`, async ({ page, language: { locale, paths } }) => {
      await open(page, name === 'course' ? paths.course(course.slug) : paths[name]())
      const thereAndBack = async () => {
        for (const target of [otherLocale(locale), locale]) await switched(page, target)
      }
      // Toggles once first, to exclude attributes that the browser adds on a first visit.
      await thereAndBack()
      // The sliders hide items from the keyboard only once the browser has told which are out of sight.
      await expect.poll(() => reachableOutOfSight(page)).toEqual([])
      const before = await page.locator('#root').innerHTML()
      for (let count = 0; count < 3; count++) await thereAndBack()
      await expect.poll(() => page.locator('#root').innerHTML()).toBe(before)
    })
})

async function switched(page: Page, locale: Locale): Promise<void> {
  await switchTo(page, locale)
  await expect.poll(() => directionOf(page)).toEqual(languageOf(locale))
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
}

const isStored = (page: Page) => page.evaluate(() => localStorage.getItem('locale'))

/** Opens the Arabic home page with Arabic stored as the language. */
async function openArabic(page: Page): Promise<void> {
  await page.goto('/ar')
  await page.evaluate(() => localStorage.setItem('locale', 'ar'))
}

async function isEnglishHome(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/')
  // A redirect in the head replaces the document before this event.
  await page.waitForLoadState('load')
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await directionOf(page)).toEqual(languageOf('en'))
}

for (const state of ['before the script loads', 'where script is blocked'])
  test(`En leads to the English home page ${state}`, { tag: [once.tag, failing.tag] }, async ({ page }) => {
    const decide = await hold(page, '**/assets/*.js')
    if (state === 'where script is blocked') decide((route) => route.abort())
    await openArabic(page)
    await languageLink(page, 'en').click()
    await isEnglishHome(page)
    expect(await isStored(page)).toBe('en')
    decide()
    await isEnglishHome(page)
    await page.reload()
    await isEnglishHome(page)
    expect(await isStored(page)).toBe('en')
  })

for (const state of ['with script', 'where script is blocked'])
  test(`the middle button opens English ${state}`, { tag: [once.tag, failing.tag] }, async ({ page, front }) => {
    // The new tab says itself where it is: Playwright sometimes misses the navigation of a tab in the background.
    front.script = `addEventListener('load', () => localStorage.setItem('loaded', location.pathname + ' ' + document.dir))`
    if (state !== 'with script')
      front.instead = (path) => (/^\/assets\/.*\.js$/.test(path) ? { status: 404 } : undefined)
    await page.goto(`${front.address}/ar`)
    await page.evaluate(() => localStorage.setItem('locale', 'ar'))
    if (state === 'with script') await open(page, `${front.address}/ar`)
    const loaded = () => page.evaluate(() => localStorage.getItem('loaded'))
    expect(await loaded()).toBe('/ar rtl')
    await page.evaluate(() => localStorage.removeItem('loaded'))
    await languageLink(page, 'en').click({ button: 'middle' })
    await expect.poll(loaded).toBe('/ ltr')
    expect(await isStored(page)).toBe('en')
  })

test('the remembered language does not override a link opened without a click event', once, async ({ page }) => {
  await openArabic(page)
  await page.goto('/courses')
  // Navigates without a click, like the context menu.
  await page.evaluate(() => location.assign('/'))
  await isEnglishHome(page)
  await page.reload()
  await isEnglishHome(page)
})

test('a typed or linked home page opens in the remembered language', once, async ({ page, baseURL }) => {
  await openArabic(page)
  await page.goto('about:blank')
  await page.goto('/?ref=x#place')
  await page.waitForURL((url) => url.pathname === '/ar')
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?ref=x#place')
  expect(await directionOf(page)).toEqual(languageOf('ar'))

  await page.route('http://other.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/">the institute</a>` }),
  )
  await page.goto('http://other.example/')
  await page.getByRole('link').click()
  await page.waitForURL((url) => url.pathname === '/ar')
})
