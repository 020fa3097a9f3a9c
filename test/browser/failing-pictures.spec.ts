import type { Page, Route } from '@playwright/test'
import { readContent } from '../shipped-content'
import { expect, test } from '../site/fixtures'
import { takenOver, watchShifts } from '../site/page'
import { firstOf } from '../site-pages'

const { courses } = await readContent()
const course = firstOf(courses).slug

const faults: Record<string, (route: Route) => Promise<unknown>> = {
  missing: (route) => route.fulfill({ status: 404, body: '' }),
  broken: (route) => route.fulfill({ contentType: 'image/webp', body: 'no picture' }),
  'cut off': (route) => route.abort('connectionreset'),
  // Longer than anybody looks here.
  slow: () => new Promise(() => undefined),
}

for (const [fault, fail] of Object.entries(faults))
  test(`pictures that are ${fault} leave their boxes, and nothing moves`, async ({ page, complaints, language }) => {
    const { paths } = language
    const shift = await watchShifts(page)
    await page.route('**/images/**', fail)
    for (const path of [paths.home(), paths.blogs(), paths.course(course)]) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      // A page whose pictures never come is taken over by the visitor's first touch.
      await page.locator('main').dispatchEvent('pointerdown')
      await takenOver(page)
      const box = page.locator('.picture').first()
      const size = await box.boundingBox()
      expect((size?.width ?? 0) * (size?.height ?? 0), path).toBeGreaterThan(1_000)
      if (fault !== 'slow') await expect(box.locator('img')).toHaveCount(0)
      expect(await box.boundingBox()).toEqual(size)
      expect(await shift(), path).toBeLessThan(0.001)
    }
    expect(complaints.filter((complaint) => !/Failed to load resource/.test(complaint))).toEqual([])
  })

test('every card is as large without its picture as with it', async ({ page, language }) => {
  const { paths } = language
  // The page's own script would find its pictures gone.
  await page.route('**/assets/*.js', (route) => route.abort())
  const pictures = page.locator('.picture img')
  for (const path of [paths.home(), paths.courses(), paths.blogs(), paths.course(course)]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const sizes = async () => {
      const found = []
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        // Each width may ask for another picture.
        if (await pictures.count()) await pictures.first().evaluate((image: HTMLImageElement) => image.decode())
        found.push(...(await boxesOf(page)).map((box) => [width, ...box]))
      }
      return found
    }
    const withPictures = await sizes()
    await pictures.evaluateAll((images) => images.map((image) => image.remove()))
    expect(withPictures.length, path).toBeGreaterThan(3)
    expect(await sizes(), path).toEqual(withPictures)
  }
})

/** Sizes of a page's picture boxes and of the cards around them. */
function boxesOf(page: Page): Promise<number[][]> {
  return page.locator('.card, .picture').evaluateAll((all) =>
    all.map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return [Math.round(width), Math.round(height)]
    }),
  )
}
