import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { segment } from '#contract/paths'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { hydrationOf, tagsOf, textOf } from '../../support/html'
import { firstOf, sitePagesInTurn } from '../../support/site-pages'
import { answersOf, envelope, fails, type OtherAnswer, siteOver } from '../api/other-api'

const product = 'palmyra'
const tryAgain = { en: 'Try again', ar: 'حاول مجددًا' }
const content = generateContent({ seed: 21, size: 6, product })
const answer = answersOf(content, product)
const pages = sitePagesInTurn(content, product)
/** The site has other content of its own. */
const own = { content: generateContent({ seed: 22, size: 2, product }), config: { product } }

/** The heading, links and pictures of a page. */
const contentOf = (html: string) => [
  textOf(html, 'h1') ?? '',
  ...tagsOf(html, 'a').map(({ href = '' }) => href),
  ...tagsOf(html, 'img').map(({ alt = '' }) => alt),
]

type Site = Awaited<ReturnType<typeof siteOver>>

/** Requests each page once and gives its content. */
async function visit({ request }: Site, shown: typeof pages): Promise<Map<string, string[]>> {
  const visited = new Map<string, string[]>()
  for (const { path } of shown) visited.set(path, contentOf((await request.get(path).expect(200)).text))
  return visited
}

/** Checks that pages visited before still have their content, and tell an age of at least a minute. */
async function expectKept({ request }: Site, visited: Map<string, string[]>): Promise<void> {
  const answers = [...visited.keys()].map(async (path) => ({ path, ...(await request.get(path)) }))
  for (const { path, status, text, headers } of await Promise.all(answers)) {
    expect([path, status, Number(headers.age) >= 60]).toEqual([path, 200, true])
    expect(contentOf(text)).toStrictEqual(visited.get(path))
  }
}

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
])('an API that %s: each page is whole, with a retry button, then recovers, then keeps its content', async (...row) => {
  const [, given, statusOf] = row
  const pass = stopClock()
  const site = await siteOver(() => given, own)
  const { api, request } = site
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
  const good = pages.filter(({ status, name }) => status === 200 && statusOf(name))
  const visited = await visit(site, good)
  expect(tagsOf((await request.get('/ar/blogs')).text, 'article')).not.toHaveLength(0)

  if (given) api.respond = () => given
  else await api.stop()
  pass()
  // An item that was deleted meanwhile does not come back when the API fails.
  const deleted = good.filter(({ name }) => statusOf(name) === 404)
  for (const { path } of deleted) visited.delete(path)
  await expectKept(site, visited)
  for (const { path } of deleted) expect([path, (await request.get(path)).status]).toEqual([path, 404])
  api.respond = () => fails()
  for (const { path } of deleted) expect([path, (await request.get(path)).status]).toEqual([path, 503])
})

test('when the API hangs, known pages keep their content; others are bare in their language and ask by themselves', async () => {
  const pass = stopClock('performance')
  const site = await siteOver(answer, own)
  const { api, request } = site
  const visited = await visit(
    site,
    pages.filter(({ status, name }) => status === 200 && !/work|event/.test(name)),
  )
  pass()
  api.respond = () => undefined
  // Before the site closes, which waits for the page.
  onTestFinished(api.stop)
  void request.get('/blogs').catch(() => undefined)
  await expect.poll(() => api.open.size).toBeGreaterThan(0)
  // From now on a page waits half a second, as the API has been silent for longer than any page waits.
  pass(10_000)
  await expectKept(site, visited)
  for (const [lang, dir, path] of [
    ['en', 'ltr', '/free-workshops'],
    ['ar', 'rtl', '/ar/free-workshops'],
  ] as const) {
    const { status, text, headers } = await request.get(path)
    expect([status, tagsOf(text, 'html')]).toEqual([200, [{ lang, dir }]])
    expect(text).toContain('<main aria-busy="true">')
    expect(tagsOf(text, 'meta')).toContainEqual({ name: 'baseUrl', content: api.url })
    // `x-page` makes the service worker keep its cached page.
    expect(headers).toMatchObject({ 'content-language': lang, 'x-page': 'bare' })
  }
})

test('a page is rendered again as soon as the API answers again', async () => {
  const pass = stopClock('performance')
  const { api, request } = await siteOver(answer, own)
  await request.get('/blogs').expect(200)
  api.respond = () => fails(503)
  pass()
  expect(tagsOf((await request.get('/blogs').expect(200)).text, 'article')).not.toHaveLength(0)
  api.respond = (path, payload) => (path === '/api/get-blogs' ? envelope([]) : answer(path, payload))
  pass(3_000)
  expect(tagsOf((await request.get('/blogs').expect(200)).text, 'article')).toHaveLength(0)
})

test('a change of the local content removes no cached pages of another API', async () => {
  const pass = stopClock()
  const site = await siteOver(answer, own)
  const { api, app, request, store, config } = site
  const visited = await visit(
    site,
    pages.filter(({ name }) => name === 'blogs'),
  )
  store.watch(app.log)
  await writeFile(join(config.fixturesDir, 'goals.json'), JSON.stringify({ en_mission: '<p>Changed</p>' }))
  await expect.poll(() => store.content().version).toBe(2)
  api.respond = () => fails()
  pass()
  await expectKept(site, visited)
  // Visitors see the age of the page too.
  for (const path of visited.keys())
    expect(JSON.stringify(hydrationOf((await request.get(path)).text))).toContain('"staleSince":')
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

test('with UPSTREAM pages and pictures are those of the other API, or of the fixtures for what it never answered', async () => {
  const { api, request } = await siteOver(answer, own, 'upstream')
  const show = async (path: string, { slug }: { slug: string }) => {
    const { headers, text } = await request.get(path)
    return [path, headers['x-answered-by'], tagsOf(text, 'a').some(({ href }) => href?.endsWith(`/${segment(slug)}`))]
  }
  const [theirs, ours] = [firstOf(content.blogs), firstOf(own.content.courses)]
  for (const path of ['/', '/blogs', `/blogs/${segment(theirs.slug)}`])
    expect(await show(path, theirs)).toStrictEqual([path, 'upstream', true])
  await request.get('/images/theirs.png?w=320').expect(302).expect('location', `${api.url}/images/theirs.png`)
  await api.stop()
  expect(await show('/blogs', theirs)).toStrictEqual(['/blogs', 'upstream', true])
  expect(await show('/courses', ours)).toStrictEqual(['/courses', 'fixtures', true])
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
