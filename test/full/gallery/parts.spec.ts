import type { Locale } from '#contract/locales'
import { expect } from '../../site/fixtures'
import { focusedText } from '../../site/page'
import { arrows, open, rectOf, shown, test } from './gallery'

test.describe.configure({ mode: 'default' })

test.beforeEach(({ page, language, gallery }) => open(page, gallery, language.locale))

/** True if `one` comes before `other` in reading direction. */
const isBefore = (locale: Locale, one: DOMRect, other: DOMRect) =>
  locale === 'en' ? one.right <= other.left : one.left >= other.right

test('paging ends at the last page, where Next is disabled and keeps the focus', async ({ page }) => {
  const example = shown(page, 'Pagination', 'fewer than five')
  const buttons = example.getByRole('button')
  const [previous, next, current] = [buttons.first(), buttons.last(), example.locator('[aria-current]')]
  await next.focus()
  const name = await focusedText(page)
  await page.keyboard.press('Enter')
  await expect(next).toBeDisabled()
  await expect(previous).toBeEnabled()
  expect(await focusedText(page)).toBe(name)
  await page.keyboard.press('Enter')
  await expect(current).toHaveText('3')
  await buttons.nth(1).click()
  await expect(previous).toBeDisabled()
  await expect(current).toHaveText('1')
})

test('page numbers follow the reading direction in one row at 320 px; a selected one keeps the focus', async ({
  page,
  language,
}) => {
  const example = shown(page, 'Pagination', 'in the middle')
  const number = (text: string) => example.getByRole('button').filter({ hasText: text })
  await number('55').focus()
  await page.keyboard.press('Enter')
  await number('53').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('55')
  const numbers = (await example.getByRole('listitem').allTextContents()).filter(Boolean)
  expect(numbers).toEqual(['53', '54', '55', '56', '57'])

  await page.setViewportSize({ width: 320, height: 800 })
  const rects = await Promise.all((await example.getByRole('button').all()).map(rectOf))
  expect(rects).toHaveLength(7)
  expect(new Set(rects.map(({ top }) => Math.round(top))).size).toBe(1)
  for (const [index, rect] of rects.slice(1).entries())
    expect(isBefore(language.locale, rects[index] as DOMRect, rect)).toBe(true)
})

test('another page size or total always returns to page 1', async ({ page, language }) => {
  const example = shown(page, 'Pagination', 'a list that changes')
  const current = example.locator('[aria-current]')
  await expect(current).toHaveText('4')
  const [size, total] = await example.locator('.button-row').getByRole('button').all()
  for (const change of [size, size, total, total]) {
    await change?.click()
    await expect(current).toHaveText('1')
    await expect(example.getByRole('status')).toContainText(language.locale === 'en' ? 'Page 1:' : '1:')
    await example.getByRole('button').filter({ hasText: '3' }).click()
    await expect(current).toHaveText('3')
  }
})

test('arrows select tabs in reading direction, wrapping around and skipping disabled ones; Tab stops once', async ({
  page,
  language,
}) => {
  const [onwards, backwards] = arrows[language.locale]
  const example = shown(page, 'Tabs', 'first chosen')
  const tabs = example.getByRole('tab')
  expect(isBefore(language.locale, await rectOf(tabs.nth(0)), await rectOf(tabs.nth(1)))).toBe(true)
  await tabs.first().focus()
  for (const [key, index] of [
    [onwards, 1],
    [onwards, 2],
    [onwards, 0],
    [backwards, 2],
    ['Home', 0],
    ['End', 2],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true')
    await expect(tabs.nth(index)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  const panel = example.getByRole('tabpanel')
  await expect(panel).toHaveCount(1)
  await expect(panel).toBeFocused()
  await expect(panel).toHaveAttribute('aria-labelledby', (await tabs.nth(2).getAttribute('id')) ?? '')

  const some = shown(page, 'Tabs', 'one disabled').getByRole('tab')
  await some.first().focus()
  await page.keyboard.press(onwards)
  await expect(some.nth(2)).toHaveAttribute('aria-selected', 'true')
})

test('a modal is named by its title, keeps the focus and gives it back, however it is closed', async ({
  page,
  language: { locale },
}) => {
  const dialog = page.getByRole('dialog')
  const opener = shown(page, 'Modal', 'a question').getByRole('button')
  const holdsFocus = () => dialog.evaluate((element) => element.contains(document.activeElement))
  const openModal = async () => {
    await opener.focus()
    await page.keyboard.press('Enter')
    // The modal handles keys only once it has the focus.
    await expect.poll(holdsFocus).toBe(true)
  }
  await openModal()
  await expect(dialog).toHaveAccessibleName((await dialog.getByRole('heading', { level: 2 }).textContent()) ?? '')
  await expect(dialog).toHaveCSS('direction', locale === 'en' ? 'ltr' : 'rtl')
  expect(await dialog.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(locale)
  for (const key of [...Array(5).fill('Tab'), ...Array(6).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    expect(await holdsFocus()).toBe(true)
  }
  await expect(
    page.locator(':is([inert], [aria-hidden="true"]):has(#root), #root:is([inert], [aria-hidden="true"])'),
  ).toHaveCount(1)

  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.locator('.modal-close').click(),
    () => page.mouse.click(5, 5),
    () => dialog.locator('.button').last().click(),
  ]
  for (const [index, close] of ways.entries()) {
    if (index > 0) await openModal()
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('a modal longer than the window scrolls itself, not the page behind it', async ({ page }) => {
  const dialog = page.getByRole('dialog')
  await shown(page, 'Modal', 'longer than the window').getByRole('button').click()
  await dialog.waitFor()
  const before = await page.evaluate(() => scrollY)
  const frame = await rectOf(page.locator('.modal'))
  expect(frame.bottom).toBeLessThanOrEqual(800)
  await dialog.hover()
  await page.mouse.wheel(0, 3000)
  await expect.poll(async () => (await rectOf(dialog.getByText(/^16\./))).bottom <= frame.bottom).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(before)
})
