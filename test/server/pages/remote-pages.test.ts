import { expect, test } from 'vitest'
import { segment } from '#contract/paths'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { tagsOf, textOf } from '../../support/html'
import { sitePagesInTurn } from '../../support/site-pages'
import { answersOf, fails, type OtherAnswer, siteOver } from '../api/other-api'

const product = 'palmyra'
const tryAgain = { en: 'Try again', ar: 'حاول مجددًا' }
const content = generateContent({ seed: 21, size: 6, product })
const answer = answersOf(content, product)
const pages = sitePagesInTurn(content, product)
/** The site has other content of its own. */
const own = { content: generateContent({ seed: 22, size: 2, product }), config: { product } }

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
  const pass = stopClock()
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
  pass()
  expect(tagsOf((await request.get('/ar/blogs')).text, 'article')).not.toHaveLength(0)
})

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

test('a page asks only hosts that its policy allows for pictures, and JSON-LD names no other', async () => {
  const content = generateContent({ seed: 31, size: 6 })
  const cdn = 'https://cdn.example.org'
  const { api, request } = await siteOver(() => undefined, { config: { imageHosts: [cdn] } })
  const images = ['https://stranger.example/a.webp', `${cdn}/a.webp`, `${api.url}/up/a.webp`]
  const courses = content.courses.map((course, index) => ({ ...course, image: images[index] ?? 'plain.png' }))
  api.respond = answersOf({ ...content, courses })
  const shown: (string | undefined)[] = []
  for (const { slug } of courses.slice(0, 3)) {
    const { text, headers } = await request.get(`/courses/${segment(slug)}`)
    expect(text).toMatch(/<span class="picture/)
    const [, policy = ''] = /img-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    const sources = tagsOf(text, 'img').map(({ src = '' }) => src)
    for (const src of sources.filter((each) => each.startsWith('http'))) expect(policy).toContain(new URL(src).origin)
    shown.push(images.find((image) => sources.includes(image)))
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    expect(json).not.toContain('stranger.example')
  }
  expect(shown).toStrictEqual([undefined, ...images.slice(1)])
})
