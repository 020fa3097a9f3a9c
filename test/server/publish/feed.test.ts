import { parseAtomFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { locales } from '#contract/locales'
import { plainText } from '#contract/markup/plain-text'
import { createPaths } from '#contract/paths'
import { generateContent } from '../../support/generated-content'
import { checkXml, hostile, hostileContent, origin, publicationOf, textAt } from './publications'

async function feedAt(path: string, content: HomeData) {
  const text = await textAt(path, publicationOf(content))
  checkXml(text)
  return parseAtomFeed(text)
}

const content = generateContent({ seed: 12, size: 70 })

describe.each(Object.values(locales))('in $locale', ({ locale }) => {
  const paths = createPaths({ locale, product: 'ugarit' })
  const feeds = [
    ['news', paths.newsFeed(), paths.newsItem],
    ['blogs', paths.blogFeed(), paths.blog],
  ] as const

  test.each(feeds)('the feed of %s has what RFC 4287 asks for', async (list, path, pathOf) => {
    const feed = await feedAt(path, content)
    const items = content[list].slice(0, 50)
    expect(feed.id).toBe(origin + path)
    expect(feed.title?.value ?? feed.title).toBeTruthy()
    expect(feed.updated).toBe('2026-11-20T11:30:15+03:00')
    expect(feed.links?.find(({ rel }) => rel === 'self')?.href).toBe(origin + path)
    expect(feed.authors?.[0]?.name).toBeTruthy()
    expect(feed.entries?.map(({ id }) => id)).toEqual(items.map(({ slug }) => origin + pathOf(slug)))
    for (const [index, entry] of feed.entries?.entries() ?? []) {
      const { [`${locale}_title`]: own, en_title, ar_title } = items[index] as unknown as Record<string, string>
      expect(entry.title?.value ?? entry.title).toBe(plainText(own || en_title || ar_title || ''))
      expect(entry.links).toEqual([{ rel: 'alternate', type: 'text/html', href: entry.id }])
      expect(entry.updated).toBe(entry.published ?? feed.updated)
    }
  })

  test('an item with a date keeps its time when others change, an item without has the time of the last change', async () => {
    const [item] = content.news
    const dates = [
      '2026-03-01',
      '2021-01-05',
      '2026-03-01T10:30',
      '2026-03-01T10:30:00Z',
      undefined,
      'soon',
      '2026-11-21',
    ]
    const news = dates.map((date, index) => ({ ...item, slug: `a${index}`, date }))
    const { entries = [], updated } = await feedAt(paths.newsFeed(), { ...content, news } as HomeData)
    const times = [
      '2026-03-01T00:00:00+03:00',
      '2021-01-05T00:00:00+02:00',
      '2026-03-01T10:30:00+03:00',
      '2026-03-01T13:30:00+03:00',
    ]
    expect(entries.map(({ published }) => published)).toEqual([...times, undefined, undefined, undefined])
    expect(entries.map((entry) => entry.updated)).toEqual([...times, updated, updated, updated])
  })

  test.each(feeds)('hostile text stays text in the feed of %s', async (_, path) => {
    const { entries = [] } = await feedAt(path, hostileContent(generateContent({ seed: 14, size: 6 })))
    expect(entries).not.toEqual([])
    for (const { title, summary, authors } of entries) {
      const texts = [title, summary, authors?.[0]?.name].filter((text) => text !== undefined)
      for (const text of texts) expect(hostile.isRead(typeof text === 'string' ? text : (text.value ?? ''))).toBe(true)
    }
  })

  test.each(feeds)('a text missing in the language is marked in the feed of %s', async (list, path) => {
    const [item] = content[list]
    const other = locale === 'en' ? 'ar' : 'en'
    const lacking = { ...item, [`${locale}_title`]: '', [`${other}_title`]: 'X', [`${locale}_description`]: 'Y' }
    const text = await textAt(path, publicationOf({ ...content, [list]: [lacking] }))
    expect(text).toContain(`<title xml:lang="${other}">X</title>`)
    expect(text).toContain('<summary>Y</summary>')
  })
})
