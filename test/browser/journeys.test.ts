import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import {
  directionOf,
  eventually,
  focusedText,
  languageOf,
  languages,
  sharedBrowser,
  takenOver,
  triesNothingItself,
} from './visit'

const open = sharedBrowser()
const content = await readContent()

describe.each(languages)('in $locale', ({ locale, t, paths, titleOf }) => {
  test('from the home page to a course and its registration', async () => {
    const { page, complaints } = await open()
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    const course = firstOf(content.courses.slice(0, 4), ({ registration_link }) => registration_link)
    const slider = page.getByRole('region', { name: t('list.ourCourses') })
    await slider.getByRole('link', { name: titleOf(course), exact: true }).click()
    await page.waitForURL((url) => url.pathname === paths.course(course.slug))
    await page.getByRole('heading', { level: 1, name: titleOf(course), exact: true }).waitFor()
    expect(await page.title()).toContain(titleOf(course).slice(0, 40))
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    const register = page.getByRole('link', { name: t('action.register') })
    expect(await register.getAttribute('href')).toBe(course.registration_link)
    expect(await page.getByRole('time').count()).toBe(course.date ? 1 : 0)
    expect(complaints).toEqual([])
  })

  test('from the Courses menu to a category', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.contactUs())
    await takenOver(page)
    const category = firstOf(content.courses_categories)
    const name = (locale === 'en' ? category.name : category.ar_name) ?? ''
    const menu = page.getByRole('navigation', { name: t('nav.main') })
    await menu.getByRole('button', { name: t('nav.courses'), exact: true }).click()
    await menu.getByRole('link', { name, exact: true }).click()
    await page.waitForURL((url) => url.pathname === paths.courseCategory(category.slug))
    await page.getByRole('heading', { level: 1, name: `${t('list.ourCourses')} - ${name}`, exact: true }).waitFor()
    const courses = content.courses.filter((course) => course.category === category.slug)
    const shown = await page.getByRole('article').getByRole('heading').allTextContents()
    expect(shown).toEqual(courses.slice(0, 7).map(titleOf))
    expect(await menu.getByRole('button', { expanded: true }).count()).toBe(0)
  })

  test('more of a list, then an item, then Back to the same place', async () => {
    const { page, complaints } = await open()
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    const articles = page.getByRole('article')
    expect(await articles.count()).toBe(7)
    await page.getByRole('link', { name: t('action.loadMore') }).click()
    await eventually(() => articles.count()).toBe(14)
    const eighth = firstOf(content.courses.slice(7))
    await eventually(() => focusedText(page)).toBe(titleOf(eighth))
    expect(new URL(page.url()).search).toBe('?show=14')
    expect(await page.getByRole('status').filter({ hasText: '14' }).count()).toBe(1)

    const tenth = firstOf(content.courses.slice(9))
    const link = articles.getByRole('link', { name: titleOf(tenth), exact: true })
    await link.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(300)
    await link.click()
    await page.getByRole('heading', { level: 1, name: titleOf(tenth), exact: true }).waitFor()
    await page.goBack()
    await eventually(() => articles.count()).toBe(14)
    await eventually(() => page.evaluate((before) => Math.abs(window.scrollY - before), place)).toBeLessThanOrEqual(2)
    expect(complaints).toEqual([])
  })

  test('the last of a list ends with no button, and all of it', async () => {
    const { page } = await open()
    const asked = Math.floor((content.blogs.length - 1) / 7) * 7
    await page.goto(`${inject('site')}${paths.blogs()}?show=${asked}`)
    await takenOver(page)
    const more = page.getByRole('link', { name: t('action.loadMore') })
    await more.click()
    await eventually(() => page.getByRole('article').count()).toBe(content.blogs.length)
    expect(await more.count()).toBe(0)
    await eventually(() => focusedText(page)).toBe(titleOf(firstOf(content.blogs.slice(asked))))
  })

  test('a missing item leads on to its list', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.blog('there-is-no-such-thing'))
    await takenOver(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: t('nav.blogs'), exact: true })
      .click()
    await eventually(() => page.getByRole('article').count()).toBe(7)
    expect(await directionOf(page)).toEqual(languageOf(locale))
  })

  test("a page whose code doesn't come says so, and can be tried again", async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.blogs())
    await takenOver(page)
    await page.route('**/assets/ContactPage-*', (route) => route.abort('connectionreset'))
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('nav.contactUs'), exact: true })
      .click()
    const alert = page.getByRole('alert')
    await alert.getByRole('heading', { level: 1, name: t('error.failed.title') }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.contactUs())
    await page.unroute('**/assets/ContactPage-*')
    await alert.getByRole('button', { name: t('action.tryAgain') }).click()
    await page.getByRole('heading', { level: 1, name: t('contact.title') }).waitFor()
  })

  test('what could not be loaded can be tried again, and then is there', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.whoWeAre())
    await takenOver(page)
    await page.route('**/api/get-blogs', (route) => route.fulfill({ status: 500, body: 'down' }))
    const menu = page.getByRole('navigation', { name: t('nav.main') })
    await menu.getByRole('link', { name: t('nav.blogs'), exact: true }).click()
    const again = page.getByRole('alert').getByRole('button', { name: t('action.tryAgain') })
    await again.waitFor()
    expect(await page.getByRole('banner').count()).toBe(1)
    await triesNothingItself(page)
    await page.unroute('**/api/get-blogs')
    await again.click()
    await eventually(() => page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(7)
  })
})
