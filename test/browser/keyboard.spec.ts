import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../site/fixtures'
import { focusedText, languageLink, open } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const content = await readContent()
const category = firstOf(content.courses_categories)
const [eighth, ninth] = content.courses.slice(7)

test.use({ reducedMotion: 'reduce' })

test('the skip link comes first and leads past the header', async ({ page, language: { t, paths } }) => {
  await open(page, paths.ourMission())
  expect(await press(page, 'Tab')).toBe(t('nav.skip'))
  const entries = await page.evaluate(() => history.length)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // The skip link must not navigate, because that would cancel a navigation that waits for its page.
  expect(await page.evaluate(() => [history.length, location.hash])).toEqual([entries, ''])
  expect(await press(page, 'Tab')).toBe(t('list.ourCourses'))
})

test('a menu opens, closes with the focus back on its button, and leads to a page', async ({ page, language }) => {
  const { t, paths } = language
  await open(page, paths.contactUs())
  const button = page.getByRole('button', { name: t('nav.courses'), exact: true })
  const isExpanded = (value: boolean) => expect(button).toHaveAttribute('aria-expanded', String(value))
  await tabTo(page, button)
  await isExpanded(false)
  await page.keyboard.press('Enter')
  await isExpanded(true)
  expect(await press(page, 'Tab')).toBe(t('nav.allCourses'))
  await page.keyboard.press('Escape')
  await isExpanded(false)
  await expect(button).toBeFocused()

  // Safari does not focus a button that is clicked.
  await button.click()
  await button.blur()
  await page.keyboard.press('Escape')
  await isExpanded(false)
  await expect(button).toBeFocused()

  await page.keyboard.press('Space')
  await isExpanded(true)
  await enter(page, page.getByRole('link', { name: language.nameOf(category), exact: true }))
  await expect(page).toHaveURL(paths.courseCategory(category.slug))
  await expect(page.getByRole('main')).toBeFocused()
  await isExpanded(false)
})

test('arrows go through an open menu, and leaving it closes it', async ({ page, language: { t, paths } }) => {
  await open(page, paths.contactUs())
  const button = page.getByRole('button', { name: t('nav.events'), exact: true })
  await button.focus()
  for (const [key, link] of [
    ['ArrowDown', 'nav.freeWorkshops'],
    ['ArrowDown', 'nav.programmingCompetitions'],
    ['ArrowDown', 'nav.freeWorkshops'],
    ['ArrowUp', 'nav.programmingCompetitions'],
    ['Home', 'nav.freeWorkshops'],
    ['End', 'nav.programmingCompetitions'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => focusedText(page), key).toBe(t(link))
  }
  await tabTo(page, languageLink(page, 'ar'))
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('on a phone the menu is behind one button, and Escape closes one step at a time', async ({ page, language }) => {
  const { t, paths } = language
  await page.setViewportSize({ width: 360, height: 780 })
  await open(page, paths.contactUs())
  const panel = page.getByRole('button', { name: t('nav.menu'), exact: true })
  const news = page.getByRole('button', { name: t('nav.news'), exact: true })
  await expect(news).toBeHidden()
  await enter(page, panel)
  await enter(page, news)
  await press(page, 'Tab')
  await page.keyboard.press('Escape')
  await expect(news).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeFocused()
  await expect(news).toBeHidden()
  await page.keyboard.press('Enter')
  await enter(page, page.getByRole('link', { name: t('nav.whoWeAre'), exact: true }))
  await expect(page).toHaveURL(paths.whoWeAre())
  await expect(news).toBeHidden()
})

test('a category, more of its list, an item, the next one, and Back', async ({ page, language }) => {
  const { t, paths, titleOf, nameOf } = language
  const name = nameOf(category)
  await open(page, paths.courses())
  const heading = page.getByRole('heading', { level: 1 })
  await skipHeader(page)
  await enter(page, page.locator('.category-links').getByRole('link', { name, exact: true }))
  await expect(heading).toContainText(name)
  expect(await focusedText(page)).toBe(name)
  expect(await press(page, 'Shift+Tab')).toBe(t('nav.allCategories'))
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText(t('list.ourCourses'))
  await enter(page, page.getByRole('link', { name: t('action.loadMore') }))
  await expect.poll(() => focusedText(page)).toBe(titleOf(eighth))
  await expect.poll(() => isFocusInView(page)).toBe(true)
  await expect(page).toHaveURL(`${paths.courses()}?show=14`)
  await expect(page.getByRole('status').filter({ hasText: '14' })).toHaveCount(1)
  const scrollTop = await page.evaluate(() => window.scrollY)
  expect(scrollTop).toBeGreaterThan(300)

  await page.keyboard.press('Enter')
  await expect(heading).toHaveText(titleOf(eighth))
  await expect(page.getByRole('main')).toBeFocused()
  await enter(page, page.locator('.neighbour-next a'))
  await expect(heading).toHaveText(titleOf(ninth))

  await page.goBack()
  await expect(heading).toHaveText(titleOf(eighth))
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(14)
  await expect
    .poll(() => page.evaluate((before) => Math.abs(window.scrollY - before), scrollTop))
    .toBeLessThanOrEqual(2)
})

for (const [path, width] of [
  ['home', 800],
  ['courses', 360],
  ['whoWeAre', 360],
  ['contactUs', 360],
] as const)
  test(`Tab goes through ${path} at ${width} px and back, the focus in full view`, async ({ page, language }) => {
    await page.setViewportSize({ width, height: 600 })
    await open(page, language.paths[path]())
    const last = page.locator('main a, footer :is(a, summary)').filter({ visible: true }).last()
    for (const [key, end] of Object.entries({ Tab: await last.textContent(), 'Shift+Tab': language.t('nav.skip') }))
      for (let count = 0; (await press(page, key)) !== end; count++)
        if (count > 200) throw new Error(`${key} does not reach ${end}`)
  })

test('the hero pauses, a slider advances, and its new item is next', async ({ page, language }) => {
  const { t, paths, titleOf } = language
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, paths.home())
  await skipHeader(page)
  await tabTo(page, page.getByRole('button', { name: t('carousel.pause') }))
  await page.keyboard.press('Space')
  await expect.poll(() => focusedText(page)).toBe(t('carousel.play'))
  const next = page.locator('[aria-controls="courses-list"]').last()
  await enter(page, next)
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

/** Goes to an element by Tab and presses Enter. */
async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Presses Tab until the element has the focus. Each element on the way must be fully visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const passed: string[] = []
  while ((await target.and(page.locator(':focus')).count()) === 0) {
    if (passed.length > 40) throw new Error(`Tab does not come to ${target}, only to: ${passed.join(', ')}`)
    passed.push(await press(page, 'Tab'))
  }
}

/** Presses a key that moves the focus. The focused element must be fully visible. Returns the element's name. */
async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key)
  const where = await focusedText(page)
  await expect.poll(() => isFocusInView(page), `${key} to ${where}`).toBe(true)
  return where
}

/**
 * True if the focused element has a focus ring, lies inside the window, and nothing covers it, such as the sticky header. If the
 * element is taller than the window, only its middle must be visible.
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
    const marked = [element, element.closest('article') ?? element, element.parentElement ?? element]
    const rings = [...marked.map((each) => getComputedStyle(each)), getComputedStyle(element, '::after')]
    const isMarked = rings.some((ring) => ring.outlineStyle !== 'none' && Number.parseFloat(ring.outlineWidth) >= 2)
    if (!isMarked) return element.localName === 'main'
    const isUnderHeader = !header.contains(element) && !element.matches('.skip-link')
    const start = isUnderHeader ? header.getBoundingClientRect().bottom : 0
    // Allows half a pixel for rounding.
    if (x < -0.5 || right > innerWidth + 0.5) return false
    return height > innerHeight - start || (y > start - 0.5 && bottom < innerHeight + 0.5)
  })
}
