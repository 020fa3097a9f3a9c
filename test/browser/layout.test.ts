import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { findFaults } from '../../scripts/contact-sheet/findings'
import { readContent } from '../shipped-content'
import { sitePages } from '../site-pages'
import { generatedSite, sharedBrowser, takenOver } from './visit'

const open = sharedBrowser()
const generated = generatedSite({ seed: 11 })
const shippedPages = sitePages(await readContent())

/** WCAG 1.4.12: what every page must bear; the paragraph's distance is twice the letters' size. */
const textSpacing = `
  *:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`
/** 200 % of the text alone, as a phone's or a browser's setting gives it. */
const largeText = 'html { font-size: 200% !important }'

// One page without script and one with it for all tests; each load is a first visit.
let bare: Page
let full: Page
beforeAll(async () => {
  bare = (await open({ keeps: true, reducedMotion: 'reduce', javaScriptEnabled: false })).page
  full = (await open({ keeps: true, reducedMotion: 'reduce' })).page
  await full.addInitScript(() => localStorage.clear())
})

// The generated titles are the longest and the shortest; their pages differ from the shipped ones by their slugs alone.
describe.each(shippedPages.map(({ name, locale }, index) => ({ name, locale, index })))(
  '$name in $locale',
  ({ index }) => {
    test('fits at every 20 px from 320 to 1440', async () => {
      const [shipped, made] = [shippedPages[index], sitePages(generated.content)[index]]
      // The generated words are the harder ones; the shipped pages too with FULL=1.
      const addresses = [generated.address + made?.path, ...(process.env.FULL ? [inject('site') + shipped?.path] : [])]
      for (const address of addresses) {
        await bare.goto(address)
        expect(await tooWide(bare)).toEqual([])
      }
    })

    test('loses no word with wide text spacing, nor with text of twice the size', async () => {
      await full.goto(generated.address + sitePages(generated.content)[index]?.path)
      await takenOver(full)
      await full.evaluate(() => document.fonts.ready)
      for (const style of [textSpacing, largeText]) {
        await restyle(full, style)
        // Letters of twice the size at 320 px would be four times those of a phone's page.
        for (const width of [style === largeText ? 360 : 320, 768, 1280]) {
          await full.setViewportSize({ width, height: 800 })
          expect([width, await findFaults(full, false)]).toEqual([width, []])
        }
      }
    })

    test('is mirrored to the pixel when only the direction turns', async () => {
      await bare.goto(inject('site') + shippedPages[index]?.path)
      for (const width of [360, 1280]) {
        await bare.setViewportSize({ width, height: 800 })
        expect([width, await unmirrored(bare)]).toEqual([width, []])
      }
    })
  },
)

/** Widths at which the page can be scrolled sideways, and by how much. */
async function tooWide(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const found: string[] = []
  for (let width = 320; width <= 1440; width += 20) {
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 800,
      deviceScaleFactor: 1,
      mobile: false,
    })
    const { result } = await devtools.send('Runtime.evaluate', {
      expression: 'document.documentElement.scrollWidth - innerWidth',
    })
    if (result.value > 0) found.push(`${width} px: ${result.value} px too wide`)
  }
  await devtools.detach()
  return found
}

/** Puts one style sheet over the page's own; the policy allows no style element. */
function restyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
}

/** Boxes whose place in the other direction is not the mirror image, by more than 2 px. */
function unmirrored(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    // Boxes of layout only: words inside a line keep the order of their own script, and what states a direction keeps that.
    const own = '[dir], bdi, pre, code, svg, .prose'
    const boxes = Array.from(document.body.querySelectorAll<HTMLElement>('*')).filter(
      (element) => !element.closest(own) && !getComputedStyle(element).display.startsWith('inline'),
    )
    const places = () => boxes.map((box) => box.getBoundingClientRect())
    const before = places()
    const { dir } = root
    root.dir = dir === 'rtl' ? 'ltr' : 'rtl'
    const after = places()
    root.dir = dir
    const width = root.clientWidth
    return boxes.flatMap((box, index) => {
      const [one, other] = [before[index], after[index]]
      if (!one || !other || one.width === 0 || one.height === 0) return []
      const off = Math.max(Math.abs(width - one.right - other.left), Math.abs(one.top - other.top))
      return off > 2 ? [`${box.localName}.${box.className}: ${Math.round(off)} px`] : []
    })
  })
}
