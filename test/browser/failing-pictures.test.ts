import type { Route } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { readContent } from '../shipped-content'
import { firstOf } from '../site-pages'
import { eventually, languages, sharedBrowser, takenOver, watchShifts } from './visit'

const open = sharedBrowser()
const content = await readContent()

const faults: Record<string, (route: Route) => Promise<unknown>> = {
  missing: (route) => route.fulfill({ status: 404, body: '' }),
  broken: (route) => route.fulfill({ contentType: 'image/webp', body: 'no picture' }),
  'cut off': (route) => route.abort('connectionreset'),
  // Longer than anybody looks here.
  slow: () => new Promise(() => undefined),
}

test.each(languages.flatMap(({ locale, paths }) => Object.keys(faults).map((fault) => ({ fault, locale, paths }))))(
  'pictures that are $fault leave their boxes, and nothing moves, in $locale',
  async ({ fault, paths }) => {
    const { page, complaints } = await open()
    const shift = await watchShifts(page)
    // Of pictures alone: the letters' own late coming has no part in it.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.route('**/images/**', (route) => faults[fault]?.(route))
    for (const path of [paths.home(), paths.course(firstOf(content.courses).slug)]) {
      await page.goto(inject('site') + path, { waitUntil: 'domcontentloaded' })
      // A page whose pictures never come is taken over by the visitor's first touch.
      await page.locator('main').dispatchEvent('pointerdown')
      await takenOver(page)
      const boxes = page.locator('.picture')
      const first = await boxes.first().boundingBox()
      expect((first?.width ?? 0) * (first?.height ?? 0), path).toBeGreaterThan(1_000)
      if (fault !== 'slow') await eventually(() => boxes.first().locator('img').count()).toBe(0)
      expect(await boxes.first().boundingBox()).toEqual(first)
      expect(await shift(), path).toBeLessThan(0.001)
    }
    expect(complaints.filter((complaint) => !/Failed to load resource/.test(complaint))).toEqual([])
  },
)
