import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPaths, segment } from '#contract/paths'
import { represent } from '../../../server/http/representation'
import { costOf, createPageCache, isCachedAddress, pageAddress, type ShownPage } from '../../../server/pages/page-cache'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { hydrationOf, tagsOf, textOf } from '../../support/html'
import { firstOf, sitePages, sitePagesInTurn } from '../../support/site-pages'
import { answersOf, envelope, fails, type Respond, siteOver } from '../api/other-api'

const content = generateContent({ seed: 41, size: 4 })
const answer = answersOf(content)

/** The texts and links of a page's header and content. */
const contentOf = (html: string) => [
  textOf(html, 'h1') ?? '',
  ...tagsOf(html, 'a').map(({ href = '' }) => href),
  ...tagsOf(html, 'img').map(({ alt = '' }) => alt),
]

/**
 * Makes the API of a site answer no call, and waits until it has been silent for longer than any page waits. From then on a page
 * waits half a second, as the server knows that the API hangs.
 */
async function hang({ api, request }: Awaited<ReturnType<typeof siteOver>>, pass: (milliseconds: number) => void) {
  api.respond = () => undefined
  // Before the site closes, which waits for the page.
  onTestFinished(api.stop)
  void request.get('/blogs').catch(() => undefined)
  await expect.poll(() => api.open.size).toBeGreaterThan(0)
  pass(10_000)
}

const goodPages = sitePagesInTurn(content).filter(({ status }) => status === 200)

test.each<[string, Respond | undefined]>([
  ['fails', () => fails()],
  ['answers HTML', () => ({ type: 'text/html', text: '<h1>It works!</h1>' })],
  ['answers cut JSON', () => ({ text: '{"data":[{' })],
  ['never answers', undefined],
  [
    'answers 404 for what is always there',
    (path, payload) => (/"slug":"[^"]/.test(payload) ? answer(path, payload) : fails(404)),
  ],
])('when the API %s, pages that were good keep their content and tell its age', async (_, fault) => {
  const pass = stopClock('performance')
  const site = await siteOver(answer)
  const before = new Map<string, string[]>()
  for (const { path } of goodPages) before.set(path, contentOf((await site.request.get(path)).text))
  pass()
  if (fault) site.api.respond = fault
  else await hang(site, pass)
  const answers = goodPages.map(async ({ path }) => ({ path, ...(await site.request.get(path)) }))
  for (const { path, status, text, headers } of await Promise.all(answers)) {
    expect([path, status, Number(headers.age) >= 60]).toEqual([path, 200, true])
    expect(contentOf(text)).toStrictEqual(before.get(path))
  }
})

test('a page that was never made and takes too long is the bare one of its language, which asks by itself', async () => {
  const site = await siteOver(answer)
  await hang(site, stopClock('performance'))
  const rows = [
    ['en', 'ltr', '/courses'],
    ['ar', 'rtl', '/ar/courses'],
  ] as const
  for (const [lang, dir, path] of rows) {
    const { status, text, headers } = await site.request.get(path)
    expect([status, tagsOf(text, 'html')]).toEqual([200, [{ lang, dir }]])
    expect(text).toContain('<main aria-busy="true">')
    expect(tagsOf(text, 'meta')).toContainEqual({ name: 'baseUrl', content: site.api.url })
    // `x-page` makes the service worker keep its cached page.
    expect(headers).toMatchObject({ 'content-language': lang, 'x-page': 'bare' })
  }
})

describe('a page cache', () => {
  const page = (html: string, more: Partial<ShownPage> = {}): ShownPage => ({
    ...{ status: 200, headers: {}, isWhole: true, madeFrom: 0, freshUntil: Number.POSITIVE_INFINITY, ...more },
    representation: represent(html, 'text/html'),
  })

  test('serves the last complete page when a render fails fully or partly, and the error if there is none', async () => {
    const pass = stopClock()
    const good = page('good', { freshUntil: Date.now() + 10_000 })
    const [part, better] = [page('part', { isWhole: false }), page('better')]
    let next = async () => good
    const cache = createPageCache(() => next())
    expect(await cache.get('/')).toBe(good)
    next = () => Promise.reject(new Error('broken'))
    expect(await cache.get('/')).toBe(good)
    pass()
    // lru-cache reads the clock once per millisecond.
    await expect.poll(() => cache.has('/')).toBe(false)
    expect(await cache.get('/')).toBe(good)
    await expect(cache.get('/other')).rejects.toThrow('broken')
    next = async () => part
    expect([await cache.get('/'), await cache.get('/other'), cache.has('/other')]).toStrictEqual([good, part, false])
    next = async () => better
    expect([await cache.get('/'), await cache.get('/other')]).toStrictEqual([better, better])
  })

  test('renders a page once for concurrent requests, and caches none of older content', async () => {
    let content = 1
    const finish: (() => void)[] = []
    const cache = createPageCache(async () => {
      const html = `of content ${content}`
      await new Promise<void>((done) => finish.push(done))
      return page(html)
    })
    const ask = async () => String(((await cache.get('/')) as ShownPage).representation.body)
    const first = [ask(), ask()]
    expect(finish).toHaveLength(1)
    content = 2
    cache.clear()
    const later = ask()
    expect(finish).toHaveLength(2)
    for (const done of finish) done()
    expect(await Promise.all([...first, later])).toStrictEqual(['of content 1', 'of content 1', 'of content 2'])
    expect(await ask()).toBe('of content 2')
    expect(finish).toHaveLength(2)
  })

  test('keeps a page of newer content when a slower render of older content was incomplete or a 404', async () => {
    for (const more of [{ isWhole: false }, { status: 404 }]) {
      let finish = (_: ShownPage): void => undefined
      let next = new Promise<ShownPage>((done) => {
        finish = done
      })
      const cache = createPageCache(() => next)
      const first = cache.get('/')
      cache.clear()
      const newer = page('newer')
      next = Promise.resolve(newer)
      expect(await cache.get('/')).toBe(newer)
      finish(page('older', more))
      expect(await first).toMatchObject(more)
      expect(cache.has('/')).toBe(true)
    }
  })
})

test('a page is rendered again as soon as the API answers again', async () => {
  const pass = stopClock('performance')
  const { api, request } = await siteOver(answer)
  const before = textOf((await request.get('/blogs')).text, 'h1')
  api.respond = () => fails(503)
  pass()
  expect((await request.get('/blogs')).status).toBe(200)
  api.respond = (path, payload) => (path === '/api/get-blogs' ? envelope([]) : answer(path, payload))
  pass(3_000)
  const { text } = await request.get('/blogs')
  expect(textOf(text, 'h1')).toBe(before)
  expect(tagsOf(text, 'article')).toHaveLength(0)
})

test('a deleted item is a 404 even if its page was cached, and has no last good page', async () => {
  const pass = stopClock()
  const { api, request } = await siteOver(answer)
  const path = `/courses/${segment(firstOf(content.courses).slug)}`
  expect((await request.get(path)).status).toBe(200)
  api.respond = (path, payload) => (path === '/api/get-course' ? fails(404) : answer(path, payload))
  pass()
  expect((await request.get(path)).status).toBe(404)
  api.respond = () => fails()
  expect((await request.get(path)).status).toBe(503)
})

test('a change of the local content removes no cached pages of another API', async () => {
  const pass = stopClock()
  const { api, app, request, store, config } = await siteOver(answer, { content: generateContent({ size: 1 }) })
  const before = contentOf((await request.get('/blogs')).text)
  store.watch(app.log)
  await writeFile(join(config.fixturesDir, 'goals.json'), JSON.stringify({ en_mission: '<p>Changed</p>' }))
  await expect.poll(() => store.content().version).toBe(2)
  api.respond = () => fails()
  pass()
  const { status, text } = await request.get('/blogs')
  expect([status, contentOf(text)]).toStrictEqual([200, before])
  // Visitors see the age of the page too.
  expect(JSON.stringify(hydrationOf(text))).toContain('"staleSince":')
})

test('every page of the site is its own address, and is cached', () => {
  for (const { path } of sitePages(generateContent()))
    expect([pageAddress(path), isCachedAddress(path)]).toStrictEqual([path, true])
  expect(isCachedAddress(createPaths({ locale: 'ar', product: 'x' }).course("a b/ؤ%'(1)*!~"))).toBe(true)
})

test.each([
  ['/?utm_source=x', '/'],
  ['/ar?fbclid=x&utm_source=y', '/ar'],
  ['/?show=14', '/'],
  ['/courses/python?show=14', '/courses/python'],
  ['/sitemap.xml?1', '/sitemap.xml'],
  ['/calendar.ics?x=1', '/calendar.ics'],
  ['/courses?', '/courses'],
  ['/courses?utm_source=x&show=14', '/courses?show=14'],
  ['/courses?show=15', '/courses?show=21'],
  ['/courses?show=014', '/courses?show=14'],
  ['/courses?show=7', '/courses'],
  ['/courses?show=x', '/courses'],
  ['/courses?show=1e99', '/courses?show=700'],
  ['/courses?show=1000000000', '/courses?show=700'],
  ['/courses?show=Infinity', '/courses'],
  ['/courses?show=14&show=21', '/courses?show=14'],
  ['/ar/blogs?q=%20word%20&show=14&x=1', '/ar/blogs?show=14&q=word'],
  ['/blogs?q=%20', '/blogs'],
])('%s is the page at %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
  expect(pageAddress(address)).toBe(address)
})

const cached = ['/courses?show=14', '/ar/ugarit_news?show=70', '/course-category/python?show=21', '/courses/%D8%A7']
test.each([
  ...cached,
  ...['/courses?show=77', '/courses?q=word', '/courses?show=14&q=word', '/courses/', '//courses', '/courses//'],
  ...['/courses/.', '/courses/../blogs', '/%63ourses', '/courses/%d8%a7', '/courses/ا', '/courses/%ff', '/courses#x'],
  ...['/\\courses', ''],
])('the page at %s is cached only in its canonical spelling, unsearched and not long', (address) => {
  expect(isCachedAddress(address)).toBe(cached.includes(address))
})

test.each([
  ['/courses', 1],
  ['/courses?show=70', 1],
  ['/courses?show=77', 2],
  ['/courses?show=700', 10],
])('the page at %s counts as %i costly requests', (address, cost) => {
  expect(costOf(address)).toBe(cost)
})
