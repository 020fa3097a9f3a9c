import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import { eventually, focusedText, hasFocus, languages, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const content = await readContent()

describe.each(languages)('by keyboard in $locale', ({ locale, t, paths, titleOf }) => {
  const category = firstOf(content.courses_categories)
  const name = (locale === 'en' ? category.name : category.ar_name) ?? ''

  test('the skip link comes first and leads past the header', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.ourMission())
    await takenOver(page)
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe(t('nav.skip'))
    expect(await isFocusInView(page)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe(t('list.ourCourses'))
  })

  test('a menu opens, closes with the focus back on its button, and leads to a page', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.contactUs())
    await takenOver(page)
    const button = page.getByRole('button', { name: t('nav.courses'), exact: true })
    await tabTo(page, t('nav.courses'))
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    expect(await focusedText(page)).toBe(t('nav.allCategories'))
    expect(await isFocusInView(page)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await button.getAttribute('aria-expanded')).toBe('false')
    expect(await focusedText(page)).toBe(t('nav.courses'))

    await page.keyboard.press('Space')
    expect(await button.getAttribute('aria-expanded')).toBe('true')
    await tabTo(page, name)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === paths.courseCategory(category.slug))
    await eventually(() => page.evaluate(() => document.activeElement?.localName)).toBe('main')
    expect(await button.getAttribute('aria-expanded')).toBe('false')
  })

  test('arrows go through an open menu, and leaving it closes it', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.contactUs())
    await takenOver(page)
    const button = page.getByRole('button', { name: t('nav.events'), exact: true })
    await button.focus()
    await page.keyboard.press('ArrowDown')
    await eventually(() => focusedText(page)).toBe(t('nav.freeWorkshops'))
    for (const [key, link] of [
      ['ArrowDown', 'nav.programmingCompetitions'],
      ['ArrowDown', 'nav.freeWorkshops'],
      ['ArrowUp', 'nav.programmingCompetitions'],
      ['Home', 'nav.freeWorkshops'],
      ['End', 'nav.programmingCompetitions'],
    ] as const) {
      await page.keyboard.press(key)
      expect([key, await focusedText(page)]).toEqual([key, t(link)])
    }
    await tabTo(page, t('language.ar.name'))
    expect(await button.getAttribute('aria-expanded')).toBe('false')
  })

  test('on a phone the menu is behind one button, and Escape closes one step at a time', async () => {
    const { page } = await open({ viewport: { width: 360, height: 780 } })
    await page.goto(inject('site') + paths.contactUs())
    await takenOver(page)
    const panel = page.getByRole('button', { name: t('nav.menu'), exact: true })
    const news = page.getByRole('button', { name: t('nav.news'), exact: true })
    expect(await news.isVisible()).toBe(false)
    await tabTo(page, t('nav.menu'))
    await page.keyboard.press('Enter')
    expect(await panel.getAttribute('aria-expanded')).toBe('true')
    await tabTo(page, t('nav.news'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await isFocusInView(page)).toBe(true)
    await page.keyboard.press('Escape')
    expect(await focusedText(page)).toBe(t('nav.news'))
    await page.keyboard.press('Escape')
    expect(await focusedText(page)).toBe(t('nav.menu'))
    expect(await news.isVisible()).toBe(false)
    await page.keyboard.press('Enter')
    await tabTo(page, t('nav.aboutUs'))
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === paths.whoWeAre())
    await eventually(() => news.isVisible()).toBe(false)
  })

  test('a category, more of its list, an item and the next one', async () => {
    const { page } = await open({ reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths.courses())
    await takenOver(page)
    const hasMainFocus = () => page.evaluate(() => document.activeElement?.localName)
    const heading = page.getByRole('heading', { level: 1 })
    await skipHeader(page)
    await tabTo(page, page.locator('.category-links').getByRole('link', { name, exact: true }))
    await page.keyboard.press('Enter')
    await eventually(() => heading.textContent()).toContain(name)
    expect(await focusedText(page)).toBe(name)
    await page.keyboard.press('Shift+Tab')
    expect(await focusedText(page)).toBe(t('nav.allCategories'))
    await page.keyboard.press('Enter')
    await eventually(() => heading.textContent()).toBe(t('list.ourCourses'))
    await tabTo(page, page.getByRole('link', { name: t('action.loadMore') }))
    await page.keyboard.press('Enter')
    await eventually(() => focusedText(page)).toBe(titleOf(content.courses[7]))
    await eventually(() => isFocusInView(page)).toBe(true)

    await page.keyboard.press('Enter')
    await eventually(() => heading.textContent()).toBe(titleOf(content.courses[7]))
    await eventually(hasMainFocus).toBe('main')
    await tabTo(page, page.locator('.neighbour-next a'))
    await page.keyboard.press('Enter')
    await eventually(() => heading.textContent()).toBe(titleOf(content.courses[8]))
  })

  test('a search, what it found, and all of it again', async () => {
    const { page } = await open({ viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths.blogs())
    await takenOver(page)
    const [field, articles] = [page.getByRole('searchbox'), page.getByRole('article')]
    const title = titleOf(content.blogs[9])
    await skipHeader(page)
    await tabTo(page, field)
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await eventually(() => articles.count()).toBe(1)
    await tabTo(page, articles.getByRole('link').first())
    expect(await focusedText(page)).toBe(title)
    await page.keyboard.press('Shift+Tab')
    expect(await focusedText(page)).toContain(t('list.clearSearch'))
    await page.keyboard.press('Enter')
    await eventually(() => articles.count()).toBe(7)
    await eventually(() => hasFocus(field)).toBe(true)
  })

  test('the hero is paused, a slider goes on, and what it shows is next', async () => {
    const { page } = await open()
    await page.goto(inject('site') + paths.home())
    await takenOver(page)
    await skipHeader(page)
    await tabTo(page, t('carousel.pause'))
    await page.keyboard.press('Space')
    await eventually(() => focusedText(page)).toBe(t('carousel.play'))
    const next = page.locator('[aria-controls="courses-list"]').last()
    await tabTo(page, next)
    await page.keyboard.press('Enter')
    const second = page.locator('#courses-list > li').nth(1).getByRole('link').first()
    await eventually(() => page.locator('#courses-list > :not([inert]) .card-link').first().textContent()).toBe(
      titleOf(content.courses[1]),
    )
    expect(await hasFocus(next)).toBe(true)
    await tabTo(page, second)
  })

  test('every way to the institute is reached from its contact page', async () => {
    const { page } = await open({ viewport: { width: 360, height: 600 } })
    await page.goto(inject('site') + paths.contactUs())
    await takenOver(page)
    await skipHeader(page)
    const ways = page.getByRole('main').getByRole('link')
    for (const way of await ways.all()) await tabTo(page, way)
    const protocols = await ways.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol))
    expect(protocols.join(' ')).toMatch(/^https?: mailto: tel: tel: (https?: ){3}https?:$/)
  })

  test.each([
    ['home', 800],
    ['courses', 360],
    ['whoWeAre', 360],
  ] as const)('Tab goes through %s at %i px to its end and back, always in full view', async (path, width) => {
    const { page } = await open({ viewport: { width, height: 600 }, reducedMotion: 'reduce' })
    await page.goto(inject('site') + paths[path]())
    await takenOver(page)
    const ends = [page.getByRole('contentinfo').getByRole('link').last(), page.locator('.skip-link')]
    for (const [index, key] of ['Tab', 'Shift+Tab'].entries()) {
      const end = await ends[index]?.textContent()
      for (let count = 0; (await focusedText(page)) !== end; count++) {
        if (count > 200) throw new Error(`${key} does not reach ${end}`)
        await page.keyboard.press(key)
        const where = await focusedText(page)
        await eventually(async () => [key, where, await isFocusInView(page)]).toEqual([key, where, true])
      }
    }
  })
})

/** Past the header, as the skip link leads. */
async function skipHeader(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')
}

/** Presses Tab until the element (of that name) has the focus; all on the way there is to be seen when it has it. */
async function tabTo(page: Page, target: string | Locator): Promise<void> {
  const isThere = typeof target === 'string' ? async () => (await focusedText(page)) === target : () => hasFocus(target)
  const passed: string[] = []
  while (!(await isThere())) {
    if (passed.length > 40) throw new Error(`Tab does not come to ${target}, only to: ${passed.join(', ')}`)
    await page.keyboard.press('Tab')
    const where = await focusedText(page)
    await eventually(async () => [where, await isFocusInView(page)]).toEqual([where, true])
    passed.push(where)
  }
}

/**
 * True when the focused element is marked by a ring, and all of it (of what is taller than the window, the middle) is inside
 * the window with nothing over it: the sticky header least of all.
 */
function isFocusInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement
    const header = document.querySelector('.site-header')
    if (!element || !header || element === document.body) return false
    const { x, y, width, height, bottom, right } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!top || !(element.contains(top) || top.contains(element))) return false
    // A card shows the ring of its link, a search field that of its input.
    const rings = [element, element.closest('article'), element.parentElement].map(
      (each) => each && getComputedStyle(each),
    )
    rings.push(getComputedStyle(element, '::after'))
    const isMarked = rings.some(
      (ring) => ring?.outlineStyle !== 'none' && Number.parseFloat(ring?.outlineWidth ?? '') >= 2,
    )
    if (!isMarked) return element.localName === 'main'
    const isUnderHeader = !header.contains(element) && !element.matches('.skip-link')
    const start = isUnderHeader ? header.getBoundingClientRect().bottom : 0
    // Half a pixel is rounding.
    if (x < -0.5 || right > innerWidth + 0.5) return false
    return height > innerHeight - start || (y > start - 0.5 && bottom < innerHeight + 0.5)
  })
}
