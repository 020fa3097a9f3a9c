import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { cardPath, createPaths, inLocale } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf, textOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { type SitePage, sitePages } from '../../support/site-pages'

const distDir = currentBuild()
const publicUrl = 'https://www.ugarit.example'
const sets = [
  { set: 'shipped', content: await readContent() },
  { set: 'generated', content: generateContent({ seed: 5, size: 30 }) },
]

type Answer = { status: number; headers: Record<string, string>; text: string }

describe.each(sets)('on the $set content', ({ content }) => {
  const site = sharedApp({ content, distDir, config: { publicUrl } })
  const pages = sitePages(content)
  const answers = new Map<string, Answer>()
  const htmlOf = ({ path }: SitePage) => answers.get(path)?.text ?? ''

  beforeAll(async () => {
    for (const { path } of pages) answers.set(path, await site.request.get(path))
  })

  describe.each(pages)('$name in $locale', (page) => {
    const { path, status, locale } = page
    const { lang, dir } = locales[locale]

    test(`answers ${status} as a page in its language and direction`, () => {
      const answer = answers.get(path)
      expect(answer?.status).toBe(status)
      expect(answer?.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': lang })
      expect(tagsOf(htmlOf(page), 'html')).toEqual([{ lang, dir }])
      expect(tagsOf(htmlOf(page), 'meta')).toContainEqual({ charset: 'utf-8' })
    })

    test('has its landmarks and exactly one h1', () => {
      const html = htmlOf(page)
      expect(tagsOf(html, 'h1')).toHaveLength(1)
      expect(textOf(html, 'h1')?.trim()).not.toBe('')
      expect(tagsOf(html, 'main')).toHaveLength(1)
      expect(tagsOf(html, 'header')[0]).toEqual({ class: 'site-header' })
      expect(tagsOf(html, 'footer')).toHaveLength(page.name === 'contact' ? 0 : 1)
      expect(/<a [^>]*href="(.*?)"/.exec(html)?.[1], 'the skip link comes first').toBe('#main')
    })

    test('has its metadata in its head', () => {
      const html = htmlOf(page)
      const property = (name: string) => metaOf(html, 'property', name)
      const canonical = publicUrl + path
      expect(textOf(html, 'title')).toBeTruthy()
      expect(metaOf(html, 'name', 'description')).toBeTruthy()
      expect(property('og:title')).toBe(textOf(html, 'title'))
      expect(property('og:description')).toBe(metaOf(html, 'name', 'description'))
      expect(property('og:url')).toBe(canonical)
      expect(property('og:locale')).toBe(locales[locale].openGraph)
      expect(property('og:type')).toBeTruthy()
      if (status === 404) expect(metaOf(html, 'name', 'robots')).toBe('noindex')
      else expect(linksOf(html, 'canonical')).toEqual([{ rel: 'canonical', href: canonical }])
    })

    test(status === 404 ? 'has no card' : 'names its card, with size and alternative text', () => {
      const html = htmlOf(page)
      const names = ['', ':type', ':width', ':height', ':alt'].map((name) => `og:image${name}`)
      const found = names.map((name) => metaOf(html, 'property', name))
      const large = status === 404 ? undefined : 'summary_large_image'
      expect(metaOf(html, 'name', 'twitter:card')).toBe(large)
      if (status === 404) return expect(found).toEqual(names.map(() => undefined))
      const alt = metaOf(html, 'name', 'twitter:image:alt')
      expect(found).toEqual([publicUrl + cardPath(path), 'image/jpeg', '1200', '630', alt])
      expect(alt).toContain(metaOf(html, 'property', 'og:site_name'))
    })

    test('preloads at most one picture and nothing else, in the head', () => {
      const html = htmlOf(page)
      const body = html.slice(html.indexOf('<body'))
      const preloads = tagsOf(html.slice(0, html.indexOf('</head>')), 'link').filter(({ rel }) => rel === 'preload')
      expect(linksOf(body, 'preload')).toEqual([])
      // Preloading a web font would compete with the picture for bandwidth; the device's fonts are the fallback.
      expect(preloads.filter(({ as }) => as === 'font')).toEqual([])
      const pictures = preloads.filter(({ as }) => as === 'image')
      expect(pictures.length).toBeLessThanOrEqual(1)
      const first = tagsOf(body, 'img').find(({ fetchPriority }) => fetchPriority === 'high')
      if (!first) return
      // The preload must have the same candidates as the page's picture, or the picture would be fetched twice.
      const same = { imagesrcset: first.srcSet, imagesizes: first.sizes }
      expect(pictures).toEqual([{ rel: 'preload', as: 'image', ...same, fetchpriority: 'high' }])
    })

    test('needs nothing that a strict policy forbids', () => {
      const html = htmlOf(page)
      const headers = answers.get(path)?.headers ?? {}
      const policy = headers['content-security-policy'] ?? ''
      const scripts = Array.from(html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g))
      const inline = scripts.filter(
        ([, attributes]) => !/ src="|type="application\/(?:ld\+)?json"/.test(attributes ?? ''),
      )
      // The remembered language, the web fonts and the boot script.
      expect(inline).toHaveLength(page.name === 'home' && locale === 'en' ? 3 : 2)
      const styles = Array.from(html.matchAll(/<style([^>]*)>([\s\S]*?)<\/style>/g))
      // Styles for the web fonts, for every page and for this page.
      expect(styles).toHaveLength(3)
      for (const [, , source = ''] of [...inline, ...styles])
        expect(policy).toContain(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
      expect(html).not.toMatch(/<link[^>]* rel="stylesheet"/)
      expect(policy).not.toContain('unsafe')
      expect(html).not.toMatch(/<[a-z][^<>]*\s(?:style|on[a-z]+)=|href="javascript:/i)
      expect(headers).not.toHaveProperty('set-cookie')
    })

    test('is not sent again while it stays the same', async () => {
      const { etag = '', 'cache-control': cacheControl } = answers.get(path)?.headers ?? {}
      expect(cacheControl).toBe('no-cache')
      for (const known of [etag, `W/${etag.replace(/^W\//, '')}`, `"other", ${etag}`]) {
        const again = await site.request.get(path).set('if-none-match', known)
        expect([known, again.status, again.text]).toEqual([known, status === 200 ? 304 : 404, expect.anything()])
      }
    })
  })

  test.each(pages.filter(({ status }) => status === 200))(
    '$path and its translation link to each other',
    ({ path }) => {
      const alternates = [
        { rel: 'alternate', hreflang: 'en', href: publicUrl + inLocale(path, 'en') },
        { rel: 'alternate', hreflang: 'ar', href: publicUrl + inLocale(path, 'ar') },
        { rel: 'alternate', hreflang: 'x-default', href: publicUrl + inLocale(path, 'en') },
      ]
      for (const { locale } of Object.values(locales))
        expect(linksOf(answers.get(inLocale(path, locale))?.text ?? '', 'alternate').filter(isPage)).toEqual(alternates)
    },
  )

  test.each(pages.filter(({ status }) => status === 200))('$path names the feeds of its language', (page) => {
    const { newsFeed, blogFeed } = createPaths({ locale: page.locale, product: 'ugarit' })
    const feeds = linksOf(htmlOf(page), 'alternate').filter((link) => !isPage(link))
    expect(feeds.map(({ type, href }) => [type, href])).toEqual(
      [newsFeed(), blogFeed()].map((path) => ['application/atom+xml', path]),
    )
  })

  test('each page has a title of its own within its language', () => {
    for (const { locale } of Object.values(locales)) {
      const titles = pages.filter((page) => page.locale === locale).map((page) => textOf(htmlOf(page), 'title'))
      expect(titles).toEqual([...new Set(titles)])
    }
  })
})

describe('addresses in the head', () => {
  const site = sharedApp({ distDir, config: { publicUrl } })

  test.each([
    '/courses?q=python',
    '/ar/courses?show=14&q=x',
    '/course-category/python?q=a&show=14',
    '/blogs?utm_source=mail',
    '/ar/?q=1',
  ])('of %s carry no query', async (path) => {
    const { text } = await site.request.get(path)
    const page = path.replace(/\/?\?.*$/, '')
    const links = tagsOf(text, 'link')
    expect(links.find(({ rel }) => rel === 'canonical')?.href).toBe(publicUrl + page)
    expect(links.filter(({ rel, hreflang }) => rel === 'alternate' && hreflang).map(({ href }) => href)).toEqual([
      ...Object.values(locales).map(({ locale }) => publicUrl + inLocale(page, locale)),
      publicUrl + inLocale(page, 'en'),
    ])
    expect(tagsOf(text, 'meta').find(({ property }) => property === 'og:url')?.content).toBe(publicUrl + page)
  })

  test('the title of a search starts with its query', async () => {
    const { text } = await site.request.get('/blogs?q=%3Cb%3E%20%D8%A8')
    expect(textOf(text, 'title')).toMatch(/^\u2068<b> ب\u2069 \| /)
  })
})

/** True for a link to the page in a language, false for a link to a feed. */
function isPage({ hreflang }: Record<string, string>): boolean {
  return hreflang !== undefined
}

function metaOf(html: string, key: 'name' | 'property', value: string): string | undefined {
  return tagsOf(html, 'meta').find((tag) => tag[key] === value)?.content
}

function linksOf(html: string, rel: string): Record<string, string>[] {
  return tagsOf(html, 'link').filter((tag) => tag.rel === rel)
}
