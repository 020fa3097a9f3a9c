import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { build, preview } from 'vite'
import type { Locale } from '#contract/locales'
import { exampleId, widgets } from '../../client/widgets/gallery/examples'
import { currentBuild } from '../../scripts/site-build'
import { violations } from '../site/accessibility'
import { test as base, expect, once, perWorker } from '../site/fixtures'
import { root } from '../support/app'

const test = base.extend<object, { gallery: Awaited<ReturnType<typeof startGallery>> }>({
  gallery: perWorker(startGallery),
})

// Runs the tests in one worker, so that the gallery is built once.
test.describe.configure({ mode: 'default' })

/** Builds the gallery of the widgets and serves it. */
async function startGallery() {
  const outDir = await mkdtemp(join(tmpdir(), 'ugarit-gallery-'))
  const configFile = join(root, 'client/widgets/gallery/vite.config.ts')
  const options = { configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } } as const
  await build(options)
  const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } })
  const stop = async () => {
    await server.close()
    await rm(outDir, { recursive: true })
  }
  return { address: server.resolvedUrls?.local[0] ?? '', outDir, stop }
}

const shown = (page: Page, widget: string, name: string) => page.locator(`#${exampleId(widget, name)} .gallery-shown`)

const rectOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

/** The arrow key that moves forward in reading direction. */
const onwards = { en: 'ArrowRight', ar: 'ArrowLeft' } satisfies Record<Locale, string>

test.beforeEach(async ({ page, language, gallery }) => {
  await page.goto(`${gallery.address}?locale=${language.locale}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`all examples, ${colorScheme}`, () => {
    const width = colorScheme === 'light' ? 1280 : 320
    test.use({ colorScheme, viewport: { width, height: 800 } })

    test('axe finds nothing in all examples nor in an open modal, and all fit', async ({ page }) => {
      for (const { widget, examples } of widgets)
        for (const { name } of examples) await expect(shown(page, widget, name), name).toHaveCount(1)
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await shown(page, 'Modal', 'with a field').getByRole('button').click()
      await page.getByRole('dialog').waitFor()
      expect(await violations(page)).toEqual([])
    })
  })

test('no visitor loads the widgets’ library, nor does the server', once, ({ gallery }) => {
  const holding = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(?:js|css)$/.test(name) && /react-aria|range-slider/.test(readFileSync(join(folder, name), 'utf8')),
    )
  expect(holding(gallery.outDir)).toHaveLength(2)
  expect([holding(join(currentBuild(), 'client')), holding(join(currentBuild(), 'server'))]).toEqual([[], []])
})

test('a dismissed alert stays away', async ({ page }) => {
  const alert = shown(page, 'Alert', 'dismissible').getByRole('status')
  await alert.getByRole('button').click()
  await expect(alert).toHaveCount(0)
})

test('fields differ in colour and icon', async ({ page }) => {
  const looks = await page
    .locator('#input-plain, #input-valid, #input-invalid')
    .evaluateAll((all) =>
      all.map((each) => [
        getComputedStyle(each.querySelector('input') as Element).borderTopColor,
        each.querySelector('.input-frame path')?.getAttribute('d'),
      ]),
    )
  for (const part of [0, 1]) expect(new Set(looks.map((look) => look[part])).size).toBe(3)
})

test('a bar of 40 per cent fills that much from the start edge', async ({ page, language }) => {
  const example = shown(page, 'Progress', 'under way')
  const bar = await rectOf(example.locator('.progress-bar'))
  const fill = await rectOf(example.locator('.progress-fill'))
  expect(fill.width / bar.width).toBeCloseTo(0.4, 2)
  expect(language.locale === 'en' ? fill.left - bar.left : bar.right - fill.right).toBeCloseTo(0, 0)
})

test('a slider moves by its steps in reading direction; a disabled one never', async ({ page, language }) => {
  const slider = shown(page, 'RangeSlider', 'in steps of ten').getByRole('slider')
  await slider.focus()
  await page.keyboard.press(onwards[language.locale])
  await expect(slider).toHaveValue('50')
  await expect(slider).toHaveAttribute('aria-valuetext', '50')

  const example = shown(page, 'RangeSlider', 'disabled')
  await example.scrollIntoViewIfNeeded()
  const { left, right, top, height } = await rectOf(example.locator('.range-slider-track'))
  for (const x of [left + 5, right - 5]) await page.mouse.click(x, top + height / 2)
  for (const key of ['ArrowUp', 'Home']) await page.keyboard.press(key)
  await expect(example.getByRole('slider')).toHaveValue('70')
})

test('sample forms send nothing and say so', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const address = page.url()
  for (const name of ['login', 'register']) {
    const example = shown(page, 'Sample forms', name)
    await example.getByRole('button').click()
    await example.getByRole('status').waitFor()
  }
  expect([page.url(), requests]).toEqual([address, []])
})

test('paging ends at the last page, where Next is disabled and keeps the focus', async ({ page }) => {
  const example = shown(page, 'Pagination', 'fewer than five')
  const next = example.getByRole('button').last()
  await next.focus()
  for (let press = 0; press < 2; press++) await page.keyboard.press('Enter')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await expect(example.locator('[aria-current]')).toHaveText('3')
})

test('another page size or total returns to page 1', async ({ page }) => {
  const example = shown(page, 'Pagination', 'a list that changes')
  const current = example.locator('[aria-current]')
  for (const change of await example.locator('.button-row').getByRole('button').all()) {
    await example.getByRole('button').filter({ hasText: '3' }).click()
    await expect(current).toHaveText('3')
    await change.click()
    await expect(current).toHaveText('1')
    await expect(example.getByRole('status')).toContainText('1:')
  }
})

test('an arrow selects the next tab in reading direction and skips a disabled one', async ({ page, language }) => {
  const example = shown(page, 'Tabs', 'one disabled')
  const last = example.getByRole('tab').last()
  await example.getByRole('tab').first().focus()
  await page.keyboard.press(onwards[language.locale])
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect(example.getByRole('tabpanel')).toHaveAttribute('aria-labelledby', (await last.getAttribute('id')) ?? '')
})

test('a modal has a name and its page’s language, and gives the focus back', async ({ page, language }) => {
  const { locale } = language
  const dialog = page.getByRole('dialog')
  const opener = shown(page, 'Modal', 'a question').getByRole('button')
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.locator('.modal-close').click(),
    () => page.mouse.click(5, 5),
    () => dialog.locator('.button').last().click(),
  ]) {
    await opener.click()
    // The modal handles keys only once it has the focus.
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await expect(dialog).toHaveAccessibleName((await dialog.getByRole('heading', { level: 2 }).textContent()) ?? '')
    await expect(dialog).toHaveCSS('direction', locale === 'en' ? 'ltr' : 'rtl')
    expect(await dialog.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(locale)
    await close()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})

test('a modal longer than the window scrolls itself, not the page behind it', async ({ page }) => {
  const dialog = page.getByRole('dialog')
  await shown(page, 'Modal', 'longer than the window').getByRole('button').click()
  await dialog.hover()
  const before = await page.evaluate(() => scrollY)
  const frame = await rectOf(page.locator('.modal'))
  expect(frame.bottom).toBeLessThanOrEqual(800)
  await page.mouse.wheel(0, 3000)
  await expect.poll(async () => (await rectOf(dialog.getByText(/^16\./))).bottom <= frame.bottom).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBe(before)
})
