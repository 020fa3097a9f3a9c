import { describe, expect, test } from 'vitest'
import { locales } from '#contract/locales'
import { inLocale } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf, textOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { sitePages } from '../../support/site-pages'

const distDir = currentBuild()
const publicUrl = 'https://www.ugarit.example'

const partsOf = (html: string) => ({
  head: html.slice(0, html.indexOf('</head>')),
  body: html.slice(html.indexOf('<body')),
})
const preloads = (html: string) => tagsOf(html, 'link').filter(({ rel }) => rel === 'preload')

describe.each([
  { set: 'shipped', content: await readContent() },
  { set: 'generated', content: generateContent({ seed: 31, size: 20 }) },
])('on the $set content', ({ content }) => {
  const site = sharedApp({ content, distDir, config: { publicUrl } })

  test.each(sitePages(content))(
    '$path preloads at most one picture and nothing else, in the head',
    async ({ path }) => {
      const { head, body } = partsOf((await site.request.get(path)).text)
      expect(preloads(body)).toEqual([])
      // Preloading a web font would compete with the picture for bandwidth; the device's fonts are the fallback.
      expect(preloads(head).filter((link) => link.as === 'font')).toEqual([])

      const pictures = preloads(head).filter((link) => link.as === 'image')
      const [first] = tagsOf(body, 'img').filter(({ fetchPriority }) => fetchPriority === 'high')
      expect(pictures.length).toBeLessThanOrEqual(1)
      // The preload must have the same candidates as the page's picture, or the picture would be fetched twice.
      if (first)
        expect(pictures).toEqual([
          {
            rel: 'preload',
            as: 'image',
            imagesrcset: first.srcSet,
            imagesizes: first.sizes,
            fetchpriority: 'high',
          },
        ])
    },
  )
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
