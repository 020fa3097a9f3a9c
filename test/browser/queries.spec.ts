import { operations } from '#contract/operations'
import { readContent } from '../shipped-content'
import { expect, test } from '../site/fixtures'
import { hold } from '../site/page'
import { firstOf } from '../site-pages'
import { goTo, started } from './router-walk'

const content = await readContent()
const course = firstOf(content.courses)
const homeCalls = `**${operations.homeData.path}`

test('the home data is stored though the visitor leaves the home page before it has come', async ({
  page,
  language,
}) => {
  const { paths } = language
  const decide = await hold(page, homeCalls)
  const asked = page.waitForRequest(homeCalls)
  await page.goto(paths.courses())
  await started(page)
  await asked
  await goTo(page, paths.home())
  await goTo(page, paths.contactUs())
  decide()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lang')?.length ?? 0)).toBeGreaterThan(1_000)
})

test('the menu keeps its entries when the language changes before the home data has come', async ({
  page,
  language,
}) => {
  const { t, paths, locale } = language
  await hold(page, homeCalls)
  await page.goto(paths.courses())
  await started(page)
  const entries = page.locator('#menu-courses a')
  const count = await entries.count()
  expect(count).toBeGreaterThan(2)
  const other = locale === 'en' ? 'ar' : 'en'
  await page
    .getByRole('list', { name: t('language.switch') })
    .locator(`a[hreflang="${other}"]`)
    .click()
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  await expect(entries).toHaveCount(count)
  await expect(page.locator(`#menu-courses [lang="${locale}"]`)).toHaveCount(count - 1)
})

test('a page whose refetch has failed is still there after a visit to another', async ({ page, language }) => {
  const { paths, titleOf, t } = language
  await page.route(homeCalls, (route) => route.abort())
  await page.goto(paths.contactUs())
  await started(page)
  await goTo(page, paths.course(course.slug))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(course))
  await page.route(`**${operations.course.path}`, (route) => route.fulfill({ status: 403, body: '{}' }))
  const refetched = page.waitForResponse(`**${operations.course.path}`)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await refetched
  await expect(page.getByRole('alert').filter({ hasText: t('error.kept') })).toBeVisible()
  await goTo(page, paths.contactUs())
  await goTo(page, paths.course(course.slug))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(course))
  await expect(page.getByRole('alert').filter({ hasText: t('error.kept') })).toBeVisible()
})
