import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { segment } from '#contract/paths'
import { represent } from '../../../server/http/representation'
import { createPageCache, type ShownPage } from '../../../server/pages/page-cache'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { hydrationOf, tagsOf, textOf } from '../../support/html'
import { firstOf, sitePagesInTurn } from '../../support/site-pages'
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
  const breaks = () => Promise.reject(new Error('broken'))

  /** A cache whose next page is what `next` gives, first one that is fresh for ten seconds; `expire` lets that time pass. */
  function caching() {
    const pass = stopClock()
    const good = page('good', { freshUntil: Date.now() + 10_000 })
    const state = { next: async () => good }
    const cache = createPageCache(() => state.next())
    const expire = async () => {
      pass()
      // lru-cache reads the clock once per millisecond.
      await expect.poll(() => cache.has('/')).toBe(false)
    }
    return { cache, good, state, expire }
  }

  test('serves the last complete page when a render fails fully or partly, and the error if there is none', async () => {
    const { cache, good, state, expire } = caching()
    const [part, better] = [page('part', { isWhole: false }), page('better')]
    expect(await cache.get('/')).toBe(good)
    state.next = breaks
    expect(await cache.get('/')).toBe(good)
    await expire()
    expect(await cache.get('/')).toBe(good)
    await expect(cache.get('/other')).rejects.toThrow('broken')
    state.next = async () => part
    expect(await cache.get('/')).toBe(good)
    expect([await cache.get('/other'), cache.has('/other')]).toStrictEqual([part, false])
    state.next = async () => better
    expect([await cache.get('/'), await cache.get('/other')]).toStrictEqual([better, better])
  })

  test('does not serve a deleted page again', async () => {
    const { cache, state, expire } = caching()
    await cache.get('/')
    await expire()
    state.next = async () => page('gone', { status: 404 })
    expect(await cache.get('/')).toMatchObject({ status: 404 })
    state.next = breaks
    await expect(cache.get('/')).rejects.toThrow('broken')
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
