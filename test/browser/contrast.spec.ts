import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../site/fixtures'
import { restyle } from '../site/layout'
import { open, renderAll } from '../site/page'

test.use({ reducedMotion: 'reduce' })

// axe reports contrast over pictures as "incomplete" (dequelabs/axe-core#4628), so this test checks every pixel behind the words.
for (const [name, selectors] of [
  ['home', '.hero, .band-night, .contact-prompt, .site-footer'],
  ['courses', '.page-heading, .site-footer'],
  ['ourMission', '.page-heading, .band-night'],
] as const)
  test(`words over pictures stand out from the worst pixel of ${name}`, async ({ page, language }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const width = colorScheme === 'light' ? 360 : 1280
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await open(page, language.paths[name]())
      await renderAll(page)
      const show = await restyle(
        page,
        '* { -webkit-text-fill-color: transparent !important; text-decoration-color: transparent !important }',
      )
      const picture = await page.screenshot({ fullPage: true })
      // After the screenshot, with which a web font may arrive that came too late for the first paint.
      const words = await wordsIn(page, selectors)
      expect(words.length).toBeGreaterThan(3)
      await show()
      const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const low = words.flatMap(({ text, color, least, x, y, right, bottom }) => {
        const own = luminance(color, 0)
        let worst = 21
        for (let row = Math.ceil(y); row < bottom - 1; row++)
          for (let column = Math.ceil(x); column < right - 1; column++) {
            const behind = luminance(data, (row * info.width + column) * 3)
            // The contrast ratio of WCAG 2.2, 1.4.3.
            worst = Math.min(worst, (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05))
          }
        return worst < least ? [`${text}: ${worst.toFixed(2)}`] : []
      })
      expect(low, `${width} px`).toEqual([])
    }
  })

/** Returns the lines of text in the selected elements, with position, colour and the minimum contrast for their size. */
function wordsIn(page: Page, selectors: string) {
  const hidden = '[inert], [inert] *, .visually-hidden, .visually-hidden *'
  return page.locator(`:is(${selectors}) :not(${hidden})`).evaluateAll((elements) =>
    elements.flatMap((element) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      const least = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 3 : 4.5
      const texts = Array.from(element.childNodes).filter(
        ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim(),
      )
      return texts.flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return Array.from(range.getClientRects())
          .filter(({ x, right, width }) => x >= 0 && right <= innerWidth && width > 2)
          .map(({ x, y, right, bottom }) => {
            const box = { x, y: y + scrollY, right, bottom: bottom + scrollY }
            return { text: node.nodeValue?.trim(), color: (color.match(/[\d.]+/g) ?? []).map(Number), least, ...box }
          })
      })
    }),
  )
}

/** The linear light of a colour channel, from 0 to 255. */
const light = Array.from({ length: 256 }, (_, part) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** The relative luminance of the colour whose channels begin at an index. */
function luminance(channels: ArrayLike<number>, at: number): number {
  const lightOf = (channel: number) => light[channels[at + channel] ?? 0] ?? 0
  return 0.2126 * lightOf(0) + 0.7152 * lightOf(1) + 0.0722 * lightOf(2)
}
