import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { tagsOf, textOf } from '../../support/html'
import { sitePagesInTurn } from '../../support/site-pages'
import { otherApi } from '../api/other-api'
import { answersOf } from '../api/right-answers'

const distDir = currentBuild()
const product = 'palmyra'
const tryAgain = { en: 'Try again', ar: 'حاول مجددًا' }

describe('pages of another API', () => {
  const content = generateContent({ seed: 21, size: 16, product })

  test('are rendered from its content, its pictures and its product', async () => {
    const api = await startApp({ content, config: { product } })
    const { request } = await pagesOf(api.url)
    const paths = createPaths({ locale: 'en', product })
    for (const { path, status } of sitePagesInTurn(content, product))
      expect([path, (await request.get(path)).status]).toEqual([path, status])
    const course = content.courses.find(({ en_title }) => en_title)
    const { text, headers } = await request.get(paths.course(course?.slug ?? ''))
    expect(textOf(text, 'h1')).toBe(course?.en_title)
    const base = api.url
    for (const { src } of tagsOf(text, 'img').filter(({ src }) => !src?.startsWith('/assets/')))
      expect(src?.startsWith(`${base}/images/`), src).toBe(true)
    expect(tagsOf(text, 'meta')).toEqual(
      expect.arrayContaining([
        { name: 'baseUrl', content: base },
        { name: 'imageBase', content: `${base}/images/` },
        { name: 'product', content: product },
      ]),
    )
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${base}`)
    expect(headers['content-security-policy']).toMatch(new RegExp(`img-src [^;]*${base}`))
  })

  test('show an error with a retry button while it is down, and recover with it', async () => {
    const api = await startApp({ content, config: { product } })
    const { request } = await pagesOf(api.url)
    await api.close()
    for (const { path, locale, name } of sitePagesInTurn(content, product)) {
      const { status, text } = await request.get(path)
      // The contact page needs no content of the API.
      expectWhole(text)
      if (name === 'contact') expect(status).toBe(200)
      else expectFailure({ status, text }, locale)
    }
    await startApp({ content, config: { product, port: api.port } })
    expect((await request.get('/courses')).status).toBe(200)
  })
})

test('pages that always exist are not "not found", even if the API says 404', async () => {
  const api = await otherApi(() => ({ status: 404, text: '{}' }))
  const { request } = await pagesOf(api.url)
  for (const { path, locale, name } of sitePagesInTurn(generateContent({ product }), product)) {
    const { status, text } = await request.get(path)
    expectWhole(text)
    const isItem = /^(?:category|course|news item|blog|workshop|competition|event|not found)$/.test(name)
    if (isItem) expect([path, status]).toEqual([path, 404])
    else if (name !== 'contact') expectFailure({ status, text }, locale)
  }
})

describe('an API that answers', () => {
  test.each([
    ['an error', 500, '{"data":[{}]}'],
    ['HTML', 200, '<!doctype html><title>Welcome</title>'],
    ['cut JSON', 200, '{"data":[{"courses":['],
    ['no data', 200, '{}'],
    ['null', 200, '{"data":null}'],
    ['an empty list', 200, '[]'],
    ['lists of anything', 200, '{"data":[null,1,"text",[],{},{"slug":7},{"slug":"a"},{"slug":"a","en_title":[1]}]}'],
    [
      'objects of anything',
      200,
      '{"data":{"slug":"","courses":[null,3],"category":1,"en_title":{},"en_body":5,"tags":{}}}',
    ],
    ['home data of anything', 200, '{"data":[{"courses":{},"news":[null],"goals":"text","team":[1],"blogs":0}]}'],
  ])('%s crashes no page', async (_, status, body) => {
    const { url } = await otherApi(() => ({ status, text: body }))
    const { request } = await pagesOf(url)
    for (const { path, locale } of sitePagesInTurn(generateContent({ product }), product)) {
      const answer = await request.get(path)
      expectWhole(answer.text)
      expect([200, 404, 503]).toContain(answer.status)
      if (answer.status === 503) expectFailure(answer, locale)
      expect(answer.text).not.toMatch(/\[object Object\]|>undefined<|>null<|>NaN</)
    }
  })
})

/** A server with other content of its own that renders the API at `baseUrl`. */
async function pagesOf(baseUrl: string) {
  return startApp({
    content: generateContent({ seed: 22, size: 2, product }),
    distDir,
    config: { baseUrl, imageBase: `${baseUrl}/images/`, product },
  })
}

/** Checks that header, main and heading are there, whether or not the content is. */
function expectWhole(html: string): void {
  expect(tagsOf(html, 'header')[0]).toEqual({ class: 'site-header' })
  expect(tagsOf(html, 'main')).toHaveLength(1)
  expect(tagsOf(html, 'h1')).toHaveLength(1)
}

function expectFailure({ status, text }: { status: number; text: string }, locale: 'en' | 'ar'): void {
  expect(status).toBe(503)
  const alert = text.slice(text.indexOf('role="alert"'))
  expect(textOf(alert, 'button')).toBe(tryAgain[locale])
}

const content = generateContent({ seed: 41, size: 4 })
const answer = answersOf(content)
const goodPages = sitePagesInTurn(content).filter(({ status }) => status === 200)

/** A site over an API that answers rightly. `warnings` are the lines of its log at `warn` and above. */
async function siteOf(config: 'baseUrl' | 'upstream') {
  const api = await otherApi(answer)
  const lines: string[] = []
  const { request } = await startApp({
    content,
    distDir,
    config: { [config]: api.url, imageBase: '/images/', logLevel: 'info' },
    logStream: { write: (line) => lines.push(line) },
  })
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
  return { api, request, warnings }
}

const menuOf = (html: string) => tagsOf(html.slice(0, html.indexOf('</header>')), 'a').map(({ href }) => href)

test.each(['baseUrl', 'upstream'] as const)(
  '%s: pages rendered concurrently call for the home data once',
  async (config) => {
    const { api, request } = await siteOf(config)
    const answers = await Promise.all(goodPages.map(({ path }) => request.get(path)))
    expect(goodPages.length).toBeGreaterThan(15)
    for (const { status } of answers) expect(status).toBe(200)
    expect(api.asked.filter((call) => call === 'GET /api/get-data')).toHaveLength(1)
  },
)

test('when only the home data fails, pages keep their menus and have an Age header, and the log has one line', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { api, request, warnings } = await siteOf('baseUrl')
  const before = menuOf((await request.get('/courses')).text)
  expect(before.length).toBeGreaterThan(4)
  api.respond = (path, payload) => (path === '/api/get-data' ? { status: 500, text: '{}' } : answer(path, payload))
  for (const path of ['/courses', '/blogs', '/courses']) {
    vi.setSystemTime(Date.now() + 60_000)
    const { status, text, headers } = await request.get(path)
    expect([status, menuOf(text).length]).toStrictEqual([200, before.length])
    expect(Number(headers.age)).toBeGreaterThanOrEqual(60)
    expect(headers['x-answered-because']).toContain('answered 500')
  }
  expect(warnings()).toHaveLength(1)
})
