import type { Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { startFront } from '../site/front'
import { directionOf, hold, languageOf, open, visitOnce } from '../site/page'

const scripts = '**/assets/*.js'
const english = languageOf('en')
const arabic = languageOf('ar')

const isStored = (page: Page) => page.evaluate(() => localStorage.getItem('locale'))
const linkToEnglish = (page: Page) => page.locator('header a[hreflang="en"]')

/** Opens the Arabic home page with Arabic remembered. */
async function openArabic(page: Page): Promise<void> {
  await page.goto('/ar')
  await page.evaluate(() => localStorage.setItem('locale', 'ar'))
}

async function isEnglishHome(page: Page): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/')
  // A redirect in the head replaces the document before this event.
  await page.waitForLoadState('load')
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await directionOf(page)).toEqual(english)
  expect(await isStored(page)).toBe('en')
}

test('En leads to the English home page while script has not come', async ({ page }) => {
  const release = await hold(page, scripts)
  await openArabic(page)
  await linkToEnglish(page).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect([new URL(page.url()).pathname, await isStored(page)]).toEqual(['/', 'en'])
  release()
  await isEnglishHome(page)
})

test('En leads to the English home page where script is blocked', async ({ page }) => {
  await page.route(scripts, (route) => route.abort())
  await openArabic(page)
  await linkToEnglish(page).click()
  await isEnglishHome(page)
  await page.reload()
  await isEnglishHome(page)
})

for (const state of ['with script', 'where script is blocked'])
  test(`the middle button leads to the English home page ${state}`, async ({ page, context }) => {
    if (state !== 'with script') await context.route(scripts, (route) => route.abort())
    await openArabic(page)
    if (state === 'with script') await open(page, '/ar')
    const opened = context.waitForEvent('page')
    await linkToEnglish(page).click({ button: 'middle' })
    await isEnglishHome(await opened)
  })

test('a link of the site is not overruled where pressing it told no script', async ({ page }) => {
  await openArabic(page)
  await page.goto('/courses')
  // As from the menu of the right button.
  await page.evaluate(() => location.assign('/'))
  await page.waitForURL((url) => url.pathname === '/')
  await page.waitForLoadState('load')
  expect(await directionOf(page)).toEqual(english)
  await page.reload()
  expect(await directionOf(page)).toEqual(english)
})

test('the home page typed, or linked from another site, opens in the remembered language', async ({
  page,
  baseURL,
}) => {
  await openArabic(page)
  await page.goto('about:blank')
  await page.goto('/?ref=x#place')
  await page.waitForURL((url) => url.pathname === '/ar')
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?ref=x#place')
  expect(await directionOf(page)).toEqual(arabic)

  await page.route('http://other.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/">the institute</a>` }),
  )
  await page.goto('http://other.example/')
  await page.getByRole('link').click()
  await page.waitForURL((url) => url.pathname === '/ar')
})

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' })

  test('En leads to the English home page that the service worker gives', async ({ page }) => {
    const front = await startFront(String(process.env.SITE))
    try {
      await visitOnce(page, `${front.address}/ar`)
      await page.evaluate(() => localStorage.setItem('locale', 'ar'))
      front.site = undefined
      // By the browser, not by the router.
      await page.evaluate(() => location.assign('/'))
      await page.waitForURL((url) => url.pathname === '/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect([new URL(page.url()).pathname, await directionOf(page)]).toEqual(['/', english])

      await page.goto('about:blank')
      await page.goto(`${front.address}/`)
      await page.waitForURL((url) => url.pathname === '/ar')
    } finally {
      front.close()
    }
  })
})
