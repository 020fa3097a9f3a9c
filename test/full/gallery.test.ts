import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { build, preview } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Locale } from '#contract/locales'
import { exampleId, widgets } from '../../client/widgets/gallery/examples'
import { currentBuild, dist } from '../../scripts/builds'
import { violations } from '../browser/accessibility'
import { eventually, focusedText, hasFocus, sharedBrowser, type Visit, withoutFlips } from '../site/visit'
import { root } from '../support/app'

const configFile = join(root, 'client/widgets/gallery/vite.config.ts')
const open = sharedBrowser()
let server: Awaited<ReturnType<typeof preview>>

beforeAll(async () => {
  await build({ configFile, logLevel: 'error' })
  server = await preview({ configFile, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } })
})
afterAll(async () => server?.close())

type Options = Parameters<typeof open>[0]

/** Opens the gallery in one language, or side by side. */
async function visit(locale?: Locale, options?: Options): Promise<Visit> {
  const { page, complaints } = await open(options)
  const address = server.resolvedUrls?.local[0] ?? ''
  await page.goto(locale ? `${address}?locale=${locale}` : address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, complaints }
}

const examplesOf = (widget: string) => widgets.find((each) => each.widget === widget)?.examples ?? []
const shown = (page: Page, widget: string, name: string) => page.locator(`#${exampleId(widget, name)} .gallery-shown`)
const rectOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

describe.each([
  ['en', 'light', 1280],
  ['ar', 'light', 1280],
  ['en', 'dark', 320],
  ['ar', 'dark', 320],
] as const)('in %s, %s, %i px wide', (locale, colorScheme, width) => {
  let page: Page
  let complaints: string[]
  beforeAll(async () => {
    const options = { keeps: true, colorScheme, viewport: { width, height: 800 } }
    ;({ page, complaints } = await visit(locale, options))
  })

  test('axe finds nothing in the page of all examples, and nothing overflows the window', async () => {
    for (const { widget, examples } of widgets)
      for (const { name } of examples) expect(await shown(page, widget, name).count(), name).toBe(1)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(withoutFlips(complaints)).toEqual([])
  })

  test('axe finds nothing in any open modal', async () => {
    for (const { name } of examplesOf('Modal')) {
      await shown(page, 'Modal', name).getByRole('button').click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      expect(await violations(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })
})

test('side by side, each language keeps its own direction and axe finds nothing', async () => {
  const { page, complaints } = await visit()
  const directions = await shown(page, 'Button', 'action').evaluateAll((all) =>
    all.map((each) => [each.getAttribute('lang'), getComputedStyle(each).direction]),
  )
  expect(directions).toEqual([
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ])
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
})

describe.each(['en', 'ar'] as const)('in %s', (locale) => {
  // One page for all tests, because each has its own example.
  let page: Page
  beforeAll(async () => {
    page = (await visit(locale, { keeps: true })).page
  })

  const [onwards, backwards] = locale === 'en' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  /** True if `one` comes before `other` in reading direction. */
  const isBefore = (one: DOMRect, other: DOMRect) =>
    locale === 'en' ? one.right <= other.left : one.left >= other.right

  test('every control has a name in its language', async () => {
    const controls = await page
      .locator('.gallery-shown')
      .getByRole('button')
      .or(page.locator('.gallery-shown input'))
      .all()
    expect(controls.length).toBeGreaterThan(40)
    for (const control of controls) {
      const snapshot = await control.ariaSnapshot()
      const name = /^- \w+ "([^"]+)"/.exec(snapshot)?.[1] ?? ''
      expect(name, snapshot).toMatch(locale === 'ar' ? /\p{Script=Arabic}/u : /[A-Za-z]/)
    }
  })

  test('a dismissed alert stays away, and the next Tab continues from its place', async () => {
    const alert = shown(page, 'Alert', 'dismissible').getByRole('status')
    await alert.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await eventually(() => alert.count()).toBe(0)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('article')?.id)).toBe('input-plain')
    expect(await alert.count()).toBe(0)
  })

  test('the error stands under its field and describes it', async () => {
    const example = shown(page, 'Input', 'invalid')
    const field = example.getByRole('textbox')
    const error = example.locator('.input-error')
    expect((await rectOf(error)).top).toBeGreaterThanOrEqual((await rectOf(field)).bottom)
    const described = await field.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
    )
    expect(described.at(-1)).toBe(await error.textContent())
  })

  test('valid, invalid and plain fields differ in colour and icon', async () => {
    const looks = await Promise.all(
      ['plain', 'valid', 'invalid'].map((name) =>
        shown(page, 'Input', name)
          .locator('.input-frame')
          .evaluate((frame) => {
            const field = frame.querySelector('input')
            return [field && getComputedStyle(field).borderTopColor, frame.querySelector('path')?.getAttribute('d')]
          }),
      ),
    )
    expect(new Set(looks.map(([colour]) => colour)).size).toBe(3)
    expect(new Set(looks.map(([, sign]) => sign)).size).toBe(3)
  })

  test('a bar of 40 per cent fills that much from the start edge, 8 px high', async () => {
    const example = shown(page, 'Progress', 'under way')
    const bar = await rectOf(example.locator('.progress-bar'))
    const fill = await rectOf(example.locator('.progress-fill'))
    expect(bar.height).toBe(8)
    expect(fill.width / bar.width).toBeCloseTo(0.4, 2)
    expect(locale === 'en' ? fill.left - bar.left : bar.right - fill.right).toBeCloseTo(0, 0)
  })

  test('the slider moves by keys in reading direction and stops at its ends', async () => {
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
      await eventually(() => slider.inputValue()).toBe(value)
    }
    expect(await slider.getAttribute('aria-valuetext')).toBe('0')
  })

  test('the slider moves to where it is pressed and dragged', async () => {
    const example = shown(page, 'RangeSlider', 'at its start')
    const track = example.locator('.range-slider-track')
    await track.scrollIntoViewIfNeeded()
    const { left, width, top, height } = await rectOf(track)
    const middle = top + height / 2
    const at = (part: number) => left + width * (locale === 'en' ? part : 1 - part)
    await page.mouse.move(at(0.25), middle)
    await page.mouse.down()
    await eventually(() => example.getByRole('slider').inputValue()).toBe('25')
    await page.mouse.move(at(0.75), middle, { steps: 5 })
    await page.mouse.up()
    await eventually(() => example.getByRole('slider').inputValue()).toBe('75')
    expect(await example.locator('output').textContent()).toBe('75')
  })

  test('a disabled slider cannot be moved', async () => {
    const example = shown(page, 'RangeSlider', 'disabled')
    const slider = example.getByRole('slider')
    const value = await slider.inputValue()
    const track = example.locator('.range-slider-track')
    await track.scrollIntoViewIfNeeded()
    const { left, width, top, height } = await rectOf(track)
    for (const part of [0.1, 0.9]) await page.mouse.click(left + width * part, top + height / 2)
    for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'End']) await page.keyboard.press(key)
    expect(await slider.inputValue()).toBe(value)
    expect(await slider.isDisabled()).toBe(true)
  })

  test('paging ends at the last page, where Next is disabled and keeps the focus', async () => {
    const buttons = shown(page, 'Pagination', 'fewer than five').getByRole('button')
    const [previous, next] = [buttons.first(), buttons.last()]
    await next.focus()
    const name = await focusedText(page)
    await page.keyboard.press('Enter')
    await eventually(() => next.isDisabled()).toBe(true)
    expect(await previous.isDisabled()).toBe(false)
    expect(await focusedText(page)).toBe(name)
    await page.keyboard.press('Enter')
    const current = shown(page, 'Pagination', 'fewer than five').locator('[aria-current]')
    expect(await current.textContent()).toBe('3')
    await buttons.nth(1).click()
    await eventually(() => previous.isDisabled()).toBe(true)
    expect(await current.textContent()).toBe('1')
  })

  test('a selected number keeps the focus while the numbers shift', async () => {
    const example = shown(page, 'Pagination', 'in the middle')
    const number = (text: string) => example.getByRole('button').filter({ hasText: text })
    await number('55').focus()
    await page.keyboard.press('Enter')
    await number('53').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('55')
    expect((await example.getByRole('listitem').allTextContents()).filter(Boolean)).toEqual([
      '53',
      '54',
      '55',
      '56',
      '57',
    ])
  })

  test('numbers follow the reading direction and fit in one row at 320 px', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    onTestFinished(() => page.setViewportSize({ width: 1280, height: 800 }))
    const all = await shown(page, 'Pagination', 'in the middle').getByRole('button').all()
    const rects = await Promise.all(all.map(rectOf))
    expect(rects).toHaveLength(7)
    expect(new Set(rects.map(({ top }) => Math.round(top))).size).toBe(1)
    for (const [index, rect] of rects.slice(1).entries()) expect(isBefore(rects[index] as DOMRect, rect)).toBe(true)
  })

  test('another page size or total always returns to page 1', async () => {
    const example = shown(page, 'Pagination', 'a list that changes')
    const current = example.locator('[aria-current]')
    expect(await current.textContent()).toBe('4')
    const [size, total] = await example.locator('.button-row').getByRole('button').all()
    for (const change of [size, size, total, total]) {
      await change?.click()
      await eventually(() => current.textContent()).toBe('1')
      await eventually(() => example.getByRole('status').textContent()).toContain(locale === 'en' ? 'Page 1:' : '1:')
      await example.getByRole('button').filter({ hasText: '3' }).click()
      await eventually(() => current.textContent()).toBe('3')
    }
  })

  test('arrows select tabs in reading direction, wrapping around; Tab stops once', async () => {
    const example = shown(page, 'Tabs', 'first chosen')
    const tabs = example.getByRole('tab')
    const chosen = () => tabs.evaluateAll((all) => all.findIndex((each) => each.ariaSelected === 'true'))
    const [first, second] = [await rectOf(tabs.nth(0)), await rectOf(tabs.nth(1))]
    expect(isBefore(first, second)).toBe(true)
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
      await eventually(chosen).toBe(index)
      expect(await page.evaluate(() => document.activeElement?.ariaSelected)).toBe('true')
    }
    await page.keyboard.press('Tab')
    const panel = example.getByRole('tabpanel')
    expect(await panel.count()).toBe(1)
    expect(await hasFocus(panel)).toBe(true)
    expect(
      await panel.evaluate((element) => document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.id),
    ).toBe(await tabs.nth(2).getAttribute('id'))
  })

  test('a disabled tab is skipped', async () => {
    const tabs = shown(page, 'Tabs', 'one disabled').getByRole('tab')
    await tabs.first().focus()
    await page.keyboard.press(onwards)
    await eventually(() => tabs.nth(2).getAttribute('aria-selected')).toBe('true')
  })

  describe('a modal', () => {
    const holdsFocus = (dialog: Locator) => dialog.evaluate((element) => element.contains(document.activeElement))
    async function opened(name: string) {
      const opener = shown(page, 'Modal', name).getByRole('button')
      await opener.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      // The modal handles keys only once it has the focus.
      await eventually(() => holdsFocus(dialog)).toBe(true)
      const gone = async () => {
        await eventually(() => dialog.count()).toBe(0)
        await eventually(() => hasFocus(opener)).toBe(true)
      }
      return { page, dialog, gone }
    }
    afterEach(async () => {
      await page.keyboard.press('Escape')
      await eventually(() => page.getByRole('dialog').count()).toBe(0)
    })

    test('is named by its title, reads in its direction and takes the focus', async () => {
      const { page, dialog } = await opened('a question')
      const title = await dialog.getByRole('heading', { level: 2 }).textContent()
      expect(await page.getByRole('dialog', { name: title ?? '', exact: true }).count()).toBe(1)
      expect(await dialog.evaluate((element) => getComputedStyle(element).direction)).toBe(
        locale === 'en' ? 'ltr' : 'rtl',
      )
      expect(await dialog.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe(locale)
      expect(await holdsFocus(dialog)).toBe(true)
    })

    test('keeps the focus when tabbing in either direction, and hides the page from screen readers', async () => {
      const { page, dialog } = await opened('a question')
      for (const key of [...Array(5).fill('Tab'), ...Array(6).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        expect(await holdsFocus(dialog)).toBe(true)
      }
      expect(
        await page.locator('#root').evaluate((element) => element.closest('[inert], [aria-hidden="true"]') !== null),
      ).toBe(true)
    })

    test('closes by Escape and gives the focus back', async () => {
      const { page, gone } = await opened('a question')
      await page.keyboard.press('Escape')
      await gone()
    })

    test('closes by its close button, by a click beside it and by its own buttons', async () => {
      for (const close of [
        (_: Page, dialog: Locator) => dialog.locator('.modal-close').click(),
        (page: Page) => page.mouse.click(5, 5),
        (_: Page, dialog: Locator) => dialog.locator('.button').last().click(),
      ]) {
        const { page, dialog, gone } = await opened('a question')
        await close(page, dialog)
        await gone()
      }
    })

    test('longer than the window scrolls itself, not the page behind it', async () => {
      const { page, dialog } = await opened('longer than the window')
      const before = await page.evaluate(() => scrollY)
      const frame = await rectOf(page.locator('.modal'))
      expect(frame.bottom).toBeLessThanOrEqual(800)
      await dialog.hover()
      await page.mouse.wheel(0, 3000)
      const last = dialog.getByText(/^16\./)
      await eventually(async () => (await rectOf(last)).bottom <= frame.bottom).toBe(true)
      expect(await page.evaluate(() => scrollY)).toBe(before)
    })
  })

  test.each(examplesOf('Sample forms'))('the sample form $name sends nothing and says so', async ({ name }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const example = shown(page, 'Sample forms', name)
    const address = page.url()
    await example.getByRole('button').click()
    await example.getByRole('status').waitFor()
    expect(page.url()).toBe(address)
    expect(requests).toEqual([])
  })

  test('each press creates another id of seven letters', async () => {
    const example = shown(page, 'Random id', 'seven letters')
    const id = () => example.locator('code').textContent()
    await example.getByRole('button').click()
    await eventually(id).toMatch(/^[a-zA-Z]{7}$/)
    const first = await id()
    await example.getByRole('button').click()
    await eventually(id).not.toBe(first)
  })
})

test("the widgets' library is in the gallery and in nothing that a visitor loads or the server runs", () => {
  const holding = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.(?:js|css)$/.test(name) &&
        /react-aria|range-slider|tab-panel/.test(readFileSync(join(folder, name), 'utf8')),
    )
  expect(holding(join(dist, 'gallery'))).toHaveLength(2)
  expect(holding(join(currentBuild(), 'client'))).toEqual([])
  expect(holding(join(currentBuild(), 'server'))).toEqual([])
})
