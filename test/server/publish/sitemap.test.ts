import { Readable } from 'node:stream'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { menuPages } from '#contract/pages'
import { allAt } from '../../../server/publish/publication'
import { publish } from '../../../server/publish/publish'
import { generateContent } from '../../support/generated-content'
import { sitePages } from '../../support/site-pages'
import { read } from '../../support/sources'
import { hostileContent, origin, publicationOf, textAt } from './publications'

const schema = XmlDocument.fromString(read('node_modules/sitemap/schema/sitemap.xsd'))
const validator = XsdValidator.fromDoc(schema)

/** Throws if the XML violates the schema of sitemaps.org. Leaves out links to other languages, which the schema does not know. */
function checkSitemap(text: string): void {
  const document = XmlDocument.fromString(text.replaceAll(/<xhtml:link [^<]*\/>/g, ''))
  validator.validate(document)
  document.dispose()
}

test('the site map is valid and has every page of both languages', async () => {
  const content = hostileContent(generateContent({ seed: 9, size: 30 }))
  const text = await textAt('/sitemap.xml', publicationOf(content))
  checkSitemap(text)
  expect(() => checkSitemap(text.replace('lastmod>', 'changed>'))).toThrow()
  const entries = await parseSitemap(Readable.from(text))
  const addresses = entries.map(({ url }) => url)
  expect(new Set(addresses).size).toBe(addresses.length)
  const pages = sitePages(content).filter(({ status }) => status === 200)
  expect(addresses).toEqual(expect.arrayContaining(pages.map(({ path }) => origin + path)))
  const { courses_categories, courses, news, blogs, events } = content
  const items = courses_categories.length + courses.length + news.length + blogs.length + 2 * events.length
  expect(addresses).toHaveLength(2 * (menuPages.length + items))
  const known = new Set(addresses)
  for (const { url, links } of entries) {
    // Each page links to itself and to its translation.
    const [en = '', ar = ''] = links.map((link) => link.url)
    const expected = { en, ar, 'x-default': en }
    expect(links).toEqual(Object.entries(expected).map(([lang, url]) => expect.objectContaining({ lang, url })))
    expect([url === en || url === ar, known.has(en), known.has(ar)]).toEqual([true, true, true])
  }
})

test('it has the last change of each page’s list in Damascus time', async () => {
  const content = generateContent({ seed: 3, size: 4 })
  const times = { blogs: new Date('2026-11-02T23:30:00Z') }
  const publication = publicationOf(content, { changed: { ...allAt(new Date('2020-01-01T00:00:00Z')), ...times } })
  const text = await textAt('/sitemap.xml', publication)
  const entryOf = (path: string) => text.split('\n').find((line) => line.includes(`<loc>${origin}${path}<`))
  expect(entryOf('/ar/blogs')).toContain('<lastmod>2026-11-03T02:30:00+03:00</lastmod>')
  expect(entryOf('/courses')).toContain('<lastmod>2020-01-01T02:00:00+02:00</lastmod>')
  expect(entryOf('/ar')).toContain('<lastmod>2026-11-03T02:30:00+03:00</lastmod>')
  expect(entryOf('/contact-us')).not.toContain('lastmod')
})

test('6,000 items give an index of parts, each within the limits of the protocol', async () => {
  const [course] = generateContent({ seed: 1, size: 2 }).courses
  const courses = Array.from({ length: 6_000 }, (_, index) => ({ ...course, slug: `دورة-في-تعلّم-الآلة-${index}` }))
  const publication = publicationOf({ ...generateContent({ size: 0 }), courses } as HomeData)
  const index = await parseSitemapIndex(Readable.from(await textAt('/sitemap.xml', publication)))
  const parts = index.map(({ url }) => url)
  expect(parts[0]).toBe(`${origin}/sitemap-1.xml`)
  const found = new Set<string>()
  for (const part of parts) {
    const text = await textAt(part.slice(origin.length), publication)
    if (part === parts[0] || part === parts.at(-1)) checkSitemap(text)
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 2 ** 20)
    const addresses = Array.from(text.matchAll(/<loc>([^<]*)/g), ([, address = '']) => address)
    expect(addresses.length).toBeLessThanOrEqual(50_000)
    for (const address of addresses) found.add(address)
  }
  expect(found.size).toBe(2 * (menuPages.length + courses.length))
  for (const none of ['/sitemap-0.xml', `/sitemap-${parts.length + 1}.xml`, '/ar/sitemap.xml'])
    expect(await publish(none, publication)).toBeUndefined()
})

test('the longest slugs keep each part within the limits of the protocol', async () => {
  const [course] = generateContent({ seed: 1, size: 2 }).courses
  const courses = Array.from({ length: 3_500 }, (_, index) => ({ ...course, slug: `${'ع'.repeat(495)}${index}` }))
  const publication = publicationOf({ ...generateContent({ size: 0 }), courses } as HomeData)
  const index = await parseSitemapIndex(Readable.from(await textAt('/sitemap.xml', publication)))
  for (const { url } of index) {
    const text = await textAt(url.slice(origin.length), publication)
    expect(Buffer.byteLength(text)).toBeLessThan(50 * 2 ** 20)
  }
})

test('robots.txt names it', async () => {
  const lines = (await textAt('/robots.txt', publicationOf(generateContent()))).split('\n')
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`)
})
