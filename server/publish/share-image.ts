import { join } from 'node:path'
import type { Sharp, SharpConstructor } from 'sharp'
import { type Section, type ShareImage, shareImageSize } from '#content/head'
import { type Locale, locales } from '#contract/locales'
import { escapeMarkup } from '#contract/markup/escape'
import { latinDigits } from '#contract/text/unicode'

/** Part of a share image's cache key. Increase it if the design changes, so that the images are drawn again. */
export const shareImageVersion = 3

/** The colours of `client/styles/tokens.css`. */
const [night, sand, wheat, quiet] = ['#10243a', '#f6f0e4', '#e8b44c', '#c6d0da']

/** The number of the home page's drawing that each section uses. */
const artOf: Record<Section, number> = { home: 1, courses: 4, news: 3, blogs: 2, events: 5, about: 1, contact: 3 }

const margin = 72

/** The widest line of text, in pixels. The rest of the width is for the picture. */
const textWidth = 640

/** The most that the title with the facts below it, and each other text, are high, in pixels. */
const titleHeight = 300
const lineHeight = 60

/** The distance between the title and the facts, in pixels. */
const gap = 32

/** The size of the item's picture at the inline end, in pixels. */
export const sharedPictureSize = { width: 432, height: shareImageSize.height }

/** The distance of the middle of the art, where there is no picture, from the inline end, in pixels. */
const artMiddle = 252

/**
 * Draws a share image as JPEG. `folder` contains the fonts and the art (`scripts/vite/server-files.ts`), and `picture` is the item's own
 * as PNG, cut to `sharedPictureSize`. Without it the art of the section stands there.
 */
export async function drawShareImage(
  folder: string,
  { locale, section, title, kind, facts = [], institute }: ShareImage,
  picture?: Buffer,
): Promise<Buffer> {
  // Uses only the site's own fonts. Fontconfig reads this before it draws its first text.
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  // sharp is imported only when a share image is drawn, because its import takes half as long as the start of the server.
  const { default: sharp } = await import('sharp')
  const art = () => rendered(sharp(join(folder, `hero-${artOf[section]}.png`)))
  const side = picture ? { ...sharedPictureSize, input: picture } : await art()
  const mark = await rendered(sharp(join(folder, 'mark.png')))
  const draw = (words: string, colour: string, font: string, size: number, height = lineHeight) =>
    drawText(sharp, words, { locale, colour, font, size, height })
  const name = await draw(institute, quiet, 'Medium', 28)
  const label = kind ? await draw(kind, wheat, 'Medium', 30) : undefined
  const lines = await Promise.all(facts.map((fact) => draw(fact, wheat, 'Medium', 28)))
  const linesHeight = lines.reduce((sum, { height }) => sum + gap / 2 + height, lines.length && gap / 2)
  const drawTitle = (words: string) => draw(words, sand, 'SemiBold', 62, titleHeight - linesHeight)
  // libvips cannot draw text without a visible character, so the name of the institute replaces such a title.
  const heading = await drawTitle(title).catch(() => drawTitle(institute))

  /** Places a drawing `start` pixels from the inline start and centres it vertically at `middle`. */
  const place = ({ input, width, height }: Drawing, start: number, middle: number) => ({
    input,
    left: Math.round(locales[locale].dir === 'rtl' ? shareImageSize.width - start - width : start),
    top: Math.round(middle - height / 2),
  })
  const middle = shareImageSize.height / 2
  const foot = shareImageSize.height - margin - 20
  let bottom = middle + (heading.height + linesHeight) / 2
  const placedLines = lines.toReversed().map((line) => {
    const placed = place(line, margin, bottom - line.height / 2)
    bottom -= line.height + gap / 2
    return placed
  })
  return sharp({ create: { ...shareImageSize, channels: 3, background: night } })
    .composite([
      place(side, shareImageSize.width - (picture ? side.width / 2 : artMiddle) - side.width / 2, middle),
      ...(label ? [place(label, margin, margin + 20)] : []),
      place(heading, margin, middle - linesHeight / 2),
      ...placedLines,
      place(mark, margin, foot),
      place(name, margin + mark.width + 20, foot),
    ])
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

type Drawing = { input: Buffer; width: number; height: number }

async function rendered(picture: Sharp): Promise<Drawing> {
  const { data, info } = await picture.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height }
}

type TextStyle = { locale: Locale; colour: string; font: string; size: number; height: number }

/** Draws a text that is at most `height` pixels high, with a font size of up to `size`. */
async function drawText(sharp: SharpConstructor, words: string, style: TextStyle): Promise<Drawing> {
  const { dir, lang } = locales[style.locale]
  // Sets the direction of a text that begins with a neutral character or with a word of the other language.
  const directionMark = dir === 'rtl' ? '\u200f' : '\u200e'
  const text = `<span lang="${lang}" foreground="${style.colour}">${directionMark}${markupOf(words)}</span>`
  for (let size = style.size; ; size *= 0.88) {
    const font = `Readex Pro ${style.font} ${Math.floor(size)}`
    const draw = (spacing: number) =>
      sharp({ text: { text, font, spacing, width: textWidth, wrap: 'word-char', rgba: true } })
    const drawing = await rendered(draw(await spacingOf(draw, size)))
    if (drawing.height <= style.height || size < smallestSize) return drawing
  }
}

/** The font size at which a text is drawn even if it is too high, in pixels. No title of 100 characters needs it. */
const smallestSize = 12

/** The pixels to add between lines so that they do not touch. The font's own distance is too small for some Arabic marks. */
async function spacingOf(draw: (spacing: number) => Sharp, size: number): Promise<number> {
  // Lines this far apart cannot touch, and no gap within a line is as large as the one between two lines.
  const spread = Math.round(2 * size)
  const { data, info } = await draw(spread).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true })
  const emptyRow = Buffer.alloc(info.width)
  let smallestGap = Number.POSITIVE_INFINITY
  let lastInk = 0
  for (let row = 0; row < info.height; row++) {
    if (data.subarray(row * info.width, (row + 1) * info.width).equals(emptyRow)) continue
    const rowsBetween = row - lastInk - 1
    if (rowsBetween > size) smallestGap = Math.min(smallestGap, rowsBetween)
    lastInk = row
  }
  return Math.round(Math.max(0, spread - smallestGap + size / 8))
}

/** Matches emoji and signs such as arrows, which the fonts lack and would show as boxes with numbers, and control characters. */
const undrawable =
  /(?:(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Presentation}][\u200d\ufe0e\ufe0f]*)+|(?![™−∕])[\u2100-\u2bff]|\p{Cc}/gu

/** Matches signs without a width of their own that make emoji of other signs. */
const emojiParts = /\ufe0e|\ufe0f|\u20e3|[\u{e0020}-\u{e007f}]/gu

/** Letters of Persian, Urdu and Kurdish keyboards, which the fonts lack, with the Arabic letters nearest to them. */
const nearestLetters: Record<string, string> = {
  ...{ ی: 'ي', ې: 'ي', ے: 'ي', ک: 'ك', ڪ: 'ك', گ: 'ك', ہ: 'ه', ھ: 'ه', ە: 'ه', ۃ: 'ة', پ: 'ب', چ: 'ج', ژ: 'ز' },
  ...{ ٹ: 'ت', ڈ: 'د', ڑ: 'ر' },
}

/**
 * Prepares a text for Pango's markup: replaces characters that cannot be drawn by spaces or others, and escapes all. Texts from PDF
 * files have a character for each form of a letter.
 */
function markupOf(words: string): string {
  const drawn = words
    .replace(/[\ufb50-\ufdff\ufe70-\ufefc]/g, (letter) => letter.normalize('NFKC'))
    .replace(/[\u0679-\u06d5]/g, (letter) => nearestLetters[letter] ?? letter)
    .replace(/[۰-۹]+/g, latinDigits)
    .replace(undrawable, ' ')
    .replace(emojiParts, '')
  return escapeMarkup(drawn.replace(/\s+/g, ' ').trim())
}
