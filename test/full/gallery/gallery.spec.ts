import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { widgets } from '../../../client/widgets/gallery/examples'
import { currentBuild } from '../../../scripts/builds'
import { violations } from '../../browser/accessibility'
import { expect, once } from '../../site/fixtures'
import { examplesOf, open, shown, test } from './gallery'

// Runs the tests in one worker, so that the gallery is built once.
test.describe.configure({ mode: 'default' })

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
