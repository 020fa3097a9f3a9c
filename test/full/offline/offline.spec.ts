import type { Page } from '@playwright/test'
import { violations } from '../../site/accessibility'
import { expect, once, test } from '../../site/fixtures'
import { directionOf, languageOf, languages, offlineStatuses, visitOnce } from '../../site/page'
import { readContent } from '../../support/shipped-content'
import { firstOf, missingSlug, sitePages } from '../../support/site-pages'

const content = await readContent()

test.use({ serviceWorkers: 'allow' })

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('after one visit every page opens without the server, and while it fails', async ({ page, front, language }) => {
  const { locale, t, paths } = language
  await visitOnce(page, front.address + paths.home())
  const { site } = front
  front.site = undefined
  // Opens every second page after a visit to the English home page, and the other pages after a visit to the Arabic home page.
  const half = sitePages(content).filter((_, index) => index % 2 === (locale === 'en' ? 0 : 1))
  for (const { path, status, locale: own } of half) {
    if (status !== 200) continue
    await page.goto(front.address + path)
    // Skips the heading of a loading page.
    const heading = page.locator('main:not([aria-busy="true"]) h1')
    const title = (await heading.textContent()) ?? ''
    expect(title, path).not.toBe(firstOf(languages, (each) => each.locale === own).t('error.failed.title'))
    expect(await directionOf(page), path).toEqual(languageOf(own))
    await page.reload()
    await expect(heading, path).toHaveText(title)
  }

  // A page from the stored home data shows the age of the data until the data is fresh.
  await page.evaluate(() => localStorage.setItem('lang.at', String(Date.now() - 3 * 3_600_000)))
  await page.goto(front.address + paths.blog(firstOf(content.blogs).slug))
  const notice = page.getByRole('alert').filter({ hasText: t('error.stale') })
  await notice.getByText(t('error.staleAge', { age: locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات' })).waitFor()
  front.site = site
  await expect(notice).toHaveCount(0)

  for (const status of [500, 429]) {
    front.instead = () => ({ status })
    await page.goto(front.address + paths.whoWeAre())
    await headingOf(page, t('about.whoWeAre')).waitFor()
  }
})

test('a page never cached shows an offline page, until the network returns', async ({ page, front, language }) => {
  const { locale, t, paths } = language
  await visitOnce(page, front.address + paths.home())
  const statuses = offlineStatuses(page)
  const { site } = front
  front.site = undefined
  // Chromium reports pages that are loaded from now on as online.
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { writable: true, value: false })")
  await page.goto(front.address + paths.course(missingSlug))
  const alert = page.getByRole('main').getByRole('alert')
  const heading = alert.getByRole('heading', { level: 1, name: t('error.offline.title') })
  await heading.waitFor()
  await alert.getByRole('button', { name: t('action.tryAgain') }).waitFor()
  expect(await directionOf(page)).toEqual(languageOf(locale))
  await expect(page.getByRole('banner')).toHaveCount(1)
  await expect.poll(() => statuses).toContain('offline')
  expect(await violations(page)).toEqual([])

  // Without the stored home data, no other page opens either.
  await page.evaluate(() => localStorage.clear())
  await page.goto(front.address + paths.blogs())
  await heading.waitFor()
  front.site = site
  await page.evaluate(() => {
    Object.assign(navigator, { onLine: true })
    dispatchEvent(new Event('online'))
  })
  await headingOf(page, t('list.ourBlogs')).waitFor()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the states of offline support are logged once each, and never shown', once, async ({ page, front }) => {
  const statuses = offlineStatuses(page)
  await visitOnce(page, `${front.address}/courses`)
  await expect.poll(() => [...statuses].sort()).toEqual(['cached', 'ready', 'registered'])
  await page.context().setOffline(true)
  await expect.poll(() => [...statuses].sort()).toEqual(['cached', 'offline', 'ready', 'registered'])
  await expect(page.locator('body')).not.toContainText(/offline support|registered/)
})

test('a failed worker registration is logged as an error, and the page works', once, async ({ page }) => {
  const statuses = offlineStatuses(page)
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('denied', 'SecurityError'))
  })
  await page.goto('/courses')
  await expect.poll(() => statuses).toEqual([expect.stringMatching(/^error.*denied/)])
})

test('pictures that were seen are shown offline', once, async ({ page, front }) => {
  const address = `${front.address}/courses/${firstOf(content.courses).slug}`
  await visitOnce(page, `${front.address}/`)
  const isShown = () =>
    page.locator('.detail .picture img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)
  await page.goto(address)
  await expect.poll(isShown).toBe(true)
  const stored = () => page.evaluate(async () => (await (await caches.open('pictures')).keys()).length)
  await expect.poll(stored).toBeGreaterThan(0)
  front.site = undefined
  await page.goto(address)
  await expect.poll(isShown).toBe(true)
})
