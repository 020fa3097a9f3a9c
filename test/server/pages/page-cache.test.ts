import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { represent } from '../../../server/http/representation'
import { createPageCache, type ShownPage } from '../../../server/pages/page-cache'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { hydrationOf, tagsOf, textOf } from '../../support/html'
import { sitePagesInTurn } from '../../support/site-pages'
import { envelope, type OtherAnswer, otherApi } from '../api/other-api'
import { answersOf } from '../api/right-answers'

const content = generateContent({ seed: 41, size: 4 })
const answer = answersOf(content)

/** The site over an API with the given answers. */
async function siteOf(respond: typeof answer) {
  const api = await otherApi(respond)
  const config = { baseUrl: api.url, imageBase: '/images/' }
  const { request } = await startApp({ distDir: currentBuild(), config })
  return { api, request }
}

/** Repeats the request until the page is rendered: on a busy machine React loads slowly, and the bare template is sent meanwhile. */
async function pageOf(request: Awaited<ReturnType<typeof startApp>>['request'], path: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await request.get(path)
    if (answer.status !== 200 || answer.text.includes('data-files')) return answer
  }
  throw new Error(`${path}: a hundred answers were the bare template`)
}

/** The texts and links of a page's header and content. */
const contentOf = (html: string) => [
  textOf(html, 'h1') ?? '',
  ...tagsOf(html, 'a').map(({ href = '' }) => href),
  ...tagsOf(html, 'img').map(({ alt = '' }) => alt),
]

const fails = () => ({ status: 500, text: '{}' })
const goodPages = sitePagesInTurn(content).filter(({ status }) => status === 200)

afterEach(() => vi.useRealTimers())
const later = () => vi.setSystemTime(Date.now() + 60_000)

test.each<[string, typeof answer | (() => undefined)]>([
  ['fails', fails],
  ['answers HTML', () => ({ type: 'text/html', text: '<h1>It works!</h1>' })],
  ['answers cut JSON', () => ({ text: '{"data":[{' })],
  ['never answers', () => undefined],
  [
    'answers 404 for what is always there',
    (path, payload) => (/"slug":"[^"]/.test(payload) ? answer(path, payload) : { status: 404, text: '{}' }),
  ],
])('when the API %s, pages that were good keep their content and tell its age', async (_, fault) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { api, request } = await siteOf(answer)
  const before = new Map<string, string[]>()
  for (const { path } of goodPages) before.set(path, contentOf((await pageOf(request, path)).text))
  api.respond = fault
  later()
  for (const { path } of goodPages) {
    const { status, text, headers } = await pageOf(request, path)
    expect([path, status, Number(headers.age) >= 60]).toEqual([path, 200, true])
    expect(contentOf(text)).toStrictEqual(before.get(path))
  }
})

describe('a page cache', () => {
  const page = (html: string, more: Partial<ShownPage> = {}): ShownPage => ({
    ...{ status: 200, headers: {}, isWhole: true, madeFrom: 0, freshUntil: Number.POSITIVE_INFINITY, ...more },
    representation: represent(html, 'text/html'),
  })

  test('serves the last complete page when a render fails fully or partly, and the error if there is none', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [good, part, better] = [
      page('good', { freshUntil: Date.now() + 10_000 }),
      page('part', { isWhole: false }),
      page('better'),
    ]
    let next = async () => good
    const cache = createPageCache(() => next())
    expect(await cache.get('/')).toBe(good)
    next = () => Promise.reject(new Error('broken'))
    expect(await cache.get('/')).toBe(good)
    later()
    // lru-cache reads the clock once per millisecond.
    await expect.poll(() => cache.has('/')).toBe(false)
    expect(await cache.get('/')).toBe(good)
    await expect(cache.get('/other')).rejects.toThrow('broken')
    next = async () => part
    expect(await cache.get('/')).toBe(good)
    expect([await cache.get('/other'), cache.has('/other')]).toStrictEqual([part, false])
    next = async () => better
    expect(await cache.get('/')).toBe(better)
    expect(await cache.get('/other')).toBe(better)
  })

  test('does not serve a deleted page again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let next = async () => page('good', { freshUntil: Date.now() + 10_000 })
    const cache = createPageCache(() => next())
    await cache.get('/')
    later()
    await expect.poll(() => cache.has('/')).toBe(false)
    next = async () => page('gone', { status: 404 })
    expect(await cache.get('/')).toMatchObject({ status: 404 })
    next = () => Promise.reject(new Error('broken'))
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
    const textOfPage = async (asked: ReturnType<typeof cache.get>) => {
      const given = await asked
      return 'representation' in given ? given.representation.body.toString() : ''
    }
    const first = [cache.get('/'), cache.get('/')]
    expect(finish).toHaveLength(1)
    content = 2
    cache.clear()
    const later = cache.get('/')
    expect(finish).toHaveLength(2)
    for (const done of finish) done()
    expect(await Promise.all(first.map(textOfPage))).toStrictEqual(['of content 1', 'of content 1'])
    expect(await textOfPage(later)).toBe('of content 2')
    expect(await textOfPage(cache.get('/'))).toBe('of content 2')
    expect(finish).toHaveLength(2)
  })
})

test('a page is rendered again as soon as the API answers again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const { api, request } = await siteOf(answer)
  const before = textOf((await pageOf(request, '/blogs')).text, 'h1')
  api.respond = () => ({ status: 503, text: '{}' })
  later()
  expect((await pageOf(request, '/blogs')).status).toBe(200)
  api.respond = (path, payload) => (path === '/api/get-blogs' ? envelope([]) : answer(path, payload))
  vi.advanceTimersByTime(3_000)
  const { text } = await pageOf(request, '/blogs')
  expect(textOf(text, 'h1')).toBe(before)
  expect(tagsOf(text, 'article')).toHaveLength(0)
})

test('a deleted item is a 404 even if its page was cached, and has no last good page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { api, request } = await siteOf(answer)
  const path = `/courses/${encodeURIComponent(content.courses[0]?.slug ?? '')}`
  expect((await pageOf(request, path)).status).toBe(200)
  api.respond = (path, payload) => (path === '/api/get-course' ? { status: 404, text: '{}' } : answer(path, payload))
  later()
  expect((await pageOf(request, path)).status).toBe(404)
  api.respond = fails
  expect((await pageOf(request, path)).status).toBe(503)
})

test('a change of the local content removes no cached pages of another API', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const api = await otherApi(answer)
  const running = await startApp({
    content: generateContent({ size: 1 }),
    distDir: currentBuild(),
    config: { baseUrl: api.url, imageBase: '/images/' },
  })
  const { app, request, store } = running
  const viewOf = (html: string) => {
    const { loaderData } = hydrationOf(html) as { loaderData: Record<string, { view?: unknown } | null> }
    return Object.values(loaderData).map((data) => data?.view)
  }
  const before = viewOf((await pageOf(request, '/blogs')).text)
  const version = store.content().version
  store.watch(app.log)
  await writeFile(join(running.config.fixturesDir, 'goals.json'), JSON.stringify({ en_mission: '<p>Changed</p>' }))
  await expect.poll(() => store.content().version).toBeGreaterThan(version)
  api.respond = fails
  later()
  const { status, text } = await pageOf(request, '/blogs')
  expect([status, viewOf(text)]).toStrictEqual([200, before])
  // Visitors see the age of the page too.
  expect(JSON.stringify(hydrationOf(text))).toContain('"staleSince":')
})

test.each([
  ['en', 'ltr', '/courses'],
  ['ar', 'rtl', '/ar/courses'],
])(
  'a page in %s that was never made and takes too long is the bare one, which asks by itself',
  async (lang, dir, path) => {
    const { api, request } = await siteOf(() => undefined as unknown as OtherAnswer)
    const { status, text, headers } = await request.get(path)
    expect(status).toBe(200)
    expect(tagsOf(text, 'html')).toEqual([{ lang, dir }])
    expect(text).toContain('<main aria-busy="true">')
    expect(tagsOf(text, 'meta')).toContainEqual({ name: 'baseUrl', content: api.url })
    expect(headers['content-language']).toBe(lang)
    // The header makes the service worker keep its cached page.
    expect(headers['x-page']).toBe('bare')
  },
)
