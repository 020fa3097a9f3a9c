import { expect, failing, test } from '../site/fixtures'
import { focusedText, follow, open, triesNothingItself } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()

test('from the home page to a course and its registration', async ({ page, language: { t, paths, titleOf } }) => {
  await open(page, paths.home())
  const course = firstOf(content.courses.slice(0, 4), ({ registration_link }) => registration_link)
  const slider = page.getByRole('region', { name: t('list.ourCourses') })
  await slider.getByRole('link', { name: titleOf(course), exact: true }).click()
  await expect(page).toHaveURL(paths.course(course.slug))
  await expect(page.getByRole('heading', { level: 1, name: titleOf(course), exact: true })).toBeVisible()
  expect(await page.title()).toContain(titleOf(course).slice(0, 40))
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('link', { name: t('action.register') })).toHaveAttribute(
    'href',
    course.registration_link ?? '',
  )
  await expect(page.getByRole('time')).toHaveCount(course.date ? 1 : 0)
})

test('more of a list, then an item, then Back to the same place', async ({
  page,
  complaints,
  language: { t, paths, titleOf },
}) => {
  await open(page, paths.courses())
  const articles = page.getByRole('article')
  await expect(articles).toHaveCount(7)
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await expect(articles).toHaveCount(14)
  const eighth = firstOf(content.courses.slice(7))
  await expect.poll(() => focusedText(page)).toBe(titleOf(eighth))
  await expect(page).toHaveURL(`${paths.courses()}?show=14`)
  await expect(page.getByRole('status').filter({ hasText: '14' })).toHaveCount(1)

  const tenth = firstOf(content.courses.slice(9))
  const link = articles.getByRole('link', { name: titleOf(tenth), exact: true })
  await link.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(300)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: titleOf(tenth), exact: true })).toBeVisible()
  await page.goBack()
  await expect(articles).toHaveCount(14)
  await expect.poll(() => page.evaluate((before) => Math.abs(window.scrollY - before), place)).toBeLessThanOrEqual(2)
  // Stricter than the fixture: no failed request, no warning, and no change of language or direction.
  expect(complaints).toEqual([])
})

test(
  'a page whose code does not load shows an error and can be retried',
  failing,
  async ({ page, language: { t, paths } }) => {
    await open(page, paths.blogs())
    await page.route('**/assets/ContactPage-*', (route) => route.abort('connectionreset'))
    await follow(page, 'contentinfo', t('nav.contactUs'))
    const alert = page.getByRole('alert')
    await expect(alert.getByRole('heading', { level: 1, name: t('error.failed.title') })).toBeVisible()
    await expect(page).toHaveURL(paths.contactUs())
    await page.unroute('**/assets/ContactPage-*')
    await alert.getByRole('button', { name: t('action.tryAgain') }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('contact.title') })).toBeVisible()
  },
)

test('a failed load can be retried and then shows the page', failing, async ({ page, language: { t, paths } }) => {
  await open(page, paths.whoWeAre())
  await page.route('**/api/get-blogs', (route) => route.fulfill({ status: 500, body: 'down' }))
  await follow(page, 'banner', t('nav.blogs'))
  const again = page.getByRole('button', { name: t('action.tryAgain') })
  await expect(again).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(1)
  await triesNothingItself(page)
  await page.unroute('**/api/get-blogs')
  await again.click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(7)
})
