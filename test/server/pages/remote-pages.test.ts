import { expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { tagsOf, textOf } from '../../support/html'
import { firstOf, sitePagesInTurn } from '../../support/site-pages'
import { answersOf, fails, type OtherAnswer, siteOver } from '../api/other-api'

const product = 'palmyra'
const tryAgain = { en: 'Try again', ar: 'حاول مجددًا' }
const content = generateContent({ seed: 21, size: 6, product })
const answer = answersOf(content, product)
const pages = sitePagesInTurn(content, product)
/** The site has other content of its own. */
const own = { content: generateContent({ seed: 22, size: 2, product }), config: { product } }

test('pages of another API are rendered from its content, its pictures and its product', async () => {
  const { url } = await startApp({ content, config: { product } })
  const imageBase = `${url}/images/`
  const { request } = await startApp({ ...own, distDir: currentBuild(), config: { product, baseUrl: url, imageBase } })
  for (const { path, status } of pages) expect([path, (await request.get(path)).status]).toEqual([path, status])
  const course = firstOf(content.courses, ({ en_title }) => en_title)
  const { text, headers } = await request.get(createPaths({ locale: 'en', product }).course(course.slug))
  expect(textOf(text, 'h1')).toBe(course.en_title)
  for (const { src } of tagsOf(text, 'img').filter(({ src }) => !src?.startsWith('/assets/')))
    expect(src?.startsWith(imageBase), src).toBe(true)
  for (const [name, content] of Object.entries({ baseUrl: url, imageBase, product }))
    expect(tagsOf(text, 'meta')).toContainEqual({ name, content })
  const policy = headers['content-security-policy']
  expect(policy).toContain(`connect-src 'self' ${url}`)
  expect(policy).toMatch(new RegExp(`img-src [^;]*${url}`))
})

const json = (text: string, status = 200): OtherAnswer => ({ status, text })
const isItem = /^(?:category|course|news item|blog|workshop|competition|event|not found)$/

const failed = () => 503
const missing = (name: string) => (isItem.test(name) ? 404 : 503)
const any = () => undefined

test.each<[what: string, answer: OtherAnswer | undefined, statusOf: (name: string) => number | undefined]>([
  ['is down', undefined, failed],
  ['answers an error', json('{"data":[{}]}', 500), failed],
  ['answers HTML', json('<!doctype html><title>Welcome</title>'), failed],
  ['answers cut JSON', json('{"data":[{"courses":['), failed],
  ['answers no data', json('{}'), failed],
  ['answers null', json('{"data":null}'), failed],
  ['answers an empty list', json('[]'), failed],
  ['answers 404', fails(404), missing],
  ['answers lists', json('{"data":[null,1,"text",[],{},{"slug":7},{"slug":"a"},{"slug":"b","en_title":[1]}]}'), any],
  ['answers objects', json('{"data":{"slug":"","courses":[null,3],"category":1,"en_title":{},"tags":{}}}'), any],
  ['answers odd home data', json('{"data":[{"courses":{},"news":[null],"goals":"","team":[1],"blogs":0}]}'), any],
])('an API that %s crashes no page: each is whole, with a retry button if it failed, and recovers', async (...row) => {
  const [, given, statusOf] = row
  const { api, request } = await siteOver(() => given, own)
  if (!given) await api.stop()
  for (const { path, locale, name } of pages) {
    const { status, text } = await request.get(path)
    expect([path, tagsOf(text, 'header')[0]]).toEqual([path, { class: 'site-header' }])
    expect([path, tagsOf(text, 'main').length, tagsOf(text, 'h1').length]).toEqual([path, 1, 1])
    expect(text, path).not.toMatch(/\[object Object\]|>undefined<|>null<|>NaN</)
    expect([path, status]).toEqual([path, name === 'contact' ? 200 : (statusOf(name) ?? status)])
    expect([200, 404, 503]).toContain(status)
    if (status === 503) expect(textOf(text.slice(text.indexOf('role="alert"')), 'button')).toBe(tryAgain[locale])
  }
  if (!given) await api.restart()
  api.respond = answer
  await expect.poll(async () => tagsOf((await request.get('/ar/blogs')).text, 'article')).not.toHaveLength(0)
})

test.each(['baseUrl', 'upstream'] as const)(
  '%s: pages rendered concurrently call for the home data once',
  async (variable) => {
    const { api, request } = await siteOver(answer, own, variable)
    const good = pages.filter(({ status }) => status === 200)
    const answers = await Promise.all(good.map(({ path }) => request.get(path)))
    for (const { status } of answers) expect(status).toBe(200)
    expect(api.asked.filter((call) => call === 'GET /api/get-data')).toHaveLength(1)
  },
)

test('when only the home data fails, pages keep their menus and have an Age header, and the log has one line', async () => {
  const pass = stopClock()
  const menuOf = (html: string) => tagsOf(html.slice(0, html.indexOf('</header>')), 'a').map(({ href }) => href)
  const { api, request, lines } = await siteOver(answer, { ...own, config: { product, logLevel: 'warn' } })
  const before = menuOf((await request.get('/courses')).text)
  expect(before.length).toBeGreaterThan(4)
  api.respond = (path, payload) => (path === '/api/get-data' ? fails() : answer(path, payload))
  for (const path of ['/courses', '/blogs', '/courses']) {
    pass()
    const { status, text, headers } = await request.get(path)
    expect([status, menuOf(text).length]).toStrictEqual([200, before.length])
    expect(Number(headers.age)).toBeGreaterThanOrEqual(60)
    expect(headers['x-answered-because']).toContain('answered 500')
  }
  expect(lines).toHaveLength(1)
})
