import { request } from 'node:http'
import { pageSize } from '#contract/paths'
import { expect, once, test } from '../site/fixtures'
import { directionOf, follow, languageLink, languageOf, languages, openWithWorker } from '../site/page'
import { startGeneratedSite } from '../site/start-site'
import { startHttpServer } from '../support/http-server'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()

test.use({ serviceWorkers: 'allow' })

/** Starts a proxy that counts the bytes of the site's responses, compressed and with their headers. */
async function startCount(site: string) {
  const count = { bytes: 0 }
  const { url, stop } = await startHttpServer(({ url: path, method, headers }, response) => {
    const asked = request(site + path, { method, headers }, (answer) => {
      count.bytes += answer.rawHeaders.join('::').length
      answer.on('data', ({ length }: Buffer) => {
        count.bytes += length
      })
      answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.rawHeaders))
    })
    asked.on('error', () => response.destroy()).end()
  })
  return Object.assign(count, { url, stop })
}

test('a visit of a site with 10,000 items loads and stores at most 400 kB', once, async ({ page, language: { t } }) => {
  const site = await startGeneratedSite({ size: 2_500 })
  const proxy = await startCount(site.address)
  await openWithWorker(page, proxy.url)
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await follow(page, 'banner', t('nav.blogs'))
  await expect(page.locator('.item-list .card')).toHaveCount(pageSize)
  await page.locator('.item-list .card-link').first().click()
  await expect(page.locator('.detail')).toBeVisible()
  const visited = ['/', '/blogs', page.url()]
  /** The content in storage; the rest is the site's code. */
  const stored = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => /^pages-|^pictures/.test(name))
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).matchAll()))
      const sizes = await Promise.all(lists.flat().map(async (each) => (await each.blob()).size))
      return {
        pages: sizes.filter((size) => size > 10_000).length,
        bytes: sizes.reduce((sum, size) => sum + size, JSON.stringify(localStorage).length),
      }
    })
  await expect.poll(async () => (await stored()).pages).toBe(visited.length)
  const { bytes } = await stored()
  if (process.env.FIGURES) console.info(`loaded: ${proxy.bytes} bytes, stored: ${bytes} bytes`)
  expect(proxy.bytes).toBeLessThanOrEqual(400_000)
  expect(bytes).toBeLessThanOrEqual(400_000)

  await proxy.stop()
  for (const path of visited) {
    await page.goto(new URL(path, proxy.url).href)
    const title = await heading.textContent()
    await page.reload()
    await expect(heading).toHaveText(String(title))
    await expect(page.getByRole('alert')).toContainText(t('error.stale'))
  }
  await site.stop()
})

test('over its limit of home data a site works by the pages that are visited', async ({
  page,
  serve,
  front,
  language,
}) => {
  const { locale, t, paths, titleOf } = language
  const { address } = await serve({ HOME_DATA_LIMIT: '1' })
  front.site = address
  const asked = () => front.asked.filter((path) => path.startsWith('/api/'))
  await openWithWorker(page, front.address + paths.home())

  await follow(page, 'contentinfo', t('nav.courses'))
  const cards = page.locator('.item-list .card')
  await expect(cards).toHaveCount(pageSize)
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await expect(cards).toHaveCount(2 * pageSize)
  await expect(cards.nth(pageSize).locator('.card-link')).toBeFocused()
  const course = firstOf(content.courses)
  await page.getByRole('searchbox').fill(titleOf(course))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/[?&]q=/)
  await expect(cards.first()).toContainText(titleOf(course))
  await cards.first().locator('.card-link').click()
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(titleOf(course))
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue(titleOf(course))
  await page.goForward()
  await expect(heading).toHaveText(titleOf(course))

  // The menu comes in the new language, too.
  const other = firstOf(languages, (each) => each.locale !== locale)
  await languageLink(page, other.locale).click()
  await expect(heading).toHaveText(other.titleOf(course))
  expect(await directionOf(page)).toEqual(languageOf(other.locale))
  const category = other.nameOf(firstOf(content.courses_categories))
  await expect(page.getByRole('banner').locator('#menu-courses')).toContainText(category)
  await languageLink(page, locale).click()
  await expect(heading).toHaveText(titleOf(course))

  front.site = undefined
  await page.reload()
  await expect(heading).toHaveText(titleOf(course))
  await expect(page.getByRole('alert')).toContainText(t('error.stale'))
  await page.locator('.detail-back').click()
  await expect(cards).toHaveCount(pageSize)
  await follow(page, 'contentinfo', t('nav.ourMission'))
  await expect(heading).toHaveText(t('error.failed.title'))
  front.site = address
  await page.getByRole('button', { name: t('action.tryAgain') }).click()
  await expect(heading).toHaveText(t('nav.ourMission'))
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(asked()).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('lang'))).toBeNull()
})
