import type { Page } from '@playwright/test'
import { violations } from '../../browser/accessibility'
import { expect, once, test } from '../../site/fixtures'
import type { Front } from '../../site/front'
import { directionOf, languageOf, languages, offlineStatuses, visitOnce } from '../../site/page'
import { startHttpServer } from '../../support/http-server'
import { readContent } from '../../support/shipped-content'
import { firstOf, missingSlug, sitePages } from '../../support/site-pages'

const content = await readContent()

test.use({ serviceWorkers: 'allow' })

const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/**
 * Goes offline, also for pages that are loaded later: Chromium reports those as online, and reconnects the worker with the second
 * page, so the server is cut off as well. The returned function goes online again.
 */
async function goOffline(page: Page, front: Front): Promise<() => Promise<void>> {
  const { site } = front
  front.site = undefined
  const isOnLine = () => sessionStorage.getItem('has-line') !== null
  await page.addInitScript(`Object.defineProperty(navigator, 'onLine', { get: ${isOnLine} })`)
  await page.context().setOffline(true)
  return async () => {
    front.site = site
    // Pages that are loaded from now on are online too.
    await page.evaluate(() => sessionStorage.setItem('has-line', ''))
    await page.context().setOffline(false)
    await page.evaluate(() => dispatchEvent(new Event('online'))).catch(() => undefined)
  }
}

test('after one visit every page opens and reloads without the server, and while it answers with errors', async ({
  page,
  language: { locale, t, paths },
  serve,
}) => {
  const { address, stop } = await serve()
  await visitOnce(page, address + paths.home())
  await stop()
  // Every second page of both languages after a visit to the English home page; the others after one to the Arabic one.
  const half = sitePages(content).filter((_, index) => index % 2 === (locale === 'en' ? 0 : 1))
  for (const { path, status, locale: own } of half) {
    if (status !== 200) continue
    await page.goto(address + path)
    // Skips the heading of a loading page.
    const heading = page.locator('main:not([aria-busy="true"]) h1')
    const title = (await heading.textContent()) ?? ''
    expect(title, path).not.toBe(firstOf(languages, (each) => each.locale === own).t('error.failed.title'))
    expect(await directionOf(page), path).toEqual(languageOf(own))
    await page.reload()
    await expect(heading, path).toHaveText(title)
  }

  let answer = 500
  const broken = await startHttpServer(
    (_, response) => response.writeHead(answer).end('out of order'),
    Number(new URL(address).port),
  )
  for (answer of [500, 502, 503, 429]) {
    await page.goto(address + paths.whoWeAre())
    await headingOf(page, t('about.whoWeAre')).waitFor()
  }
  await broken.stop()
})

test('a page that was never cached shows an offline page, and opens when the network returns', async ({
  page,
  front,
  language: { locale, t, paths },
}) => {
  await visitOnce(page, front.address + paths.home())
  const goOnline = await goOffline(page, front)
  await page.goto(front.address + paths.course(missingSlug))
  const alert = page.getByRole('main').getByRole('alert')
  const heading = alert.getByRole('heading', { level: 1, name: t('error.offline.title') })
  await heading.waitFor()
  await alert.getByRole('button', { name: t('action.tryAgain') }).waitFor()
  expect(await directionOf(page)).toEqual(languageOf(locale))
  await expect(page.getByRole('banner')).toHaveCount(1)
  expect(await violations(page)).toEqual([])

  // Without the stored home data, no other page opens either.
  await page.evaluate(() => localStorage.clear())
  await page.goto(front.address + paths.blogs())
  await heading.waitFor()
  await goOnline()
  await headingOf(page, t('list.ourBlogs')).waitFor()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a page from the stored home data shows its age until it is fresh', async ({ page, front, language }) => {
  const { t, paths } = language
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitOnce(page, front.address + paths.home())
  await page.evaluate(() => localStorage.setItem('lang.at', String(Date.now() - 3 * 3_600_000)))
  const goOnline = await goOffline(page, front)
  await page.goto(front.address + paths.blog(firstOf(content.blogs).slug))
  const notice = page.getByRole('alert').filter({ hasText: t('error.kept') })
  const age = language.locale === 'en' ? '3 hours ago' : 'قبل 3 ساعات'
  await notice.getByText(t('error.keptAge', { age })).waitFor()
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 640 })
    expect(await violations(page), `${width} px`).toEqual([])
  }
  // "Load more" works on the stored copy.
  await page.goto(front.address + paths.courses())
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await expect(page.getByRole('article')).toHaveCount(14)
  await goOnline()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(14)
})

test('the states of offline support are logged once each, and never shown', once, async ({ page, front }) => {
  const statuses = offlineStatuses(page)
  await visitOnce(page, `${front.address}/courses`)
  await expect.poll(() => [...statuses].sort()).toEqual(['cached', 'ready', 'registered'])
  await goOffline(page, front)
  await expect.poll(() => statuses).toContain('offline')
  statuses.length = 0
  await page.reload()
  await expect.poll(() => [...statuses].sort()).toEqual(['offline', 'ready', 'registered'])
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

test('pictures that were seen are shown offline, others leave their box', once, async ({ page, front }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitOnce(page, `${front.address}/`)
  const [seen, unseen] = [firstOf(content.courses).slug, firstOf(content.courses.slice(9)).slug]
  const picture = page.locator('.detail .picture').first()
  const isShown = () => picture.locator('img').evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)
  await page.goto(`${front.address}/courses/${seen}`)
  await expect.poll(isShown).toBe(true)
  const size = await picture.boundingBox()
  const stored = () => page.evaluate(async () => (await (await caches.open('pictures')).keys()).length)
  await expect.poll(stored).toBeGreaterThan(0)
  front.site = undefined
  await page.goto(`${front.address}/courses/${seen}`)
  await expect.poll(isShown).toBe(true)
  // Clears the pictures, because the home page has loaded all of them in another width.
  await page.evaluate(() => caches.delete('pictures'))
  await page.goto(`${front.address}/courses/${unseen}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Waits for the skeleton to go, because its picture box has the same class.
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(picture.locator('img')).toHaveCount(0)
  expect(await picture.boundingBox()).toMatchObject({ width: size?.width, height: size?.height })
})
