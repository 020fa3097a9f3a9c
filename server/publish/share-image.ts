import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { type Section, type ShareImage, shareImageSize } from '#content/head'
import { locales } from '#contract/locales'
import { escapeMarkup } from '#contract/markup/escape'

/** Part of a share image's cache key. Increase it if the design changes, so that the images are drawn again. */
export const shareImageVersion = 1

/** The colours of `client/styles/tokens.css`. */
const [night, sand, wheat, quiet] = ['#10243a', '#f6f0e4', '#e8b44c', '#c6d0da']

/** The number of the home page's drawing that each section uses. */
const artOf: Record<Section, number> = { home: 1, courses: 4, news: 3, blogs: 2, events: 5, about: 1, contact: 3 }

const margin = 72

/** The title's box and largest font size, in pixels: room for four lines. The rest of the width is for the art. */
const title = { width: 640, height: 300, size: 62 }

/** The distance of the art's middle from the inline end, in pixels. */
const artMiddle = 252

/**
 * Draws a share image as JPEG. `folder` contains the fonts and the art (`scripts/vite/server-files.ts`). A long title gets a smaller
 * font until it fits.
 */
export async function drawShareImage(
  folder: string,
  { locale, section, kind, institute, ...text }: ShareImage,
): Promise<Buffer> {
  // Uses only the site's own fonts. Fontconfig reads this before it draws its first text.
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  // sharp is imported only when a share image is drawn, because its import takes half as long as the start of the server.
  const { default: sharp } = await import('sharp')
  const { dir, lang } = locales[locale]
  const isRtl = dir === 'rtl'
  // Sets the direction of a text that begins with a neutral character or with a word of the other language.
  const directionMark = isRtl ? '\u200f' : '\u200e'

  const draw = (words: string, colour: string, font: string, height?: number) =>
    rendered(
      sharp({
        text: {
          text: `<span lang="${lang}" foreground="${colour}">${directionMark}${markupOf(words)}</span>`,
          font: `Readex Pro ${font}`,
          width: title.width,
          ...(height && { height }),
          wrap: 'word-char',
          rgba: true,
        },
      }),
    )
  const font = `SemiBold ${title.size}`
  // libvips cannot draw text without a visible character, so the name of the institute replaces such a title.
  const natural = await draw(text.title, sand, font).catch(() => draw(institute, sand, font))
  const heading = natural.height > title.height ? await draw(text.title, sand, 'SemiBold', title.height) : natural
  const art = await rendered(sharp(join(folder, `hero-${artOf[section]}.png`)))
  const mark = await rendered(sharp(join(folder, 'mark.png')))
  const name = await draw(institute, quiet, 'Medium 28')
  const label = kind ? await draw(kind, wheat, 'Medium 30') : undefined

  /** Places a drawing `start` pixels from the inline start and centres it vertically at `middle`. */
  const place = ({ input, width, height }: Drawing, start: number, middle: number) => ({
    input,
    left: Math.round(isRtl ? shareImageSize.width - start - width : start),
    top: Math.round(middle - height / 2),
  })
  const middle = shareImageSize.height / 2
  const foot = shareImageSize.height - margin - 20
  return sharp({ create: { ...shareImageSize, channels: 3, background: night } })
    .composite([
      place(art, shareImageSize.width - artMiddle - art.width / 2, middle),
      ...(label ? [place(label, margin, margin + 20)] : []),
      place(heading, margin, middle),
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

/** Matches emoji, which the fonts lack and would show as boxes with numbers, and control characters. */
const undrawable = /(?:(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Presentation}][\u200d\ufe0f\u20e3]*)+|\p{Cc}/gu

/** Prepares a text for Pango's markup: replaces characters that cannot be drawn by spaces, and escapes the others. */
function markupOf(words: string): string {
  return escapeMarkup(words.replace(undrawable, ' ').replace(/\s+/g, ' ').trim())
}
