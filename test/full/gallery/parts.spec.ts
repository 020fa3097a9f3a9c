import type { Locale } from '#contract/locales'
import { expect } from '../../site/fixtures'
import { arrows, examplesOf, open, rectOf, shown, test } from './gallery'

test.describe.configure({ mode: 'default' })

test.beforeEach(({ page, language, gallery }) => open(page, gallery, language.locale))

/** True if `one` comes before `other` in reading direction. */
const isBefore = (locale: Locale, one: DOMRect, other: DOMRect) =>
  locale === 'en' ? one.right <= other.left : one.left >= other.right

test('a dismissed alert stays away, and the next Tab continues from its place', async ({ page }) => {
  const alert = shown(page, 'Alert', 'dismissible').getByRole('status')
  await alert.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(alert).toHaveCount(0)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('article')?.id)).toBe('input-plain')
  await expect(alert).toHaveCount(0)
})

test('fields differ in colour and icon; an error stands under its field', async ({ page }) => {
  const example = shown(page, 'Input', 'invalid')
  const error = await rectOf(example.locator('.input-error'))
  expect(error.top).toBeGreaterThanOrEqual((await rectOf(example.getByRole('textbox'))).bottom)
  const [colours, signs] = [new Set<unknown>(), new Set<unknown>()]
  for (const name of ['plain', 'valid', 'invalid']) {
    const frame = shown(page, 'Input', name).locator('.input-frame')
    colours.add(await frame.locator('input').evaluate((input) => getComputedStyle(input).borderTopColor))
    signs.add(await frame.evaluate((element) => element.querySelector('path')?.getAttribute('d')))
  }
  expect([colours.size, signs.size]).toEqual([3, 3])
})

test('a bar of 40 per cent fills that much from the start edge', async ({ page, language }) => {
  const example = shown(page, 'Progress', 'under way')
  const bar = await rectOf(example.locator('.progress-bar'))
  const fill = await rectOf(example.locator('.progress-fill'))
  expect(fill.width / bar.width).toBeCloseTo(0.4, 2)
  expect(language.locale === 'en' ? fill.left - bar.left : bar.right - fill.right).toBeCloseTo(0, 0)
})

test('a slider moves by keys in reading direction and by mouse, stops at its ends, and not while disabled', async ({
  page,
  language,
}) => {
  const [onwards, backwards] = arrows[language.locale]
  const slider = shown(page, 'RangeSlider', 'in steps of ten').getByRole('slider')
  await slider.focus()
  for (const [key, value] of [
    [onwards, '50'],
    ['ArrowUp', '60'],
    [backwards, '50'],
    ['ArrowDown', '40'],
    ['End', '100'],
    [onwards, '100'],
    ['Home', '0'],
    [backwards, '0'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(slider).toHaveValue(value)
  }
  await expect(slider).toHaveAttribute('aria-valuetext', '0')

  /** The point of a slider for a share of its range. */
  const pointOf = async (name: string, share: number) => {
    const track = shown(page, 'RangeSlider', name).locator('.range-slider-track')
    await track.scrollIntoViewIfNeeded()
    const { left, width, top, height } = await rectOf(track)
    return [left + width * (language.locale === 'en' ? share : 1 - share), top + height / 2] as const
  }
  const moved = shown(page, 'RangeSlider', 'at its start')
  await page.mouse.move(...(await pointOf('at its start', 0.25)))
  await page.mouse.down()
  await expect(moved.getByRole('slider')).toHaveValue('25')
  await page.mouse.move(...(await pointOf('at its start', 0.75)), { steps: 5 })
  await page.mouse.up()
  await expect(moved.getByRole('slider')).toHaveValue('75')
  await expect(moved.locator('output')).toHaveText('75')

  const disabled = shown(page, 'RangeSlider', 'disabled').getByRole('slider')
  const value = await disabled.inputValue()
  for (const share of [0.1, 0.9]) await page.mouse.click(...(await pointOf('disabled', share)))
  for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'End']) await page.keyboard.press(key)
  await expect(disabled).toHaveValue(value)
  await expect(disabled).toBeDisabled()
})

test('sample forms send nothing and say so', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const address = page.url()
  for (const { name } of examplesOf('Sample forms')) {
    const example = shown(page, 'Sample forms', name)
    await example.getByRole('button').click()
    await example.getByRole('status').waitFor()
  }
  expect(page.url()).toBe(address)
  expect(requests).toEqual([])
})

test('paging ends at the last page, where Next is disabled and keeps the focus', async ({ page }) => {
  const example = shown(page, 'Pagination', 'fewer than five')
  const buttons = example.getByRole('button')
  const [previous, next, current] = [buttons.first(), buttons.last(), example.locator('[aria-current]')]
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(next).toBeDisabled()
  await expect(previous).toBeEnabled()
  await expect(next).toBeFocused()
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
  await expect(number('55')).toBeFocused()
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
  const hidden = page.locator(':is([inert], [aria-hidden="true"])')
  await expect(hidden.filter({ has: page.locator('#root') }).or(page.locator('#root').and(hidden))).toHaveCount(1)

  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.locator('.modal-close').click(),
    () => page.mouse.click(5, 5),
    () => dialog.locator('.button').last().click(),
  ]) {
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    await openModal()
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
