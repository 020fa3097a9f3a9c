import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { ShareImage } from '#content/head'
import { currentBuild } from '../../../scripts/site-build'
import { drawShareImage } from '../../../server/publish/share-image'

const folder = join(currentBuild(), 'server/share-image')

const draw = (image: Partial<ShareImage>) =>
  drawShareImage(folder, { locale: 'en', section: 'news', title: 'News', institute: 'Ugarit AI Institute', ...image })

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
    ] as const)
      expect([title, (await draw({ title })).equals(await draw({ title: other }))]).toEqual([title, isSame])
  })

  test.each(['</span>', '&#0;', 'a\u0000b\u0007', '\ud800', '😀', '', '\u200b'])('may be %j', async (title) => {
    expect(await sharp(await draw({ title })).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  })
})

test('share images differ by language, kind and section', async () => {
  const arabic = { title: 'أخبار' }
  const others = [{ kind: 'News' }, { section: 'blogs' }, { institute: 'Another' }] as const
  const pictures = await Promise.all([{}, arabic, { ...arabic, locale: 'ar' } as const, ...others].map(draw))
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(pictures.length)
})
