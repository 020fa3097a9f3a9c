import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createPaths } from '#contract/paths'
import type { HomeData } from '#contract/schemas'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { hydrationOf, tagsOf, textOf } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { firstOf, missingSlug } from '../../support/site-pages'

const distDir = currentBuild()
const shipped = await readContent()

describe('addresses', () => {
  const site = sharedApp({ distDir })

  test.each([
    ['/nowhere', '/'],
    ['/login', '/'],
    ['/register', '/'],
    ['/Courses', '/'],
    ['/courses/a/b', '/'],
    ['/other_news', '/'],
    ['/arabic', '/'],
    ['/en', '/'],
    ['//evil.example/courses', '/'],
    ['/%5C%5Cevil.example', '/'],
    ['/AR/courses', '/'],
    ['/ar/nowhere', '/ar'],
    ['/ar/ar', '/ar'],
    ['/ar/news', '/ar'],
    ['/%', '/'],
    ['/courses/%E0%A4%A', '/'],
    ['/courses/%ff?q=%', '/'],
    ['/ar/%', '/ar'],
    ['/ar/courses/%E0%A4%A', '/ar'],
  ])('%s is not listed and redirects to %s', async (path, home) => {
    const { status, headers } = await site.request.get(path)
    expect([status, headers.location]).toEqual([302, home])
  })

  test.each(['/api/%', '/images/%E0%A4%A', '/assets/%'])('%s, which is not a page, does not redirect', async (path) => {
    const { statusCode, headers } = await site.app.inject(path)
    expect([statusCode, headers['content-type']]).toEqual([400, 'application/problem+json; charset=utf-8'])
  })

  test.each([
    ['/courses', '/courses'],
    ['/courses/', '/courses'],
    ['/courses//?show=14', '/courses'],
    ['/', '/'],
    ['/ar/', '/ar'],
  ])('%s marks the menu’s link to %s as the page that is shown', async (path, href) => {
    const { text } = await site.request.get(path)
    const marked = tagsOf(text, 'a').filter((link) => link.class === 'menu-link' && link['aria-current'] === 'page')
    expect(marked.map((link) => link.href)).toEqual([href])
  })

  test.each(['/courses/', '/ar/', '/ar/courses//?show=14'])(
    '%s has the canonical address without the slash',
    async (path) => {
      const { text } = await site.request.get(path)
      const [canonical] = tagsOf(text, 'link').filter(({ rel }) => rel === 'canonical')
      expect(new URL(canonical?.href ?? '').pathname).toBe(path.replace(/\/+(?:\?.*)?$/, ''))
    },
  )

  test.each(
    (['en', 'ar'] as const).flatMap((locale) => {
      const paths = createPaths({ locale, product: 'ugarit' })
      const rows: [path: string, lists: string[]][] = [
        [paths.courseCategory(missingSlug), [paths.courses()]],
        [paths.course(missingSlug), [paths.courses()]],
        [paths.newsItem(missingSlug), [paths.productNews(), paths.aiNews()]],
        [paths.blog(missingSlug), [paths.blogs()]],
        [paths.freeWorkshop(missingSlug), [paths.freeWorkshops()]],
        [paths.programmingCompetition(missingSlug), [paths.programmingCompetitions()]],
        [paths.event('__proto__'), [paths.freeWorkshops(), paths.programmingCompetitions()]],
      ]
      return rows
    }),
  )('%s is missing: 404, with a way to the list', async (path, lists) => {
    const { status, text } = await site.request.get(path)
    expect(status).toBe(404)
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect(tagsOf(main, 'a').map(({ href }) => href)).toEqual(expect.arrayContaining(lists))
  })
})

describe('lists', () => {
  const site = sharedApp({ content: generateContent({ seed: 11, size: 40 }), distDir })

  test.each(['/courses', '/ar/blogs'])('%s carries 7 items, and more by ?show', async (path) => {
    for (const [query, count] of [
      ['', 7],
      ['?show=14', 14],
      ['?show=21', 21],
      ['?show=15', 21],
      ['?show=0', 7],
      ['?show=-7', 7],
      ['?show=x', 7],
      ['?show=14&other=1', 14],
    ] as const) {
      const { text } = await site.request.get(path + query)
      const { loaderData } = hydrationOf(text) as {
        loaderData: Record<string, { view?: { cards?: unknown[] } } | null>
      }
      const carried = Object.values(loaderData).flatMap((data) => data?.view?.cards ?? [])
      expect([query, tagsOf(text, 'article').length, carried.length]).toEqual([query, count, count])
      const more = tagsOf(text, 'a').find(({ href }) => href?.includes(`show=${count + 7}`))
      expect(more?.href?.startsWith(path)).toBe(true)
    }
  })

  test.each(['/', '/ar'])(
    '%s links to every list that it shows a part of, including both kinds of events',
    async (home) => {
      const { text } = await site.request.get(home)
      const links = [...text.matchAll(/<a class="section-link"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
      const paths = createPaths({ locale: home === '/' ? 'en' : 'ar', product: 'ugarit' })
      expect(links).toEqual(
        expect.arrayContaining([
          paths.courses(),
          paths.freeWorkshops(),
          paths.programmingCompetitions(),
          paths.blogs(),
        ]),
      )
    },
  )

  test('there is no "load more" when all items are shown', async () => {
    const { text } = await site.request.get('/courses?show=7000')
    expect(text).not.toContain('show=7007')
  })
})

describe('the content of a page', () => {
  test.each(['', '/ar'])("an event's link to elsewhere names the event, below %s/", async (home) => {
    const { request } = await startApp({ distDir })
    const event = firstOf(shipped.events, ({ link }) => link)
    const { text } = await request.get(`${home}/events/${event.slug}`)
    const [link] = text.match(/<a class="button button-quiet".*?<\/a>/) ?? []
    expect(link).toContain(home ? event.ar_title : event.en_title)
  })

  test('hostile titles and bodies close neither the hydration data nor any element', async () => {
    const hostile = '</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u2028&quot;'
    const [course, ...courses] = shipped.courses
    const content = {
      ...shipped,
      courses: [{ ...course, en_title: hostile, en_body: `<p>Kept</p>${hostile}`, tags: [hostile] }, ...courses],
    } as HomeData
    const { request } = await startApp({ content, distDir })
    for (const path of ['/', '/courses', `/courses/${course?.slug}`]) {
      const { text } = await request.get(path)
      expect(text).not.toMatch(/<script>alert|<img[^>]* onerror/)
      expect(text.match(/<script/g)).toHaveLength(path === '/' ? 5 : 4)
      expect(hydrationOf(text)).toHaveProperty('loaderData')
    }
    const { text } = await request.get(`/courses/${course?.slug}`)
    expect(textOf(text, 'h1')).toContain('"')
    expect(text).toContain('<p>Kept</p>')
  })

  test('the home page of 1,000 items of each kind is below 30,000 bytes and holds no body', async () => {
    const marker = 'body-only-marker'
    const { app } = await startApp({ content: grown(1_000, marker), distDir })
    const bytes = async (url: string, encoding: string) => {
      const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': encoding } })
      expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      return rawPayload.length
    }
    for (const path of ['/', '/ar']) {
      const { body } = await app.inject(path)
      expect(tagsOf(body, 'article')).toHaveLength(3 * 24)
      expect(body).not.toContain(marker)
      const [brotli, gzip, plain] = [await bytes(path, 'br'), await bytes(path, 'gzip'), await bytes(path, 'identity')]
      const figures = `${path}: ${brotli} by brotli, ${gzip} by gzip, ${plain} plain`
      expect(brotli, figures).toBeLessThan(30_000)
      // Few clients use gzip: old ones or those behind unusual proxies. Its window is too short to see that the hydration data
      // repeats the page's texts.
      expect(gzip, figures).toBeLessThan(40_000)
      if (process.env.FIGURES) console.info(figures)
    }
  })

  test('cookies of a request change nothing', async () => {
    const { request } = await startApp({ distDir })
    const plain = await request.get('/courses')
    const answer = await request.get('/courses').set('cookie', 'locale=ar; session=1').set('accept-language', 'ar')
    expect(answer.text).toBe(plain.text)
    expect(answer.headers.vary ?? '').not.toMatch(/cookie|language/i)
  })
})

test('a changed fixture is in the page after it is loaded again', async () => {
  const { app, request, store, config } = await startApp({ content: shipped, distDir })
  store.watch(app.log)
  const path = `/ar/courses/${shipped.courses[0]?.slug}`
  const before = await request.get(path)
  const file = join(config.fixturesDir, 'courses.json')
  const courses = JSON.parse(await readFile(file, 'utf8'))
  courses[0].ar_title = 'عنوان جديد'
  await writeFile(file, JSON.stringify(courses))
  await vi.waitFor(async () => expect(textOf((await request.get(path)).text, 'h1')).toBe('عنوان جديد'), 60_000)
  const after = await request.get(path).set('if-none-match', String(before.headers.etag))
  expect(after.status).toBe(200)
})

/** Repeats the shipped items with unique slugs, each body with the marker in it. */
function grown(count: number, marker: string): HomeData {
  const list = <T extends object>(items: readonly T[]): T[] =>
    Array.from({ length: count }, (_, index) => ({
      ...(items[index % items.length] as T), // the shipped lists are not empty
      slug: `item-${index}`,
      ...(index >= 24 && { en_title: `Title ${index}` }),
      en_body: `<p>${marker} ${index}</p>`,
      ar_body: `<p>${marker} ${index}</p>`,
    }))
  const { courses, courses_categories, blogs, events, news } = shipped
  const unnumbered = <T extends { id?: number }>(items: T[]) => items.map(({ id: _, ...item }) => item as T)
  return {
    ...shipped,
    courses: unnumbered(list(courses)).map((course) => ({ ...course, category: 'item-7' })),
    courses_categories: list(courses_categories),
    blogs: unnumbered(list(blogs)),
    events: list(events),
    news: list(news),
  }
}
