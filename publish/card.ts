import { join } from 'node:path'
import type { Sharp } from 'sharp'
import { locales } from '#contract/locales'
import { escapeMarkup } from '#markup/escape'
import { cardSize, type Section, type WholeCard } from '../client/layout/share-card'

/** Changes with the look of the cards: those that were kept in the old look are made anew. */
export const cardVersion = 1

/** The colours of `client/styles/tokens.css`. */
const [night, sand, wheat, quiet] = ['#10243a', '#f6f0e4', '#e8b44c', '#c6d0da']

/** The drawings of the home page's slides, by their numbers. */
const artOf: Record<Section, number> = { home: 1, courses: 4, news: 3, blogs: 2, events: 5, about: 1, contact: 3 }

const margin = 72

/** The box of the title, four lines of its largest letters; the rest of the width is the art's. */
const title = { width: 640, height: 300, size: 62 }

/** Where the middle of the art is, from the inline end. */
const artMiddle = 252

/**
 * Draws a card, as JPEG: `folder` has the fonts and the art (`scripts/build/card-files.ts`). A long title gets smaller letters until
 * it fits.
 */
export async function drawCard(
  folder: string,
  { locale, section, kind, institute, ...card }: WholeCard,
): Promise<Buffer> {
  // The site's own fonts alone, whatever the machine has. Fontconfig looks here before it draws its first text.
  process.env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  // Loaded when it is needed: it takes as long as half the start.
  const { default: sharp } = await import('sharp')
  const { dir, lang } = locales[locale]
  const isRtl = dir === 'rtl'
  // Decides the direction of what begins with neither, or with a word of the other language.
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
  // libvips cannot draw text without a visible character.
  const natural = await draw(card.title, sand, font).catch(() => draw(institute, sand, font))
  const heading = natural.height > title.height ? await draw(card.title, sand, 'SemiBold', title.height) : natural
  const art = await rendered(sharp(join(folder, `hero-${artOf[section]}.png`)))
  const mark = await rendered(sharp(join(folder, 'mark.png')))
  const name = await draw(institute, quiet, 'Medium 28')
  const label = kind ? await draw(kind, wheat, 'Medium 30') : undefined

  /** At `start` pixels from the side where lines begin, and with its middle at `middle`. */
  const place = ({ input, width, height }: Drawing, start: number, middle: number) => ({
    input,
    left: Math.round(isRtl ? cardSize.width - start - width : start),
    top: Math.round(middle - height / 2),
  })
  const middle = cardSize.height / 2
  const foot = cardSize.height - margin - 20
  return sharp({ create: { ...cardSize, channels: 3, background: night } })
    .composite([
      place(art, cardSize.width - artMiddle - art.width / 2, middle),
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

/** Emoji, which the fonts lack and which would be boxes with numbers, and what no text may hold. */
const undrawable = /(?:(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Presentation}][\u200d\ufe0f\u20e3]*)+|\p{Cc}/gu

/** Text as Pango's markup: what looks like markup in it stays text. */
function markupOf(words: string): string {
  return escapeMarkup(words.replace(undrawable, ' ').replace(/\s+/g, ' ').trim())
}
