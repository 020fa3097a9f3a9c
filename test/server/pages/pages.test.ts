import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { createPaths, inLocale, shareImagePath } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { elementText, tagsOf } from '../../support/html'
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

  test.each(pages)('$path answers $status with its metadata, in its language', async ({ path, status, locale }) => {
    const { lang, dir, openGraph } = locales[locale]
    // Cookies and Accept-Language do not change a page.
    const sent = { cookie: 'locale=ar; session=1', 'accept-language': 'ar' }
    const { text: html, headers, ...answer } = await site.request.get(path).set(sent)
    expect([answer.status, headers['cache-control']]).toEqual([status, 'no-cache'])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'content-language': lang })
    expect(tagsOf(html, 'html')).toEqual([{ lang, dir }])
    expect(tagsOf(html, 'meta')).toContainEqual({ charset: 'utf-8' })
    const meta = metaOf(html)
    expect([meta.description, elementText(html, 'title')]).toEqual([some, some])
    // iOS would change the page before hydration by making links of numbers, dates and addresses.
    expect(meta['format-detection']).toBe('telephone=no, date=no, address=no, email=no')
    expect(meta).toMatchObject({
      'og:title': elementText(html, 'title'),
      'og:description': meta.description,
      'og:url': publicUrl + path,
      'og:locale': openGraph,
      'og:type': some,
      ...(status === 404 && { robots: 'noindex' }),
    })
    if (status === 404) return expect(html).not.toMatch(/og:image|twitter:/)
    expect(meta).toMatchObject({
      'og:image': publicUrl + shareImagePath(path),
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringContaining(meta['og:site_name'] ?? '?'),
      'twitter:card': 'summary_large_image',
      'twitter:image:alt': meta['og:image:alt'],
    })
    const { newsFeed, blogFeed } = createPaths({ locale, product: 'ugarit' })
    const feeds = linksOf(html, 'alternate').flatMap(({ type, href }) => (type ? [`${type} ${href}`] : []))
    expect(feeds.sort()).toEqual([blogFeed(), newsFeed()].map((feed) => `application/atom+xml ${feed}`))
    expect(addressesOf(html)).toEqual(addressesFor(path))
  })

  // Preloading a web font would compete with the picture for bandwidth; the device's fonts are the fallback.
  test.each(pages)('$path preloads its first picture at most, with the same candidates', async ({ path }) => {
    const { text: html } = await site.request.get(path)
    const { srcset, sizes } = tagsOf(html, 'img').find(({ fetchpriority }) => fetchpriority === 'high') ?? {}
    const preload = { rel: 'preload', as: 'image', imagesrcset: srcset, imagesizes: sizes, fetchpriority: 'high' }
    expect(linksOf(html, 'preload')).toEqual(srcset ? [preload] : [])
  })

  test('each page has a title of its own within its language', async () => {
    const titles = new Set<string>()
    for (const { locale, path } of pages)
      titles.add(`${locale} ${elementText((await site.request.get(path)).text, 'title')}`)
    expect(titles.size).toBe(pages.length)
  })
})

test.each(['/ar/courses?show=14&q=x', '/course-category/python?q=a', '/blogs?utm_source=mail', '/ar?q=1'])(
  'the head of %s and the marked link of the menu name its address without query',
  async (path) => {
    const { text } = await shipped.request.get(path)
    const page = path.replace(/\?.*$/, '')
    expect(addressesOf(text)).toEqual(addressesFor(page))
    expect(metaOf(text)['og:url']).toBe(publicUrl + page)
    const header = text.slice(0, text.indexOf('</header>'))
    const marked = tagsOf(header, 'a').filter((link) => link['aria-current'] === 'page')
    expect(marked.map(({ href }) => href)).toEqual([page])
  },
)

test('the title of a search starts with its query, and markup in it is text', async () => {
  const query = '"><script>alert(1)</script> ب'
  const { text } = await shipped.request.get('/blogs').query({ q: query })
  expect(elementText(text, 'title')).toContain(`\u2066${query}\u2069 | `)
  expect(text).not.toContain('<script>alert')
})

/** Returns the content of each meta element by its property or name. */
function metaOf(html: string): Record<string, string> {
  const tags = tagsOf(html, 'meta')
  return Object.fromEntries(tags.map(({ property, name = '', content = '' }) => [property ?? name, content]))
}

function linksOf(html: string, rel: string): Record<string, string>[] {
  return tagsOf(html, 'link').filter((tag) => tag.rel === rel)
}

/** Returns the addresses of the page and its translations from the page's head. */
function addressesOf(html: string) {
  const addresses = [...linksOf(html, 'canonical'), ...linksOf(html, 'alternate').filter(({ hreflang }) => hreflang)]
  return Object.fromEntries(addresses.map(({ rel, hreflang, href }) => [hreflang ?? rel, href]))
}

function addressesFor(path: string) {
  const [en, ar] = [publicUrl + inLocale(path, 'en'), publicUrl + inLocale(path, 'ar')]
  return { canonical: publicUrl + path, en, ar, 'x-default': en }
}
