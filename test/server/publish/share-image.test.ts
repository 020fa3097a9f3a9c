import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ShareImage } from '#content/head'
import { currentBuild } from '../../../scripts/site-build'
import { drawShareImage, sharedPictureSize } from '../../../server/publish/share-image'

const folder = join(currentBuild(), 'server/share-image')

const draw = (image: Partial<ShareImage>, picture?: Buffer) =>
  drawShareImage(
    folder,
    { locale: 'en', section: 'news', title: 'News', institute: 'Ugarit AI Institute', ...image },
    picture,
  )

/** Measures the contrast within a part of a picture. For a single colour it stays below 40, despite the noise of JPEG. */
async function contrastOf(picture: Buffer, [left, top, width, height]: readonly [number, number, number, number]) {
  const part = await sharp(picture).extract({ left, top, width, height }).png().toBuffer()
  const { channels } = await sharp(part).stats()
  return Math.max(...channels.map(({ min, max }) => max - min))
}

/** Areas around the title that must be empty: before the start of lines, next to the art, above and below. */
const empty = [
  [0, 0, 66, 630],
  [714, 0, 18, 630],
  [0, 0, 700, 64],
  [0, 572, 700, 58],
  [66, 478, 640, 14],
] as const

describe('the title of a share image', () => {
  test.each([
    ['en', 'W'.repeat(100)],
    ['en', 'لا'],
    ['ar', 'لا'],
    ['ar', `${'Wrought Wyverns '.repeat(6)}...`],
    ['ar', 'المستشفيات والاستراتيجيات '.repeat(4)],
  ] as const)('stays inside its area and begins where lines begin, in %s: %s', async (locale, title) => {
    const image = await draw({ locale, title, kind: locale === 'ar' ? 'الأخبار' : 'News' })
    // Mirrors the Arabic image, so that its lines begin at the left.
    const picture = locale === 'ar' ? await sharp(image).flop().png().toBuffer() : image
    for (const part of empty)
      expect([part, await contrastOf(picture, part)]).toEqual([part, expect.toSatisfy((it) => it < 40)])
    expect(await contrastOf(picture, [72, 200, 200, 230])).toBeGreaterThan(150)
  })

  test('is drawn literally, even if it looks like markup, but without emoji', async () => {
    for (const [title, other, isSame] of [
      ['<b>Bold</b>', 'Bold', false],
      ['A &amp; B', 'A & B', false],
      ['A &lt; B', 'A < B', false],
      ['A</span><span foreground="#ff0000">B', 'AB', false],
      // The fonts lack emoji.
      ['🎉 Graduation 👩‍💻 day', 'Graduation day', true],
      ['1️⃣ Python → AI ✔︎', '1 Python AI', true],
      // Nor have they letters of other keyboards, and those of PDF files.
      ['کتاب ژ ۱۴', 'كتاب ز 14', true],
      ['ﺍﻟﺬﻛﺎﺀ ﻻ', 'الذكاء لا', true],
    ] as const)
      expect([title, (await draw({ title })).equals(await draw({ title: other }))]).toEqual([title, isSame])
  })

  test.each(['</span>', '&#0;', 'a\u0000b\u0007', '\ud800', '😀', '', '\u200b'])('may be %j', async (title) => {
    expect(await sharp(await draw({ title })).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  })
})

/** Counts the pixels with ink in each row of the column of text, between the kind and the institute's name. */
async function inkOf(image: Buffer, locale: 'en' | 'ar') {
  const area = { left: locale === 'ar' ? 480 : 66, top: 130, width: 654, height: 350 }
  const { data, info } = await sharp(image).extract(area).grayscale().raw().toBuffer({ resolveWithObject: true })
  // The ground has a brightness of about 33, and JPEG adds a little noise.
  const inkOfRow = (row: number) =>
    data.subarray(row * info.width, (row + 1) * info.width).reduce((sum, value) => sum + Number(value > 60), 0)
  const rows = Array.from({ length: info.height }, (_, row) => inkOfRow(row))
  const isInk = (ink: number) => ink > 0
  return rows.slice(rows.findIndex(isInk), rows.findLastIndex(isInk) + 1)
}

/** The empty rows between three equal lines; negative if they touch. `rows` counts the ink of each row. */
function gapOf(rows: number[]): number {
  // Finds the distance of two lines: moved by it, the rows look the same.
  const differences = Array.from({ length: Math.floor(rows.length / 2) }, (_, pitch) => {
    const moved = rows.slice(pitch)
    return moved.reduce((sum, ink, row) => sum + Math.abs(ink - (rows[row] ?? 0)), 0) / moved.length
  })
  const pitch = differences.indexOf(Math.min(...differences.slice(20)), 20)
  return pitch - (rows.length - 2 * pitch)
}

describe('lines never touch', () => {
  // Each is so wide that a line holds only one.
  test.each([
    ['en', 'ÅlgjfyÅlgjfy\u0323Ålgjfy'],
    ['en', 'Jumpingtypography'],
    ['ar', 'والمستشفياتوالاستراتيجيات'],
    ['ar', 'فَسَيَكْفِيكَهُمُٱلْإِسْتِرَاتِيجِيَّاتُ'],
    ['ar', 'مُؤَلَّفٍإِلٰىٓآجٍيٍوَأَطِبَّاءٍ'],
    ['ar', 'لِلّٰهِأُولٰٓئِكَشَيْءٍحَيٍّآلُهُمْ'],
  ] as const)('in %s: %s', async (locale, word) => {
    const image = await draw({ locale, title: Array(3).fill(word).join(' ') })
    expect(gapOf(await inkOf(image, locale))).toBeGreaterThanOrEqual(3)
  })

  test('between a title and the facts below it', async () => {
    const facts = ['السبت 12 كانون الأول 2026، الساعة 17:00', '48 ساعة']
    for (const title of ['جٍيٍ', 'المستشفيات والاستراتيجيات '.repeat(4)]) {
      const rows = await inkOf(await draw({ locale: 'ar', title, facts }), 'ar')
      const gaps = rows.map((ink, row) => ink === 0 && rows[row - 1] !== 0).filter(Boolean)
      expect(gaps.length).toBeGreaterThanOrEqual(2)
    }
  })
})

describe('an item’s picture', () => {
  const red = sharp({ create: { ...sharedPictureSize, channels: 3, background: '#ff0000' } })

  test.each(['en', 'ar'] as const)('stands at the inline end in %s', async (locale) => {
    const image = await draw({ locale }, await red.png().toBuffer())
    const left = locale === 'ar' ? 0 : 770
    const { channels } = await sharp(
      await sharp(image).extract({ left, top: 0, width: 430, height: 630 }).toBuffer(),
    ).stats()
    expect(channels.map(({ mean }) => Math.round(mean / 255))).toEqual([1, 0, 0])
  })
})

test('share images differ by language, kind and section', async () => {
  const arabic = { title: 'أخبار' }
  const others = [{ kind: 'News' }, { section: 'blogs' }, { institute: 'Another' }, { facts: ['48 hours'] }] as const
  const pictures = await Promise.all(
    [{}, arabic, { ...arabic, locale: 'ar' } as const, ...others].map((image) => draw(image)),
  )
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(pictures.length)
})
