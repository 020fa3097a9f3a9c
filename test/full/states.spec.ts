import { expect, test } from '../site/fixtures'
import { follow, hold, open, withoutItems } from '../site/page'
import { goTo } from '../site/router-walk'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()

test('a slow page shows its skeleton and a status at its top', async ({ page, language: { t, paths } }) => {
  await withoutItems(page)
  await open(page, paths.courses())
  const main = page.getByRole('main')
  const release = await hold(page, '**/api/get-course')
  // Scrolls down to the link.
  await main.locator(`a.card-link[href="${paths.course(firstOf(content.courses.slice(6)).slug)}"]`).click()
  await page.locator('.skeleton .picture').waitFor()
  await expect(main).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('status')).toHaveText([t('status.loading')])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([t('status.loading')])
  await expect(main).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  release()
  await expect(page.locator('.skeleton')).toHaveCount(0)
})

test('a slow list shows a list skeleton; a fast page shows none', async ({ page, language: { t, paths } }) => {
  await withoutItems(page)
  await open(page, paths.contactUs())
  await page.getByRole('main').evaluate((main) => {
    new MutationObserver(() => {
      if (main.querySelector('.skeleton')) document.documentElement.dataset.seen = 'skeleton'
    }).observe(main, { childList: true, subtree: true })
  })
  // The page's data and code are loaded already.
  await follow(page, 'banner', t('nav.ourMission'))
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
  await alert.getByText(t('error.stale')).waitFor()
  await expect(page.getByRole('article')).toHaveCount(14)
  await page.unroute('**/api/get-courses-by-category')
  await expect(alert).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(14)
})
