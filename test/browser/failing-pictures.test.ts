import type { Page, Route } from 'playwright-core'
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
    await page.route('**/images/**', (route) => faults[fault]?.(route))
    for (const path of [paths.home(), paths.blogs(), paths.course(firstOf(content.courses).slug)]) {
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

/** Sizes of a page's picture boxes and of the cards around them. */
const boxesOf = (page: Page) =>
  page.locator('.card, .picture').evaluateAll((all) =>
    all.map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return [Math.round(width), Math.round(height)]
    }),
  )

test.each(languages.flatMap((language) => [360, 768, 1280].map((width) => ({ ...language, width }))))(
  'every card is as large without its picture as with it at $width px, in $locale',
  async ({ paths, width }) => {
    const { page } = await open({ viewport: { width, height: 800 } })
    // The page's own script would find its pictures gone.
    await page.route('**/assets/*.js', (route) => route.abort())
    for (const path of [paths.home(), paths.courses(), paths.blogs(), paths.course(firstOf(content.courses).slug)]) {
      await page.goto(inject('site') + path, { waitUntil: 'domcontentloaded' })
      await page
        .locator('main .picture img')
        .first()
        .evaluate((image: HTMLImageElement) => image.decode())
      const withPictures = await boxesOf(page)
      await page.locator('.picture img').evaluateAll((images) => images.map((image) => image.remove()))
      expect(withPictures.length, path).toBeGreaterThan(1)
      expect(await boxesOf(page), path).toEqual(withPictures)
    }
  },
)
