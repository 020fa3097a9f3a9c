import { describe, expect, inject, test } from 'vitest'
import { otherLocale } from '#contract/locales'
import { inLocale } from '#contract/paths'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import { eventually, hasFocus, languages, savesData, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const content = await readContent()
const category = firstOf(content.courses_categories)

describe.each(languages)('searching in $locale', ({ locale, t, paths, titleOf }) => {
  const label = t('list.findInterest')
  const course = firstOf(content.courses.slice(9), (each) => each.category !== category.slug && each.ar_title)
  const title = titleOf(course)
  const otherTitle = (locale === 'en' ? course.ar_title : course.en_title) ?? ''

  test('by script: focus and place stay, the count is told, Back and clear lead back', async () => {
    const { page, complaints } = await open({ viewport: { width: 360, height: 780 } })
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    const field = page.getByRole('searchbox', { name: label })
    const articles = page.getByRole('article')
    const found = page.getByRole('status').filter({ hasText: t('list.results', { count: 1 }) })
    await field.fill(`  ${otherTitle} `)
    const place = await page.evaluate(() => window.scrollY)
    await field.press('Enter')
    await eventually(() => articles.count()).toBe(1)
    expect(await articles.getByRole('heading').textContent()).toBe(title)
    expect(new URL(page.url()).searchParams.get('q')).toBe(otherTitle)
    expect(await found.count()).toBe(1)
    expect(await hasFocus(field)).toBe(true)
    expect(await page.evaluate(() => window.scrollY)).toBe(place)
    expect(await page.title()).toContain(otherTitle.slice(0, 20))

    await page.goBack()
    await eventually(() => articles.count()).toBe(7)
    expect(await field.inputValue()).toBe('')
    await page.goForward()
    await eventually(() => articles.count()).toBe(1)
    expect(await field.inputValue()).toBe(otherTitle)

    await page.getByRole('link', { name: t('list.clearSearch') }).click()
    await eventually(() => articles.count()).toBe(7)
    expect(await field.inputValue()).toBe('')
    expect(await hasFocus(field)).toBe(true)
    expect(new URL(page.url()).search).toBe('')
    expect(complaints).toEqual([])
  })

  test('needs no call after the first, and goes along with category, load more and language', async () => {
    const { page } = await open()
    // Without pages fetched ahead, which a mouse that passes over a link brings about.
    await page.addInitScript(savesData)
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    const calls: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
    const field = page.getByRole('searchbox', { name: label })
    const articles = page.getByRole('article')
    for (const query of ['python', 'a']) {
      await field.fill(query)
      await page.getByRole('button', { name: t('action.search') }).click()
      await page.waitForURL((url) => url.searchParams.get('q') === query)
    }
    await page.getByRole('link', { name: t('action.loadMore') }).click()
    await eventually(() => articles.count()).toBe(14)
    expect(new URL(page.url()).search).toBe('?q=a&show=14')
    const other = otherLocale(locale)
    await page.locator(`header a[hreflang="${other}"]`).click()
    await page.waitForURL((url) => url.pathname === inLocale(paths.courses(), other))
    expect(new URL(page.url()).search).toBe('?q=a&show=14')
    expect(await articles.count()).toBe(14)
    expect(calls).toHaveLength(1)
    await page.goBack()

    const name = (locale === 'en' ? category.name : category.ar_name) ?? ''
    const chip = page.getByRole('main').getByRole('link', { name, exact: true })
    await chip.click()
    await page.waitForURL((url) => url.pathname === paths.courseCategory(category.slug))
    await eventually(() => chip.getAttribute('aria-current')).toBe('page')
    expect(new URL(page.url()).search).toBe('?q=a')
    expect(await hasFocus(chip)).toBe(true)
  })

  test('what a category has not, all courses have', async () => {
    const { page } = await open()
    await page.goto(`${inject('site')}${paths.courseCategory(category.slug)}?q=${encodeURIComponent(title)}`)
    await takenOver(page)
    await page.getByRole('heading', { level: 2, name: t('list.noResultsTitle') }).waitFor()
    await page.getByRole('link', { name: t('list.searchAllCourses') }).click()
    await page.getByRole('article').getByRole('heading', { name: title, exact: true }).waitFor()
    expect(await page.getByRole('searchbox', { name: label }).inputValue()).toBe(title)
  })

  test.each([360, 1280])('without script at %i px, and nothing hangs over', async (width) => {
    const { page, complaints } = await open({ javaScriptEnabled: false, viewport: { width, height: 780 } })
    for (const path of [paths.blogs(), paths.aiNews(), paths.freeWorkshops(), paths.programmingCompetitions()]) {
      await page.goto(inject('site') + path)
      await page.getByRole('searchbox', { name: label }).fill('zzz')
      await page.getByRole('searchbox', { name: label }).press('Enter')
      await page.getByRole('heading', { level: 2, name: t('list.noResultsTitle') }).waitFor()
      expect(new URL(page.url()).search).toBe('?q=zzz')
      await page.getByRole('link', { name: t('list.clearSearch') }).click()
      expect(await page.getByRole('article').count()).toBe(7)
      const root = page.locator(':root')
      expect(await root.evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
    }
    expect(complaints).toEqual([])
  })
})
