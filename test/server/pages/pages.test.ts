import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { cardPath, createPaths, inLocale } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf, textOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'

const distDir = currentBuild()
const publicUrl = 'https://www.ugarit.example'
const sets = [
  { set: 'shipped', content: await readContent() },
  { set: 'generated', content: generateContent({ seed: 5, size: 30 }) },
]
const shipped = sharedApp({ distDir, config: { publicUrl } })
const some = expect.stringMatching(/./)

describe.each(sets)('on the $set content', ({ content }) => {
  const site = sharedApp({ content, distDir, config: { publicUrl } })
  const pages = sitePages(content)

  describe.each(pages)('$name in $locale', ({ name, path, status, locale }) => {
    const { lang, dir, openGraph } = locales[locale]

    test(`answers ${status} in its language, with metadata, the addresses of its translations and of the feeds`, async () => {
      const { text: html, headers, ...answer } = await site.request.get(path)
      expect([answer.status, headers['cache-control']]).toEqual([status, 'no-cache'])
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': lang })
      expect(tagsOf(html, 'html')).toEqual([{ lang, dir }])
      expect(tagsOf(html, 'meta')).toContainEqual({ charset: 'utf-8' })
      const meta = metaOf(html)
      expect([meta.description, textOf(html, 'title')]).toEqual([some, some])
      expect(meta).toMatchObject({
        'og:title': textOf(html, 'title'),
        'og:description': meta.description,
        'og:url': publicUrl + path,
        'og:locale': openGraph,
        'og:type': some,
        ...(status === 404 && { robots: 'noindex' }),
      })
      if (status === 404) return expect(html).not.toMatch(/og:image|twitter:/)
      expect(meta).toMatchObject({
        'og:image': publicUrl + cardPath(path),
        'og:image:type': 'image/jpeg',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': expect.stringContaining(meta['og:site_name'] ?? '?'),
        'twitter:card': 'summary_large_image',
        'twitter:image:alt': meta['og:image:alt'],
      })
      const { newsFeed, blogFeed } = createPaths({ locale, product: 'ugarit' })
      const alternates = linksOf(html, 'alternate').map(({ hreflang, type, href }) => `${hreflang ?? type} ${href}`)
      expect([linksOf(html, 'canonical'), alternates.sort()]).toEqual([
        [{ rel: 'canonical', href: publicUrl + path }],
        [
          `application/atom+xml ${blogFeed()}`,
          `application/atom+xml ${newsFeed()}`,
          `ar ${publicUrl}${inLocale(path, 'ar')}`,
          `en ${publicUrl}${inLocale(path, 'en')}`,
          `x-default ${publicUrl}${inLocale(path, 'en')}`,
        ],
      ])
    })

    test('preloads at most one picture, and needs nothing that a strict policy forbids', async () => {
      const { text: html, headers } = await site.request.get(path)
      const [head = '', body = ''] = html.split('<body')
      // Preloading a web font would compete with the picture for bandwidth; the device's fonts are the fallback.
      expect([...linksOf(head, 'preload').filter(({ as }) => as === 'font'), ...linksOf(body, 'preload')]).toEqual([])
      const pictures = linksOf(head, 'preload').filter(({ as }) => as === 'image')
      expect(pictures.length).toBeLessThanOrEqual(1)
      const first = tagsOf(body, 'img').find(({ fetchPriority }) => fetchPriority === 'high')
      // The preload must have the same candidates as the page's picture, or the picture would be fetched twice.
      const same = { imagesrcset: first?.srcSet, imagesizes: first?.sizes }
      if (first) expect(pictures).toEqual([{ rel: 'preload', as: 'image', ...same, fetchpriority: 'high' }])

      const policy = headers['content-security-policy'] ?? ''
      const scripts = Array.from(html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
      const inline = scripts.filter(([, tag = '']) => !/ src="|type="application\/(?:ld\+)?json"/.test(tag))
      // The remembered language, the web fonts and the boot script.
      expect(inline).toHaveLength(name === 'home' && locale === 'en' ? 3 : 2)
      const styles = Array.from(html.matchAll(/<style([^>]*)>([\s\S]*?)<\/style>/g))
      // Styles for the web fonts, for every page and for this page.
      expect(styles).toHaveLength(3)
      for (const [, , source = ''] of [...inline, ...styles])
        expect(policy).toContain(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
      expect(policy).not.toContain('unsafe')
      expect(html).not.toMatch(/<link[^>]* rel="stylesheet"|<[a-z][^<>]*\s(?:style|on[a-z]+)=|href="javascript:/i)
      expect(headers).not.toHaveProperty('set-cookie')
    })
  })

  test('each page has a title of its own within its language', async () => {
    const titles = new Set<string>()
    for (const { locale, path } of pages)
      titles.add(`${locale} ${textOf((await site.request.get(path)).text, 'title')}`)
    expect(titles.size).toBe(pages.length)
  })
})

test.each([
  '/courses?q=python',
  '/ar/courses?show=14&q=x',
  '/course-category/python?q=a&show=14',
  '/blogs?utm_source=mail',
  '/ar/?q=1',
  '/courses/',
  '/ar/courses//?show=14',
])('the addresses in the head of %s carry no query and no slash at their end', async (path) => {
  const { text } = await shipped.request.get(path)
  const page = path.replace(/\/*(?:\?.*)?$/, '')
  const languages = linksOf(text, 'alternate').filter(({ hreflang }) => hreflang)
  const found = [...linksOf(text, 'canonical'), ...languages].map(({ href }) => href)
  expect([...found, metaOf(text)['og:url']]).toEqual(
    [page, inLocale(page, 'en'), inLocale(page, 'ar'), inLocale(page, 'en'), page].map((each) => publicUrl + each),
  )
})

test('the title of a search starts with its query, and markup in it is text', async () => {
  const query = '"><script>alert(1)</script> ب'
  const { text } = await shipped.request.get('/blogs').query({ q: query })
  expect(textOf(text, 'title')).toContain(`\u2068${query}\u2069 | `)
  expect(text).not.toContain('<script>alert')
})

/** The content of each meta element by its property or name. */
function metaOf(html: string): Record<string, string> {
  const tags = tagsOf(html, 'meta')
  return Object.fromEntries(tags.map(({ property, name = '', content = '' }) => [property ?? name, content]))
}

function linksOf(html: string, rel: string): Record<string, string>[] {
  return tagsOf(html, 'link').filter((tag) => tag.rel === rel)
}
