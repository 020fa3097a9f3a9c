import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../site/fixtures'
import { open } from '../site/page'
import { restyle } from './layout'

type Word = { text: string; color: number[]; isLarge: boolean; x: number; y: number; width: number; height: number }

test.use({ reducedMotion: 'reduce' })

// axe reports contrast over pictures as "incomplete" (dequelabs/axe-core#4628), so this test checks every pixel behind the words.
for (const [name, places] of [
  ['home', '.hero, .band-night, .contact-prompt, .site-footer'],
  ['courses', '.page-heading, .site-footer'],
  ['ourMission', '.page-heading, .band-night'],
] as const)
  test(`words over pictures stand out from the worst pixel of ${name}`, async ({ page, language }) => {
    for (const [width, colorScheme] of [
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await open(page, language.paths[name]())
      const words = await wordsIn(page, places)
      expect(words.length).toBeGreaterThan(3)
      const show = await restyle(
        page,
        '* { color: transparent !important; text-decoration-color: transparent !important }',
      )
      const picture = await page.screenshot({ fullPage: true })
      await show()
      const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const low = words.flatMap((word) => {
        const worst = worstContrast(word, data, info.width)
        return worst < (word.isLarge ? 3 : 4.5) ? [`${word.text}: ${worst.toFixed(2)}`] : []
      })
      expect(low, `${width} px`).toEqual([])
    }
  })

/** The text lines inside the selected elements, with position, colour and size. */
function wordsIn(page: Page, places: string): Promise<Word[]> {
  return page.evaluate((selector) => {
    const found: Word[] = []
    for (const place of document.querySelectorAll(selector)) {
      const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const element = node.parentElement
        if (!element || !node.nodeValue?.trim() || element.closest('[inert], .visually-hidden')) continue
        const { color, fontSize, fontWeight } = getComputedStyle(element)
        const size = Number.parseFloat(fontSize)
        const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const { x, y, width, height } of range.getClientRects()) {
          const isSeen = x >= 0 && x + width <= innerWidth && width > 2
          const text = node.nodeValue.trim().slice(0, 40)
          const rgb =
            color
              .match(/[\d.]+/g)
              ?.slice(0, 3)
              .map(Number) ?? []
          if (isSeen) found.push({ text, color: rgb, isLarge, x, y: y + scrollY, width, height })
        }
      }
    }
    return found
  }, places)
}

/** The lowest contrast (WCAG 2.2, 1.4.3) between a word's colour and a pixel behind it. */
function worstContrast({ color, x, y, width, height }: Word, pixels: Buffer, rowWidth: number): number {
  const [r = 0, g = 0, b = 0] = color
  const own = luminance(r, g, b)
  let worst = 21
  for (let row = Math.ceil(y); row < y + height - 1; row++) {
    for (let column = Math.ceil(x); column < x + width - 1; column++) {
      const at = (row * rowWidth + column) * 3
      const behind = luminance(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
      worst = Math.min(worst, (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05))
    }
  }
  return worst
}

/** The linear light of a colour channel, from 0 to 255. */
const light = Array.from({ length: 256 }, (_, part) => {
  const share = part / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

function luminance(r: number, g: number, b: number): number {
  return 0.2126 * (light[r] ?? 0) + 0.7152 * (light[g] ?? 0) + 0.0722 * (light[b] ?? 0)
}
