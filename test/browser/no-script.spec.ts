import { otherLocale } from '#contract/locales'
import { expect, test } from '../site/fixtures'
import { directionOf, languageOf, replacePictures } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const { courses_categories } = await readContent()

test.use({ javaScriptEnabled: false })

for (const width of [1280, 360])
  test(`menus, load more, language switch and search at ${width} px`, async ({ page, language }) => {
    const { locale, t, paths, nameOf } = language
    const category = firstOf(courses_categories)
    await replacePictures(page)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(paths.home())
    const menu = page.getByRole('navigation', { name: t('nav.main') })
    await menu.getByRole('link', { name: nameOf(category), exact: true }).click()
    await expect(page).toHaveURL(paths.courseCategory(category.slug))

    await page.goto(paths.blogs())
    await expect(page.getByRole('article')).toHaveCount(7)
    await page.getByRole('link', { name: t('action.loadMore') }).click()
    await expect(page.getByRole('article')).toHaveCount(14)

    const other = otherLocale(locale)
    await page.locator(`header a[hreflang="${other}"]`).click()
    await expect.poll(() => directionOf(page)).toEqual(languageOf(other))
    await expect(page.getByRole('article')).toHaveCount(14)
    await expect(page).toHaveURL(/\?show=14$/)

    await page.goto(paths.blogs())
    const field = page.getByRole('searchbox', { name: t('list.findInterest') })
    await field.fill('zzz')
    await field.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: t('list.noResultsTitle') })).toBeVisible()
    await expect(page).toHaveURL(`${paths.blogs()}?q=zzz`)
    expect(await page.locator(':root').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
    await page.getByRole('link', { name: t('list.clearSearch') }).click()
    await expect(page.getByRole('article')).toHaveCount(7)

    const markup = '"><script>alert(1)</script>'
    const query = new URLSearchParams({ q: markup })
    await page.goto(`${paths.courseCategory(category.slug)}?${query}`)
    await expect(field).toHaveValue(markup)
    const wider = page.getByRole('link', { name: t('list.searchAllCourses') })
    await expect(wider).toHaveAttribute('href', `${paths.courses()}?${query}`)
  })
