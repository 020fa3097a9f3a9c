import { otherLocale } from '#contract/locales'
import { inLocale } from '#contract/paths'
import { violations } from '../site/accessibility'
import { expect, once, test } from '../site/fixtures'
import { hold, languageLink, languages, open, takenOver } from '../site/page'
import { goTo } from '../site/router-walk'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()
const category = firstOf(content.courses_categories)
const course = firstOf(content.courses.slice(9), (each) => each.category !== category.slug && each.ar_title)

test('focus and place stay, the count is told, Back and clear', async ({ page, language }) => {
  const { locale, t, paths, titleOf } = language
  const otherTitle = firstOf(languages, (each) => each.locale !== locale).titleOf(course)
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, paths.courses())
  const field = page.getByRole('searchbox', { name: t('list.findInterest') })
  const articles = page.getByRole('article')
  await field.fill(`  ${otherTitle} `)
  const scrollTop = await page.evaluate(() => window.scrollY)
  await field.press('Enter')
  await expect(articles.getByRole('heading')).toHaveText([titleOf(course)])
  expect(new URL(page.url()).searchParams.get('q')).toBe(otherTitle)
  await expect(page.getByRole('status').filter({ hasText: t('list.results', { count: 1 }) })).toHaveCount(1)
  await expect(field).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollTop)
  expect(await page.title()).toContain(otherTitle.slice(0, 20))

  await page.goBack()
  await expect(articles).toHaveCount(7)
  await expect(field).toHaveValue('')
  await page.goForward()
  await expect(articles).toHaveCount(1)
  await expect(field).toHaveValue(otherTitle)

  await articles.getByRole('link').first().focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('link', { name: t('list.clearSearch') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(articles).toHaveCount(7)
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await expect(page).toHaveURL(paths.courses())
})

test('typed words go from the courses to a category, to no other list', async ({ page, language: { t, paths } }) => {
  await open(page, paths.courses())
  const field = page.getByRole('searchbox', { name: t('list.findInterest') })
  await field.fill('half')
  await page.locator('#category-links a').nth(1).click()
  await expect(page).not.toHaveURL(paths.courses())
  await expect(field).toHaveValue('half')
  await goTo(page, paths.blogs())
  await expect(page.getByRole('heading', { level: 1, name: t('list.ourBlogs') })).toBeVisible()
  await expect(field).toHaveValue('')
})

test('a misspelt word finds the right one, told and marked', async ({ page, language: { locale, t, paths } }) => {
  const { typed, found } = {
    en: { typed: 'algoritms', found: 'Algorithms' },
    ar: { typed: 'الخوارزمبات', found: 'الخوارزميات' },
  }[locale]
  const note = t('list.shownInstead', { query: typed, words: found })
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, paths.courses())
  const field = page.getByRole('searchbox', { name: t('list.findInterest') })
  await field.fill(typed)
  await field.press('Enter')
  const told = page.getByRole('status').filter({ hasText: note })
  await expect(told).toHaveCount(1)
  const headings = page.getByRole('article').getByRole('heading')
  await expect(headings.first().locator('mark')).toHaveText(found)
  expect(await violations(page)).toEqual([])
  const shown = await headings.allTextContents()
  await page.reload()
  await expect(told).toHaveCount(1)
  expect(await headings.allTextContents()).toEqual(shown)
})

test('needs no call after the first, and works with category, load more and language', async ({ page, language }) => {
  const { locale, t, paths } = language
  await open(page, paths.courses())
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  const field = page.getByRole('searchbox', { name: t('list.findInterest') })
  const articles = page.getByRole('article')
  for (const query of ['python', 'learning']) {
    await field.fill(query)
    await page.getByRole('button', { name: t('action.search') }).click()
    await expect(page).toHaveURL(`${paths.courses()}?q=${query}`)
  }
  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await expect(articles).toHaveCount(14)
  const other = otherLocale(locale)
  await languageLink(page, other).click()
  await expect(page).toHaveURL(`${inLocale(paths.courses(), other)}?q=learning&show=14`)
  await expect(articles).toHaveCount(14)
  expect(calls).toHaveLength(1)
  await page.goBack()
  const chip = page.getByRole('main').getByRole('link', { name: language.nameOf(category), exact: true })
  await chip.click()
  await expect(page).toHaveURL(`${paths.courseCategory(category.slug)}?q=learning`)
  await expect(chip).toBeFocused()
})

test('filters stay with load more, the language, a category and Back, and can be cleared', async ({
  page,
  language,
}) => {
  const { locale, t, paths } = language
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, paths.courses())
  const articles = page.getByRole('article')
  const by = page.getByLabel(t('list.by'))
  const apply = page.getByRole('button', { name: t('list.applyFilters') })
  await expect(by).toBeHidden()
  await page.getByText(t('list.categoriesAndFilters')).click()
  await by.selectOption('length')
  await apply.click()
  await expect(page).toHaveURL(`${paths.courses()}?by=length`)
  await expect(apply).toBeFocused()
  const told = page.getByRole('status').filter({ hasText: t('list.results', { count: content.courses.length }) })
  await expect(told).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  for (const control of [by, apply]) expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  await page.getByRole('link', { name: t('action.loadMore') }).click()
  await expect(articles).toHaveCount(14)
  const lengths = content.courses.map(({ count = Number.MAX_VALUE }) => count).sort((a, b) => a - b)
  await expect(articles.first()).toContainText(t('detail.hours', { count: lengths[0] ?? 0 }))
  const other = otherLocale(locale)
  await languageLink(page, other).click()
  await expect(page).toHaveURL(`${inLocale(paths.courses(), other)}?by=length&show=14`)
  await expect(articles).toHaveCount(14)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(paths.courses())
  await expect(by).toHaveValue('')
  await page.goForward()
  await expect(by).toHaveValue('length')
  await page.locator('#category-links a').nth(1).click()
  await expect(page).toHaveURL(/course-category\/[^/]+\?by=length$/)
  await page.getByRole('link', { name: t('list.clearFilters') }).click()
  await expect(by).toHaveValue('')
  await expect(page).toHaveURL(/course-category\/[^/?]+$/)
})

test(
  'what is opened, chosen and typed before the script comes stays',
  once,
  async ({ page, language: { t, paths } }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.addInitScript(() => {
      // As in browsers that open the filters of a wide window by script.
      const { supports } = CSS
      CSS.supports = (condition: string) => !condition.includes('details-content') && supports(condition)
    })
    const release = await hold(page, '**/assets/*.js')
    await page.goto(paths.courses())
    await page.getByText(t('list.categoriesAndFilters')).click()
    await page.getByLabel(t('list.by')).selectOption('length')
    await page.getByRole('searchbox').fill('half')
    release()
    await takenOver(page)
    await expect(page.getByLabel(t('list.by'))).toBeVisible()
    await expect(page.getByLabel(t('list.by'))).toHaveValue('length')
    await expect(page.getByRole('searchbox')).toHaveValue('half')
  },
)

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a list begins with its first card on a phone, and its filters unfold', async ({ page, language }) => {
      const { t, paths } = language
      await page.setViewportSize({ width: 360, height: 640 })
      const by = page.getByLabel(t('list.by'))
      for (const [path, summary] of [
        [paths.courses(), 'list.categoriesAndFilters'],
        [paths.courseCategory(category.slug), 'list.categoriesAndFilters'],
        [paths.freeWorkshops(), 'list.filters'],
        [paths.programmingCompetitions(), 'list.filters'],
      ] as const) {
        await page.goto(path)
        // Without script the menu above is open.
        if (javaScriptEnabled) {
          await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 })
          await expect(page.getByRole('article').first().getByRole('heading')).toBeInViewport({ ratio: 1 })
        }
        await expect(by).toBeHidden()
        await page.getByText(t(summary), { exact: true }).click()
        await expect(by).toBeVisible()
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.reload()
      await expect(by).toBeVisible()
      await expect(page.getByText(t('list.filters'), { exact: true })).toBeHidden()
    })
  })
