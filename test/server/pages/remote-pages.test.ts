import { expect, onTestFinished, test } from 'vitest'
import { pages as pagesOfSite } from '#contract/pages'
import { segment } from '#contract/paths'
import { stopClock } from '../../support/clock'
import { generateContent } from '../../support/generated-content'
import { elementText, hydrationOf, tagsOf } from '../../support/html'
import { type SitePage, sitePagesInTurn } from '../../support/site-pages'
import { answersOf, fails, type OtherAnswer, siteOver } from '../api/other-api'

const product = 'palmyra'
const tryAgain = { en: 'Try again', ar: 'حاول مجددًا' }
const content = generateContent({ seed: 21, size: 6, product })
const answer = answersOf(content, product)
const pages = sitePagesInTurn(content, product)
/** The site's own content, which differs from the API's. */
const own = { content: generateContent({ seed: 22, size: 2, product }), config: { product } }

/** Returns the heading, links and pictures of a page. */
const contentOf = (html: string) => [elementText(html, 'h1'), tagsOf(html, 'a'), tagsOf(html, 'img')]

type RemoteSite = Awaited<ReturnType<typeof siteOver>>

/** Requests each page once and returns the pages' content. */
async function visit({ request }: RemoteSite, shown: typeof pages): Promise<Map<string, unknown>> {
  const visited = new Map<string, unknown>()
  for (const { path } of shown) visited.set(path, contentOf((await request.get(path).expect(200)).text))
  return visited
}

/** Checks that visited pages still have their content, and show an age of at least one minute. */
async function expectUnchanged({ request }: RemoteSite, visited: Map<string, unknown>): Promise<void> {
  const answers = [...visited.keys()].map(async (path) => ({ path, ...(await request.get(path)) }))
  for (const { path, status, text, headers } of await Promise.all(answers)) {
    expect([path, status, Number(headers.age) >= 60]).toEqual([path, 200, true])
    expect(contentOf(text)).toStrictEqual(visited.get(path))
  }
}

const json = (text: string): OtherAnswer => ({ text })

const failed = () => 503
const any = () => undefined

// `test/server/api/remote-source.test.ts` tests what else counts as a failure.
test.each<[what: string, answer: OtherAnswer | undefined, statusOf: (name: SitePage['name']) => number | undefined]>([
  ['is down', undefined, failed],
  ['answers an error', fails(), failed],
  ['answers an empty list', json('[]'), failed],
  // Such as Traefik while the API is deployed, or WordPress without its plugin.
  ['answers 404 to every call', fails(404), failed],
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
    expect([path, status]).toEqual([path, name === 'contactUs' ? 200 : (statusOf(name) ?? status)])
    expect([200, 404, 503]).toContain(status)
    if (status === 503) expect(elementText(text.slice(text.indexOf('role="alert"')), 'button')).toBe(tryAgain[locale])
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
  await expectUnchanged(site, visited)
})

test('an item that the API has deleted is missing, and does not come back when the API fails', async () => {
  const pass = stopClock()
  const site = await siteOver(answer, own)
  const { api, request } = site
  const deleted = pages.filter(
    ({ status, name }) => name !== 'notFound' && status === 200 && 'items' in pagesOfSite[name],
  )
  await visit(site, deleted)
  api.respond = (path, payload) => (/"slug":"./.test(payload) ? fails(404) : answer(path, payload))
  pass()
  for (const { path } of deleted) expect([path, (await request.get(path)).status]).toEqual([path, 404])
  api.respond = () => fails()
  pass()
  for (const { path } of deleted) expect([path, (await request.get(path)).status]).toEqual([path, 503])
})

test('when the API hangs, known pages keep their content; others are bare in their language and ask by themselves', async () => {
  const pass = stopClock()
  const site = await siteOver(answer, own)
  const { api, request } = site
  const known = pages.filter(({ status, name }) => status === 200 && !/orkshop|event/.test(name))
  const visited = await visit(site, known)
  pass()
  api.respond = () => undefined
  // Stops the API before the site closes, because closing waits for the page.
  onTestFinished(api.stop)
  void request.get('/blogs').catch(() => undefined)
  await expect.poll(() => api.open.size).toBeGreaterThan(0)
  // From now on a page waits only 0.5 s, because the API has been silent for longer than any page waits.
  pass(10_000)
  await expectUnchanged(site, visited)
  for (const [lang, path] of Object.entries({ en: '/free-workshops', ar: '/ar/free-workshops' })) {
    const { status, text, headers } = await request.get(path)
    expect([status, tagsOf(text, 'html')]).toEqual([200, [{ lang, dir: lang === 'ar' ? 'rtl' : 'ltr' }]])
    expect(text).toContain('<main aria-busy="true">')
    expect(tagsOf(text, 'meta')).toContainEqual({ name: 'baseUrl', content: api.url })
    // `x-page` makes the service worker keep its cached page.
    expect(headers).toMatchObject({ 'content-language': lang, 'x-page': 'bare' })
  }
})

test('when only the home data fails, pages keep their menus and tell their age, and the log has one line; soon they recover', async () => {
  const pass = stopClock()
  const { api, request, lines } = await siteOver(answer, { ...own, config: { product, logLevel: 'warn' } })
  const shown = async () => {
    const { text, headers } = await request.get('/courses').expect(200)
    const menu = tagsOf(text.slice(0, text.indexOf('</header>')), 'a').length
    const isToldVisitors = JSON.stringify(hydrationOf(text)).includes('"staleSince":')
    return { menu, isToldVisitors, age: headers.age, because: headers['x-answered-because'] }
  }
  const { menu, ...fresh } = await shown()
  expect(menu).toBeGreaterThan(4)
  expect(fresh).toEqual({ isToldVisitors: false, age: '0' })
  api.respond = (path, payload) => (path === '/api/get-data' ? fails() : answer(path, payload))
  for (const age of ['60', '120']) {
    pass()
    expect(await shown()).toEqual({ menu, isToldVisitors: true, age, because: expect.stringContaining('answered 500') })
  }
  expect(lines).toHaveLength(1)
  api.respond = answer
  pass(3_000)
  expect(await shown()).toEqual({ menu, ...fresh })
})

test('a page is as old as its oldest answer', async () => {
  const pass = stopClock()
  const { api, request } = await siteOver(answer, own)
  const [course] = content.courses
  const path = `/courses/${segment(course?.slug ?? '')}`
  await request.get(path).expect(200)
  pass(20_000)
  // Fetches newer home data, but no newer answer for the course.
  await request.get('/').expect(200)
  pass(40_000)
  api.respond = () => fails()
  const { text, headers } = await request.get(path).expect(200)
  expect(headers).toMatchObject({ age: '60', 'x-answered-by': 'upstream' })
  expect(JSON.stringify(hydrationOf(text))).toContain(`"staleSince":${Date.now() - 60_000}`)
})

test('a page asks only hosts that its policy allows for pictures, and JSON-LD names no other', async () => {
  const cdn = 'https://cdn.example.org'
  const { api, request } = await siteOver(() => undefined, { config: { imageHosts: [cdn] } })
  const images = ['https://stranger.example/a.webp', `${cdn}/a.webp`, `${api.url}/up/a.webp`]
  const content = generateContent({ seed: 31, size: 6 })
  const courses = content.courses.slice(0, 3).map((course, index) => ({ ...course, image: images[index] ?? '' }))
  api.respond = answersOf({ ...content, courses })
  for (const [index, { slug, image }] of courses.entries()) {
    const { text, headers } = await request.get(`/courses/${segment(slug)}`)
    expect(text).toMatch(/<span class="picture/)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    const asked = tagsOf(text, 'img').map(({ src }) => src)
    const policy = String(headers['content-security-policy'])
    const { origin } = new URL(image)
    const namedBy = [asked.includes(image), policy.includes(origin), json.includes(origin)]
    expect(namedBy).toEqual(index === 0 ? [false, false, false] : [true, true, true])
  }
})
