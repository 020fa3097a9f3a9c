import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { build, preview } from 'vite'
import type { Locale } from '#contract/locales'
import { exampleId, widgets } from '../../client/widgets/gallery/examples'
import { currentBuild } from '../../scripts/builds'
import { violations } from '../browser/accessibility'
import { test as base, expect, once } from '../site/fixtures'
import { focusedText } from '../site/page'
import { root } from '../support/app'

const test = base.extend<object, { gallery: { address: string; outDir: string } }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { project, workerIndex }) => {
      const configFile = join(root, 'client/widgets/gallery/vite.config.ts')
      const outDir = join(project.outputDir, `gallery-${workerIndex}`)
      const options = { configFile, logLevel: 'error', build: { outDir } } as const
      await build(options)
      const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } })
      await use({ address: server.resolvedUrls?.local[0] ?? '', outDir })
      await server.close()
    },
    { scope: 'worker' },
  ],
})

// Runs the tests in one worker, so that the gallery is built once.
test.describe.configure({ mode: 'default' })

/** Opens the gallery in one language, or side by side. */
async function open(page: Page, address: string, locale?: Locale): Promise<void> {
  await page.goto(locale ? `${address}?locale=${locale}` : address)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const examplesOf = (widget: string) => widgets.find((each) => each.widget === widget)?.examples ?? []
const shown = (page: Page, widget: string, name: string) => page.locator(`#${exampleId(widget, name)} .gallery-shown`)
const rectOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

/** The keys that lead on and back in reading direction. */
const arrows = { en: ['ArrowRight', 'ArrowLeft'], ar: ['ArrowLeft', 'ArrowRight'] } as const

/** True if `one` comes before `other` in reading direction. */
const isBefore = (locale: Locale, one: DOMRect, other: DOMRect) =>
  locale === 'en' ? one.right <= other.left : one.left >= other.right

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 320],
] as const)
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('axe finds nothing in the page of all examples nor in an open modal, and nothing overflows the window', async ({
      page,
      language,
      gallery,
    }) => {
      await open(page, gallery.address, language.locale)
      for (const { widget, examples } of widgets)
        for (const { name } of examples) await expect(shown(page, widget, name), name).toHaveCount(1)
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      for (const { name } of examplesOf('Modal')) {
        await shown(page, 'Modal', name).getByRole('button').click()
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        expect(await violations(page), name).toEqual([])
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      }
    })
  })

test('side by side, each language keeps its own direction and axe finds nothing', once, async ({ page, gallery }) => {
  await open(page, gallery.address)
  const directions = await shown(page, 'Button', 'action').evaluateAll((all) =>
    all.map((each) => [each.getAttribute('lang'), getComputedStyle(each).direction]),
  )
  expect(directions).toEqual([
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])
  expect(await violations(page)).toEqual([])
})

test.describe('each example', () => {
  test.beforeEach(({ page, language, gallery }) => open(page, gallery.address, language.locale))

  test('a dismissed alert stays away, and the next Tab continues from its place', async ({ page }) => {
    const alert = shown(page, 'Alert', 'dismissible').getByRole('status')
    await alert.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('article')?.id)).toBe('input-plain')
    await expect(alert).toHaveCount(0)
  })

  test('fields differ in colour and icon; an error stands under its field and describes it', async ({ page }) => {
    const example = shown(page, 'Input', 'invalid')
    const field = example.getByRole('textbox')
    const error = example.locator('.input-error')
    expect((await rectOf(error)).top).toBeGreaterThanOrEqual((await rectOf(field)).bottom)
    const described = await field.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
    )
    expect(described.at(-1)).toBe(await error.textContent())
    const looks = await Promise.all(
      ['plain', 'valid', 'invalid'].map((name) =>
        shown(page, 'Input', name)
          .locator('.input-frame')
          .evaluate((frame) => {
            const input = frame.querySelector('input')
            return [input && getComputedStyle(input).borderTopColor, frame.querySelector('path')?.getAttribute('d')]
          }),
      ),
    )
    expect(new Set(looks.map(([colour]) => colour)).size).toBe(3)
    expect(new Set(looks.map(([, sign]) => sign)).size).toBe(3)
  })

  test('a bar of 40 per cent fills that much from the start edge, 8 px high', async ({ page, language }) => {
    const example = shown(page, 'Progress', 'under way')
    const bar = await rectOf(example.locator('.progress-bar'))
    const fill = await rectOf(example.locator('.progress-fill'))
    expect(bar.height).toBe(8)
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

    /** A slider's example, and where to press for a share of its range. */
    const trackOf = async (name: string) => {
      const example = shown(page, 'RangeSlider', name)
      const track = example.locator('.range-slider-track')
      await track.scrollIntoViewIfNeeded()
      const { left, width, top, height } = await rectOf(track)
      const at = (share: number) =>
        [left + width * (language.locale === 'en' ? share : 1 - share), top + height / 2] as const
      return { example, at, input: example.getByRole('slider') }
    }
    const { example, at, input } = await trackOf('at its start')
    await page.mouse.move(...at(0.25))
    await page.mouse.down()
    await expect(input).toHaveValue('25')
    await page.mouse.move(...at(0.75), { steps: 5 })
    await page.mouse.up()
    await expect(input).toHaveValue('75')
    await expect(example.locator('output')).toHaveText('75')

    const disabled = await trackOf('disabled')
    const value = await disabled.input.inputValue()
    for (const share of [0.1, 0.9]) await page.mouse.click(...disabled.at(share))
    for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'End']) await page.keyboard.press(key)
    await expect(disabled.input).toHaveValue(value)
    await expect(disabled.input).toBeDisabled()
  })

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
})

test(
  "the widgets' library is in the gallery and in nothing that a visitor loads or the server runs",
  once,
  ({ gallery }) => {
    const holding = (folder: string) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
        (name) =>
          /\.(?:js|css)$/.test(name) &&
          /react-aria|range-slider|tab-panel/.test(readFileSync(join(folder, name), 'utf8')),
      )
    expect(holding(gallery.outDir)).toHaveLength(2)
    expect(holding(join(currentBuild(), 'client'))).toEqual([])
    expect(holding(join(currentBuild(), 'server'))).toEqual([])
  },
)
