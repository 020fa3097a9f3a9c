import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HomeData } from '#contract/entities'
import { menuPages, pages } from '#contract/pages'
import { createPaths, pageAt, splitLocale } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { growContent } from '../../support/grown-content'
import { elementsOf, elementText, hydrationOf, tagsOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { firstOf, missingSlug } from '../../support/site-pages'

const distDir = currentBuild()
const shipped = await readContent()
const site = sharedApp({ distDir })
const longLists = sharedApp({ content: generateContent({ seed: 11, size: 40 }), distDir })
const both = (['en', 'ar'] as const).map((locale) => ({ locale, paths: createPaths({ locale, product: 'ugarit' }) }))
const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
const linksOf = (html: string) => tagsOf(html, 'a').map(({ href }) => href)

describe('addresses', () => {
  test.each(both)(
    'every page of the site map in $locale is reached by links, and the menu has all but items',
    async (language) => {
      const { locale, paths } = language
      const map = (await site.request.get('/sitemap.xml')).text
      const listed = Array.from(map.matchAll(/<loc>[^<]*?:\/\/[^/<]*([^<]*)/g), ([, path = '']) => path || '/')
      const found = new Set([paths.home()])
      for (const path of found) {
        const { body } = await site.app.inject(path)
        // Reads only the addresses, because parsing all pages takes long.
        for (const [, href = ''] of body.matchAll(/ href="(\/[^"#]*)/g))
          if (pageAt(href.split('?', 1)[0] ?? '')) found.add(href)
      }
      const own = listed.filter((path) => splitLocale(path)[0] === locale)
      expect(own.length).toBeGreaterThan(menuPages.length)
      expect(own.filter((path) => !found.has(path))).toEqual([])

      const { body } = await site.app.inject(paths.home())
      const menu = linksOf(body.slice(body.indexOf('<nav'), body.indexOf('</nav>')))
      const single = own.filter((path) => !('items' in pages[pageAt(path) ?? 'home']))
      expect(menu).toEqual(expect.arrayContaining(single))
    },
  )

  test.each([
    ...['/nowhere', '/login', '/register', '/Courses', '/courses/a/b', '/other_news', '/arabic', '/en', '/AR/courses'],
    ...['//evil.example/courses', '/%5C%5Cevil.example', '/%', '/courses/%E0%A4%A', '/courses/%ff?q=%'],
    ...['/ar/nowhere', '/ar/ar', '/ar/news', '/ar/%', '/ar/courses/%E0%A4%A', '/%0A', '/ar/%0D%0Ax-injected%3A%201'],
  ])('%s is not listed and redirects to the home page of its language', async (path) => {
    const { status, headers } = await site.request.get(path)
    expect([status, headers.location]).toEqual([302, path.startsWith('/ar/') ? '/ar' : '/'])
  })

  test.each([
    ...['/courses/', '/courses//', '/courses////', '//courses', '/ar//courses/', '/ar/', '/ar//', '//', '////'],
    ...['/courses//?show=14&q=a%20b?', '/course-category//python', '//ar/blogs', '/courses/%2F//?q=?'],
  ])('%s has slashes too many and redirects to the address of its page', async (path) => {
    const { status, headers } = await site.request.get(path)
    const [pathname = '', query] = path.split(/\?(.*)/s)
    const plain = pathname.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '')
    expect([status, headers.location]).toEqual([301, plain + (query === undefined ? '' : `?${query}`)])
    expect((await site.request.get(plain)).status).not.toBe(301)
  })

  test.each([
    ['/course-category/', ['/courses']],
    ['/courses/', ['/courses']],
    ['/ar/news/', ['/ar/ugarit_news', '/ar/ai_news']],
    ['/ar/blogs/', ['/ar/blogs']],
    ['/free-workshops/', ['/free-workshops']],
    ['/programming-competitions/', ['/programming-competitions']],
    ['/ar/events/', ['/ar/free-workshops', '/ar/programming-competitions']],
  ])('an unknown item below %s is a 404, with a way to %j', async (path, lists) => {
    for (const slug of [missingSlug, '__proto__']) {
      const { status, text } = await site.request.get(path + slug)
      expect([status, linksOf(mainOf(text))]).toEqual([404, expect.arrayContaining(lists)])
    }
  })
})

// `page-cache.test.ts` tests the other values of `show`.
test.each([
  ['/courses', 7, '/courses?show=14'],
  ['/ar/blogs?show=14&other=1', 14, '/ar/blogs?show=21'],
  ['/courses?show=7000', 40, undefined],
])('%s shows %i items, and a link to %s', async (path, count, more) => {
  const { text } = await longLists.request.get(path)
  expect(tagsOf(text, 'article')).toHaveLength(count)
  expect(linksOf(mainOf(text)).find((href) => href?.includes('show='))).toBe(more)
})

describe('the content of a page', () => {
  test.each(both)("an event's link to elsewhere names the event, in $locale", async ({ locale, paths }) => {
    const event = firstOf(shipped.events, ({ link }) => link)
    const { text } = await site.request.get(paths.event(event.slug))
    const [link] = text.match(/<a class="button button-quiet".*?<\/a>/) ?? []
    expect(link).toContain(event[`${locale}_title`])
  })

  test('hostile titles and bodies close neither the hydration data nor any element', async () => {
    const hostile =
      '&lt;/SCRIPT>&lt;!--&lt;script></script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u2028&quot;'
    const [course, ...courses] = shipped.courses
    const changed = { ...course, en_title: hostile, en_body: `<p>Kept</p>${hostile}`, tags: [hostile] }
    const { request } = await startApp({ content: { ...shipped, courses: [changed, ...courses] } as HomeData, distDir })
    const own = `/courses/${course?.slug}`
    for (const path of ['/', '/courses', own]) {
      const { text } = await request.get(path)
      expect(tagsOf(text, 'img').filter(({ onerror }) => onerror)).toEqual([])
      expect(tagsOf(text, 'script')).toHaveLength(5)
      expect(hydrationOf(text)).toHaveProperty('loaderData')
      const jsonLd = elementsOf(text).find(({ attributes: { type } }) => type === 'application/ld+json')
      expect(JSON.parse(jsonLd?.text ?? '')).toHaveProperty('@graph')
      expect(text.includes('<p>Kept</p>')).toBe(path === own)
    }
  })

  test('the home page of 1,000 items of each kind is below 30,600 bytes and links to each list', async () => {
    const content = growContent(shipped, 1_000)
    const more = Array.from({ length: 1_000 }, (_, index) => ({ slug: `category-${index}`, name: `Category ${index}` }))
    content.courses_categories = [...content.courses_categories, ...more]
    const { app } = await startApp({ content, distDir })
    for (const { paths } of both) {
      const { body } = await app.inject(paths.home())
      expect(tagsOf(body, 'article')).toHaveLength(3 * 24)
      const lists = [paths.courses(), paths.freeWorkshops(), paths.programmingCompetitions(), paths.blogs()]
      const links = tagsOf(body, 'a').filter(({ class: name }) => name === 'section-link')
      expect(links.map(({ href }) => href)).toEqual(expect.arrayContaining(lists))
      // The window of gzip, which few clients use, is too short to see that the hydration data repeats the page's texts.
      for (const [encoding, max] of Object.entries({ br: 30_600, gzip: 42_000 })) {
        const asked = { url: paths.home(), headers: { 'accept-encoding': encoding } }
        const { headers, rawPayload } = await app.inject(asked)
        expect(headers['content-encoding']).toBe(encoding)
        expect(rawPayload.length, `${asked.url} by ${encoding}`).toBeLessThan(max)
      }
    }
  })

  test.each(['/courses', '/ar', '/shell.html'])('%s has the settings unchanged, with any characters', async (path) => {
    const hostile = `/"><img src=x onerror=alert(1)>&amp;'$&$'$\`$1/`
    const settings = { baseUrl: 'http://127.0.0.1:9/$&/&lt;', imageBase: hostile, product: 'ugarit' }
    const { app } = await startApp({ distDir, config: settings })
    const { body } = await app.inject(path)
    for (const [name, content] of Object.entries(settings))
      expect(tagsOf(body, 'meta')).toContainEqual({ name, content })
    expect(body).not.toContain('<img src=x')
  })

  test('is sent again only when a fixture changes', async () => {
    const { app, request, store, config } = await startApp({ content: shipped, distDir })
    store.watch(app.log)
    const [course, ...courses] = shipped.courses
    const path = `/ar/courses/${course?.slug}`
    const ask = async (etag = '') => request.get(path).set('if-none-match', etag)
    const { etag } = (await ask()).headers
    expect((await ask(etag)).status).toBe(304)
    const changed = [{ ...course, ar_title: 'عنوان جديد' }, ...courses]
    await writeFile(join(config.fixturesDir, 'courses.json'), JSON.stringify(changed))
    await expect.poll(async () => elementText((await ask(etag)).text ?? '', 'h1')).toBe('عنوان جديد')
    // A not-found page is never answered with 304.
    const missing = await request.get(`/courses/${missingSlug}`)
    const again = request.get(`/courses/${missingSlug}`).set('if-none-match', missing.headers.etag ?? '')
    expect((await again).status).toBe(404)
  })
})
