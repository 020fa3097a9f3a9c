import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { growContent } from '../../support/grown-content'
import { hydrationOf, tagsOf, textOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { firstOf, missingSlug } from '../../support/site-pages'

const distDir = currentBuild()
const shipped = await readContent()
const site = sharedApp({ distDir })
const both = (['en', 'ar'] as const).map((locale) => ({ locale, paths: createPaths({ locale, product: 'ugarit' }) }))
const mainOf = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'))
const linksOf = (html: string) => tagsOf(html, 'a').map(({ href }) => href)

describe('addresses', () => {
  test.each([
    ...['/nowhere', '/login', '/register', '/Courses', '/courses/a/b', '/other_news', '/arabic', '/en', '/AR/courses'],
    ...['//evil.example/courses', '/%5C%5Cevil.example', '/%', '/courses/%E0%A4%A', '/courses/%ff?q=%'],
    ...['/ar/nowhere', '/ar/ar', '/ar/news', '/ar/%', '/ar/courses/%E0%A4%A', '/%0A', '/ar/%0D%0Ax-injected%3A%201'],
  ])('%s is not listed and redirects to the home page of its language', async (path) => {
    const { status, headers } = await site.request.get(path)
    expect([status, headers.location]).toEqual([302, path.startsWith('/ar/') ? '/ar' : '/'])
  })

  test.each([
    ['/courses/', '/courses'],
    ['/courses//?show=14', '/courses'],
    ['/ar/', '/ar'],
  ])('%s marks the menu’s link to %s as the page that is shown', async (path, href) => {
    const { text } = await site.request.get(path)
    const marked = tagsOf(text, 'a').filter((link) => link.class === 'menu-link' && link['aria-current'] === 'page')
    expect(marked.map((link) => link.href)).toEqual([href])
  })

  test.each(
    both.flatMap(({ paths }): [path: string, lists: string[]][] => [
      [paths.courseCategory(missingSlug), [paths.courses()]],
      [paths.course(missingSlug), [paths.courses()]],
      [paths.newsItem(missingSlug), [paths.productNews(), paths.aiNews()]],
      [paths.blog(missingSlug), [paths.blogs()]],
      [paths.freeWorkshop(missingSlug), [paths.freeWorkshops()]],
      [paths.programmingCompetition(missingSlug), [paths.programmingCompetitions()]],
      [paths.event('__proto__'), [paths.freeWorkshops(), paths.programmingCompetitions()]],
    ]),
  )('%s is missing: 404, with a way to the list', async (path, lists) => {
    const { status, text } = await site.request.get(path)
    expect([status, linksOf(mainOf(text))]).toEqual([404, expect.arrayContaining(lists)])
  })
})

describe('lists', () => {
  const longLists = sharedApp({ content: generateContent({ seed: 11, size: 40 }), distDir })

  // `page-cache.test.ts` states what other values of `show` mean.
  test.each([
    ['/courses', 7, '/courses?show=14'],
    ['/ar/blogs?show=14&other=1', 14, '/ar/blogs?show=21'],
    ['/courses?show=7000', 40, undefined],
  ])('%s carries %i items, and a link to %s', async (path, count, more) => {
    const { text } = await longLists.request.get(path)
    const { loaderData } = hydrationOf(text) as { loaderData: Record<string, { view?: { cards?: unknown[] } } | null> }
    const carried = Object.values(loaderData).flatMap((data) => data?.view?.cards ?? [])
    expect([tagsOf(text, 'article').length, carried.length]).toEqual([count, count])
    expect(linksOf(mainOf(text)).find((href) => href?.includes('show='))).toBe(more)
  })

  test.each(both)('the home page in $locale links to every list that it shows a part of', async ({ paths }) => {
    const { text } = await longLists.request.get(paths.home())
    const links = tagsOf(text, 'a').filter(({ class: name }) => name === 'section-link')
    const lists = [paths.courses(), paths.freeWorkshops(), paths.programmingCompetitions(), paths.blogs()]
    expect(links.map(({ href }) => href)).toEqual(expect.arrayContaining(lists))
  })

  // `test/client/search.test.ts` states what a search finds, `test/browser/search.spec.ts` how its page works.
  test.each(
    both.flatMap(({ paths }) => [
      [paths.courses(), shipped.courses] as const,
      [paths.freeWorkshops(), shipped.events.filter(({ event_type }) => event_type === 'free_workshop')] as const,
    ]),
  )('%s finds an item by its title in either language, and keeps the words in the field', async (path, items) => {
    const { slug, en_title, ar_title } = firstOf([...items].reverse(), (item) => item.en_title && item.ar_title)
    for (const title of [en_title?.toUpperCase(), ar_title]) {
      const main = mainOf((await site.request.get(path).query({ q: title }).expect(200)).text)
      expect(linksOf(main).filter((href) => href?.endsWith(`/${slug}`))).not.toEqual([])
      expect(tagsOf(main, 'article').length).toBeLessThan(items.length)
      expect(tagsOf(main, 'input')[0]).toMatchObject({ type: 'search', name: 'q', value: title })
    }
  })
})

describe('the content of a page', () => {
  test.each(both)("an event's link to elsewhere names the event, in $locale", async ({ locale, paths }) => {
    const event = firstOf(shipped.events, ({ link }) => link)
    const { text } = await site.request.get(paths.event(event.slug))
    const [link] = text.match(/<a class="button button-quiet".*?<\/a>/) ?? []
    expect(link).toContain(event[`${locale}_title`])
  })

  test('hostile titles and bodies close neither the hydration data nor any element', async () => {
    const hostile = '</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u2028&quot;'
    const [course, ...courses] = shipped.courses
    const changed = { ...course, en_title: hostile, en_body: `<p>Kept</p>${hostile}`, tags: [hostile] }
    const { request } = await startApp({ content: { ...shipped, courses: [changed, ...courses] } as HomeData, distDir })
    const own = `/courses/${course?.slug}`
    for (const path of ['/', '/courses', own]) {
      const { text } = await request.get(path)
      expect(text).not.toMatch(/<script>alert|<img[^>]* onerror/)
      expect(text.match(/<script/g)).toHaveLength(path === '/' ? 5 : 4)
      expect(hydrationOf(text)).toHaveProperty('loaderData')
      if (path !== own) continue
      expect(textOf(text, 'h1')).toContain('"')
      expect(text).toContain('<p>Kept</p>')
    }
  })

  test('the home page of 1,000 items of each kind is below 30,000 bytes and holds no body', async () => {
    const marker = 'body-only-marker'
    const content = growContent(shipped, 1_000)
    for (const list of [content.courses, content.blogs, content.events, content.news])
      list.forEach((item, index) => {
        Object.assign(item, { slug: `item-${index}`, en_body: marker, ar_body: marker })
      })
    const more = Array.from({ length: 1_000 }, (_, index) => ({ slug: `category-${index}`, name: `Category ${index}` }))
    content.courses_categories = [...content.courses_categories, ...more]
    const { app } = await startApp({ content, distDir })
    for (const path of ['/', '/ar']) {
      const { body } = await app.inject(path)
      expect(tagsOf(body, 'article')).toHaveLength(3 * 24)
      expect(body).not.toContain(marker)
      // The window of gzip, which few clients use, is too short to see that the hydration data repeats the page's texts.
      for (const [encoding, most] of Object.entries({ br: 30_000, gzip: 40_000 })) {
        const { headers, rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': encoding } })
        expect(headers['content-encoding']).toBe(encoding)
        expect(rawPayload.length, `${path} by ${encoding}`).toBeLessThan(most)
        if (process.env.FIGURES) console.info(`${path} by ${encoding}: ${rawPayload.length}`)
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

  test('cookies of a request change nothing', async () => {
    const plain = await site.request.get('/courses')
    const headers = { cookie: 'locale=ar; session=1', 'accept-language': 'ar' }
    const answer = await site.request.get('/courses').set(headers)
    expect(answer.text).toBe(plain.text)
    expect(answer.headers.vary ?? '').not.toMatch(/cookie|language/i)
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
    await expect.poll(async () => textOf((await ask(etag)).text ?? '', 'h1')).toBe('عنوان جديد')
    // A page that says that there is nothing is never "unchanged".
    const missing = await request.get(`/courses/${missingSlug}`)
    const again = request.get(`/courses/${missingSlug}`).set('if-none-match', missing.headers.etag ?? '')
    expect((await again).status).toBe(404)
  })
})
