import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/locales'
import { cardSize, type WholeCard } from '../../client/layout/head'
import { drawCard } from '../../publish/card'
import { currentBuild } from '../../scripts/builds'
import { readContent } from '../support/shipped-content'

const folder = join(currentBuild(), 'server/card')
const content = await readContent()

const draw = (card: Partial<WholeCard>) =>
  drawCard(folder, { locale: 'en', section: 'news', title: 'News', institute: 'Ugarit AI Institute', ...card })

/** The contrast within a part of a picture: a single colour stays below 40, despite the noise of JPEG. */
async function contrastOf(picture: Buffer, [left, top, width, height]: readonly [number, number, number, number]) {
  const part = await sharp(picture).extract({ left, top, width, height }).png().toBuffer()
  const { channels } = await sharp(part).stats()
  return Math.max(...channels.map(({ min, max }) => max - min))
}

/** The picture mirrored, as in the other direction. */
const mirrored = async (picture: Buffer) => sharp(picture).flop().png().toBuffer()

/** Areas around the title that must be empty: the edge where lines begin, the edge of the art, above and below. */
const empty = [
  [0, 0, 66, 630],
  [714, 0, 18, 630],
  [0, 0, 700, 64],
  [0, 572, 700, 58],
  [66, 478, 640, 14],
] as const

const longest = (locale: Locale) =>
  [...content.courses, ...content.blogs, ...content.events, ...content.news]
    .map((item) => item[`${locale}_title`] ?? '')
    .sort((a, b) => b.length - a.length)
    .slice(0, 3)

const made = ['W'.repeat(100), `${'Wrought Wyverns '.repeat(6)}...`, 'المستشفيات والاستراتيجيات '.repeat(4), 'ل']
const titles = Object.values(locales).flatMap(({ locale }) =>
  [...longest(locale), ...made].map((title) => ({ locale, title })),
)

describe('the title of a card', () => {
  test.each(titles)('stays inside its area in $locale: $title', async ({ locale, title }) => {
    const card = await draw({ locale, title, kind: locale === 'ar' ? 'الأخبار' : 'News' })
    const picture = locale === 'ar' ? await mirrored(card) : card
    for (const part of empty)
      expect([part, await contrastOf(picture, part)]).toEqual([part, expect.toSatisfy((it) => it < 40)])
    expect(await contrastOf(picture, [72, 140, 640, 350])).toBeGreaterThan(150)
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

  test.each([
    ...['<b>&amp;"', '</span>', '&', '&#0;', '<!--', 'a\u0000b\u0007', '\ud800'],
    ...['😀', '', ' ', '\u200b', '\u2067\u2069'],
  ])('may be %j', async (title) => {
    expect(await sharp(await draw({ title })).metadata()).toMatchObject({ ...cardSize, format: 'jpeg' })
  })
})

test('cards differ by language, kind and section, and are the same each time', async () => {
  const arabic = { title: 'أخبار' }
  const others = [{ kind: 'News' }, { section: 'blogs' }, { institute: 'Another' }] as const
  const cards: Partial<WholeCard>[] = [{}, arabic, { ...arabic, locale: 'ar' }, ...others]
  const pictures = await Promise.all(cards.map(draw))
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(cards.length)
  expect((await draw({})).equals(pictures[0] as Buffer)).toBe(true)
})

test('a title begins on the side where its page’s lines begin', async () => {
  const start = [72, 200, 200, 230] as const
  const title = { section: 'news', title: 'لا', kind: 'أخبار' } as const
  const [english, arabic] = [await draw({ ...title, locale: 'en' }), await draw({ ...title, locale: 'ar' })]
  expect(await contrastOf(english, start)).toBeGreaterThan(150)
  expect(await contrastOf(await mirrored(arabic), start)).toBeGreaterThan(150)
})
