import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { widgets } from '../../../client/widgets/gallery/examples'
import { currentBuild } from '../../../scripts/builds'
import { violations } from '../../browser/accessibility'
import { expect, once } from '../../site/fixtures'
import { arrows, open, rectOf, shown, test } from './gallery'

// Runs the tests in one worker, so that the gallery is built once.
test.describe.configure({ mode: 'default' })

const examplesOf = (widget: string) => widgets.find((each) => each.widget === widget)?.examples ?? []

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
      await open(page, gallery, language.locale)
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
  await open(page, gallery)
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
  test.beforeEach(({ page, language, gallery }) => open(page, gallery, language.locale))

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
