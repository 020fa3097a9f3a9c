import type { Route } from '@playwright/test'
import { operations } from '#contract/operations'
import { expect, failing, test } from '../site/fixtures'
import { open, takenOver, watchShifts } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'

const { courses } = await readContent()
const course = firstOf(courses).slug

const failures: [failure: string, width: number, fail: (route: Route) => Promise<unknown>][] = [
  ['missing', 360, (route) => route.fulfill({ status: 404, body: '' })],
  ['broken', 768, (route) => route.fulfill({ contentType: 'image/webp', body: 'no picture' })],
  ['cut off', 1280, (route) => route.abort('connectionreset')],
  // This request takes longer than the test.
  ['slow', 1280, () => new Promise(() => undefined)],
]

for (const [failure, width, fail] of failures)
  test(`${failure} pictures leave their boxes at ${width} px`, failing, async ({ page, language: { paths } }) => {
    const shift = await watchShifts(page)
    await page.setViewportSize({ width, height: 800 })
    await page.route('**/images/**', fail)
    for (const path of [paths.home(), paths.blogs(), paths.course(course)]) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      // While pictures are loading, the page hydrates on the visitor's first touch.
      await page.locator('main').dispatchEvent('pointerdown')
      await takenOver(page)
      // Another touch hydrates what is below the first screen.
      await page.locator('main').dispatchEvent('pointerdown')
      const box = page.locator('.picture').first()
      const size = await box.boundingBox()
      expect((size?.width ?? 0) * (size?.height ?? 0), path).toBeGreaterThan(1_000)
      if (failure !== 'slow') await expect(box.locator('img')).toHaveCount(0)
      expect(await box.boundingBox()).toEqual(size)
      expect(await shift(), path).toBeLessThan(0.001)
    }
  })

for (const recovery of ['the network is back', 'the page recovers'])
  test(`failed pictures are loaded when ${recovery}`, failing, async ({ page, context, language: { t, paths } }) => {
    const all = `**/{images/**,${operations.course.path.slice(1)}}`
    await page.route(all, (route) => route.abort('connectionrefused'))
    await open(page, paths.courses())
    await page.locator(`a.card-link[href="${paths.course(course)}"]`).click()
    const again = page.locator('.stale-notice').getByRole('button', { name: t('action.tryAgain') })
    await expect(again).toBeVisible()
    const picture = page.locator('.detail .picture img')
    await expect(picture).toHaveCount(0)
    await page.unroute(all)
    if (recovery === 'the page recovers') await again.click()
    else for (const isOffline of [true, false]) await context.setOffline(isOffline)
    await expect
      .poll(() => picture.evaluateAll(([image]) => (image as HTMLImageElement)?.naturalWidth))
      .toBeGreaterThan(0)
  })
