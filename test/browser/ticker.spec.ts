import type { Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { open } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { started } from './router-walk'

const { news } = await readContent()

/** The position of the headline that can be reached, and whether it is the one in view. */
function shown(page: Page): Promise<[index: number, isInView: boolean]> {
  return page.locator('.ticker-list').evaluate((row) => {
    const index = Array.from(row.children).findIndex((headline) => !headline.hasAttribute('inert'))
    const apart = Number(row.children[index]?.getBoundingClientRect().left) - row.getBoundingClientRect().left
    return [index, Math.abs(apart) < 1]
  })
}

test.beforeEach(async ({ page, language: { t, paths } }) => {
  await open(page, paths.home())
  await page
    .getByRole('region', { name: t('nav.news') })
    .locator('.pause-button')
    .click()
  await expect.poll(() => shown(page)).toEqual([0, true])
})

test('five quick presses of Next move it by five headlines', async ({ page, language: { t } }) => {
  const next = page.getByRole('region', { name: t('nav.news') }).getByRole('button', { name: t('carousel.next') })
  for (let press = 0; press < 5; press++) await next.click()
  await expect.poll(() => shown(page)).toEqual([5, true])
})

test('after a refresh with another first headline, the one in view can be reached', async ({ page, language }) => {
  const { t, paths } = language
  const first = page.locator('.ticker-list a').first()
  await expect(first).toHaveAttribute('href', paths.newsItem(firstOf(news).slug))
  await page.route('**/api/get-data', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { news: object[] }[] }
    answer.data[0]?.news.unshift({ ...news[0], slug: 'just-now' })
    await route.fulfill({ json: answer })
  })
  await started(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(first).toHaveAttribute('href', paths.newsItem('just-now'))
  const next = page.getByRole('region', { name: t('nav.news') }).getByRole('button', { name: t('carousel.next') })
  for (const index of [1, 2]) {
    await next.click()
    await expect.poll(() => shown(page)).toEqual([index, true])
  }
})

test('less motion, asked for later, pauses what moves by itself', async ({ page, language: { t } }) => {
  const hero = page.getByRole('region', { name: t('home.hero.label') })
  await expect(hero.getByRole('button', { name: t('carousel.pause') })).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(hero.getByRole('button', { name: t('carousel.play') })).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(hero.getByRole('button', { name: t('carousel.pause') })).toBeVisible()
})
