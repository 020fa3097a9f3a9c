import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { focusedText, hasFocus, open } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()
const category = firstOf(content.courses_categories)

test('the skip link comes first and leads past the header', async ({ page, language: { t, paths } }) => {
  await open(page, paths.ourMission())
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe(t('nav.skip'))
  expect(await isFocusInView(page)).toBe(true)
  const entries = await page.evaluate(() => history.length)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // Not a navigation, which would cancel one that waits for its page.
  expect(await page.evaluate(() => [history.length, location.hash])).toEqual([entries, ''])
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe(t('list.ourCourses'))
})

test('a menu opens, closes with the focus back on its button, and leads to a page', async ({ page, language }) => {
  const { t, paths } = language
  await open(page, paths.contactUs())
  const button = page.getByRole('button', { name: t('nav.courses'), exact: true })
  const isExpanded = (value: boolean) => expect(button).toHaveAttribute('aria-expanded', String(value))
  await tabTo(page, t('nav.courses'))
  await isExpanded(false)
  await page.keyboard.press('Enter')
  await isExpanded(true)
  await page.keyboard.press('Tab')
  expect(await focusedText(page)).toBe(t('nav.allCategories'))
  expect(await isFocusInView(page)).toBe(true)
  await page.keyboard.press('Escape')
  await isExpanded(false)
  await expect(button).toBeFocused()

  await page.keyboard.press('Space')
  await isExpanded(true)
  await tabTo(page, language.nameOf(category))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(paths.courseCategory(category.slug))
  await expect(page.getByRole('main')).toBeFocused()
  await isExpanded(false)
})

test('arrows go through an open menu, and leaving it closes it', async ({ page, language: { t, paths } }) => {
  await open(page, paths.contactUs())
  const button = page.getByRole('button', { name: t('nav.events'), exact: true })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedText(page)).toBe(t('nav.freeWorkshops'))
  for (const [key, link] of [
    ['ArrowDown', 'nav.programmingCompetitions'],
    ['ArrowDown', 'nav.freeWorkshops'],
    ['ArrowUp', 'nav.programmingCompetitions'],
    ['Home', 'nav.freeWorkshops'],
    ['End', 'nav.programmingCompetitions'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focusedText(page), key).toBe(t(link))
  }
  await tabTo(page, t('language.ar.name'))
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test('the menu is behind one button, and Escape closes one step at a time', async ({ page, language }) => {
    const { t, paths } = language
    await open(page, paths.contactUs())
    const panel = page.getByRole('button', { name: t('nav.menu'), exact: true })
    const news = page.getByRole('button', { name: t('nav.news'), exact: true })
    await expect(news).toBeHidden()
    await tabTo(page, t('nav.menu'))
    await page.keyboard.press('Enter')
    await expect(panel).toHaveAttribute('aria-expanded', 'true')
    await tabTo(page, t('nav.news'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await isFocusInView(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(news).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel).toBeFocused()
    await expect(news).toBeHidden()
    await page.keyboard.press('Enter')
    await tabTo(page, t('nav.whoWeAre'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(paths.whoWeAre())
    await expect(news).toBeHidden()
  })

  test('every contact link is reached from the contact page', async ({ page, language }) => {
    await page.setViewportSize({ width: 360, height: 600 })
    await open(page, language.paths.contactUs())
    await skipHeader(page)
    const ways = page.getByRole('main').getByRole('link')
    for (const way of await ways.all()) await tabTo(page, way)
    const protocols = await ways.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).protocol))
    expect(protocols.join(' ')).toMatch(/^https?: mailto: tel: tel: (https?: ){3}https?:$/)
  })
})

test.describe('with reduced motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('a category, more of its list, an item, the next one, and Back', async ({ page, language }) => {
    const { t, paths, titleOf } = language
    const name = language.nameOf(category)
    await open(page, paths.courses())
    const heading = page.getByRole('heading', { level: 1 })
    await skipHeader(page)
    await tabTo(page, page.locator('.category-links').getByRole('link', { name, exact: true }))
    await page.keyboard.press('Enter')
    await expect(heading).toContainText(name)
    expect(await focusedText(page)).toBe(name)
    await page.keyboard.press('Shift+Tab')
    expect(await focusedText(page)).toBe(t('nav.allCategories'))
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText(t('list.ourCourses'))
    await tabTo(page, page.getByRole('link', { name: t('action.loadMore') }))
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedText(page)).toBe(titleOf(content.courses[7]))
    await expect.poll(() => isFocusInView(page)).toBe(true)
    await expect(page).toHaveURL(`${paths.courses()}?show=14`)
    await expect(page.getByRole('status').filter({ hasText: '14' })).toHaveCount(1)
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(300)

    await page.keyboard.press('Enter')
    await expect(heading).toHaveText(titleOf(content.courses[7]))
    await expect(page.getByRole('main')).toBeFocused()
    await tabTo(page, page.locator('.neighbour-next a'))
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText(titleOf(content.courses[8]))

    await page.goBack()
    await expect(heading).toHaveText(titleOf(content.courses[7]))
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(14)
    await expect.poll(() => page.evaluate((before) => Math.abs(window.scrollY - before), place)).toBeLessThanOrEqual(2)
  })

  for (const [path, width] of [
    ['home', 800],
    ['courses', 360],
    ['whoWeAre', 360],
  ] as const)
    test(`Tab goes through ${path} at ${width} px and back, the focus in full view`, async ({ page, language }) => {
      await page.setViewportSize({ width, height: 600 })
      await open(page, language.paths[path]())
      const ends = [page.getByRole('contentinfo').getByRole('link').last(), page.locator('.skip-link')]
      for (const [index, key] of ['Tab', 'Shift+Tab'].entries()) {
        const end = await ends[index]?.textContent()
        for (let count = 0; (await press(page, key)) !== end; count++)
          if (count > 200) throw new Error(`${key} does not reach ${end}`)
      }
    })
})

test('the hero pauses, a slider advances, and its new item is next', async ({ page, language }) => {
  const { t, paths, titleOf } = language
  await open(page, paths.home())
  await skipHeader(page)
  await tabTo(page, t('carousel.pause'))
  await page.keyboard.press('Space')
  await expect.poll(() => focusedText(page)).toBe(t('carousel.play'))
  const next = page.locator('[aria-controls="courses-list"]').last()
  await tabTo(page, next)
  await page.keyboard.press('Enter')
  const second = page.locator('#courses-list > li').nth(1).getByRole('link').first()
  await expect(page.locator('#courses-list > :not([inert]) .card-link').first()).toHaveText(titleOf(content.courses[1]))
  await expect(next).toBeFocused()
  await tabTo(page, second)
})

/** Skips the header with the skip link. */
async function skipHeader(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** Presses Tab until the element, or the element of that name, has the focus; each element on the way must be fully visible. */
async function tabTo(page: Page, target: string | Locator): Promise<void> {
  const isThere = typeof target === 'string' ? async () => (await focusedText(page)) === target : () => hasFocus(target)
  const passed: string[] = []
  while (!(await isThere())) {
    if (passed.length > 40) throw new Error(`Tab does not come to ${target}, only to: ${passed.join(', ')}`)
    passed.push(await press(page, 'Tab'))
  }
}

/** Presses a key that moves the focus; the focused element must be fully visible. Returns its name. */
async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key)
  const [where, isInView] = await Promise.all([focusedText(page), isFocusInView(page)])
  if (!isInView) await expect.poll(() => isFocusInView(page), `${key} to ${where}`).toBe(true)
  return where
}

/**
 * True if the focused element has a focus ring and lies inside the window with nothing over it, in particular not the sticky
 * header. For an element taller than the window only its middle must.
 */
function isFocusInView(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement
    const header = document.querySelector('.site-header')
    if (!element || !header || element === document.body) return false
    const { x, y, width, height, bottom, right } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!top || !(element.contains(top) || top.contains(element))) return false
    // The ring may be on the card of a link or around the input of a search field.
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
    // Allows half a pixel for rounding.
    if (x < -0.5 || right > innerWidth + 0.5) return false
    return height > innerHeight - start || (y > start - 0.5 && bottom < innerHeight + 0.5)
  })
}
