import { parseAtomFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { createPaths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import { plainText } from '#markup/plain-text'
import { generateContent } from '../support/generated-content'
import { readContent } from '../support/shipped-content'
import { checkXml, hostile, hostileContent, origin, publicationOf, textAt } from './publications'

async function feedAt(path: string, content: HomeData) {
  const text = await textAt(path, publicationOf(content))
  checkXml(text)
  return parseAtomFeed(text)
}

const sets = { shipped: await readContent(), generated: generateContent({ seed: 12, size: 70 }) }

describe.each(Object.values(locales))('in $locale', ({ locale }) => {
  const paths = createPaths({ locale, product: 'ugarit' })
  const feeds = [
    ['news', paths.newsFeed(), paths.newsItem],
    ['blogs', paths.blogFeed(), paths.blog],
  ] as const

  describe.each(Object.entries(sets))('on the %s content', (_, content) => {
    test.each(feeds)('the feed of %s has what RFC 4287 asks for', async (list, path, pathOf) => {
      const feed = await feedAt(path, content)
      const items = content[list].slice(0, 50)
      expect(feed.id).toBe(origin + path)
      expect(feed.title?.value ?? feed.title).toBeTruthy()
      expect(feed.updated).toBe('2026-11-20T11:30:15+03:00')
      expect(feed.links?.find(({ rel }) => rel === 'self')?.href).toBe(origin + path)
      expect(feed.authors?.[0]?.name).toBeTruthy()
      const ids = feed.entries?.map(({ id }) => id)
      expect(ids).toEqual(items.map(({ slug }) => origin + pathOf(slug)))
      for (const [index, entry] of feed.entries?.entries() ?? []) {
        const { [`${locale}_title`]: own, en_title, ar_title } = items[index] as unknown as Record<string, string>
        expect(entry.title?.value ?? entry.title).toBe(plainText(own || en_title || ar_title || ''))
        expect(entry.links).toEqual([{ rel: 'alternate', type: 'text/html', href: entry.id }])
        expect(entry.updated).toBe(feed.updated)
      }
    })
  })

  test.each(feeds)('hostile text stays text in the feed of %s', async (list, path) => {
    const content = hostileContent(generateContent({ seed: 14, size: 6 }))
    const feed = await feedAt(path, content)
    expect(feed.entries).toHaveLength(content[list].length)
    for (const { title, summary, authors } of feed.entries ?? []) {
      const texts = [title, summary, authors?.[0]?.name].filter((text) => text !== undefined)
      expect(texts.length).toBeGreaterThan(0)
      for (const text of texts) expect(hostile.isRead(typeof text === 'string' ? text : (text.value ?? ''))).toBe(true)
    }
  })

  test.each(feeds)('a text missing in the language is marked in the feed of %s', async (list, path) => {
    const [item] = sets.shipped[list]
    const other = locale === 'en' ? 'ar' : 'en'
    const lacking = { ...item, [`${locale}_title`]: '', [`${other}_title`]: 'X', [`${locale}_description`]: 'Y' }
    const text = await textAt(path, publicationOf({ ...sets.shipped, [list]: [lacking] }))
    expect(text).toContain(`<title xml:lang="${other}">X</title>`)
    expect(text).toContain('<summary>Y</summary>')
  })
})

test('a feed without items is valid', async () => {
  const feed = await feedAt('/news.xml', generateContent({ size: 0 }))
  expect([feed.id, feed.entries ?? []]).toEqual([`${origin}/news.xml`, []])
})
