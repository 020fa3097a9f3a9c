import { expect, onTestFinished, test, vi } from 'vitest'
import { loadMessages } from '#content/i18n'
import { formatDate } from '#content/localize'
import { inWords } from '#content/schedule'
import { createPaths } from '#contract/paths'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp, startApp } from '../../support/app'
import { elementText } from '../../support/html'
import { readContent } from '../../support/shipped-content'
import { firstOf, sitePages } from '../../support/site-pages'

/* Scenarios in which the time stands still. */

const distDir = currentBuild()
const content = await readContent()
const pages = sitePages(content)
const config = { scenarios: [] }
const site = sharedApp({ distDir, config })

/** Before, among and after the starts of the shipped courses and events. */
const times = ['2021-03-04T05:06:07+03:00', '2027-01-05T18:00:00+03:00', '2031-12-31T23:59:59+03:00']

const clockOf = (time: string) => `<script>Date.now=()=>${Date.parse(time)}</script>`

async function textOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(site.url + path, { headers, redirect: 'manual' })).text()
}

test.each(times)('at %s each page is as on a machine whose clock says so', async (time) => {
  // A server of its own has no page in its cache.
  const other = await startApp({ distDir, config })
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  const expected = new Map<string, string>()
  for (const { path } of pages) expected.set(path, (await other.request.get(path)).text)
  vi.useRealTimers()
  for (const { path, status } of pages) {
    const { text, headers, ...answer } = await site.request.get(path).set('x-scenario-now', time)
    expect([path, answer.status, headers['cache-control']]).toEqual([path, status, 'no-store'])
    expect(text).toContain(clockOf(time))
    expect([path, text.replace(`${clockOf(time)}\n`, '')]).toEqual([path, expected.get(path)])
  }
})

test('the times of this test lead to different pages', async () => {
  for (const { path } of pages.filter(({ name }) => ['home', 'courses', 'course', 'event'].includes(name))) {
    const texts = await Promise.all(
      times.map(async (time) => elementText(await textOf(path, { 'x-scenario-now': time }), 'main')),
    )
    expect([path, new Set(texts).size > 1]).toEqual([path, true])
  }
})

test.each(times)('at %s no feed, calendar or site map tells of a later time', async (time) => {
  const now = Date.parse(time)
  const { newsFeed, blogFeed, calendar } = createPaths({ locale: 'ar', product: 'ugarit' })
  for (const path of [newsFeed(), blogFeed(), calendar(), '/sitemap.xml']) {
    const text = await textOf(path, { 'x-scenario-now': time })
    const told = Array.from(text.matchAll(/<(?:updated|lastmod)>([^<]+)|DTSTAMP:(\d{8})T(\d\d)(\d\d)(\d\d)Z/g))
    const moments = told.map(([, iso, day = '', ...clock]) =>
      Date.parse(iso ?? `${day.replace(/(....)(..)(..)/, '$1-$2-$3')}T${clock.join(':')}Z`),
    )
    expect([path, moments.length > 0, moments.filter((moment) => !(moment <= now))]).toEqual([path, true, []])
  }
})

/** A workshop whose day ends six hours after its start. */
const evening = firstOf(
  content.events,
  ({ event_type, date }) => event_type === 'free_workshop' && date?.includes('T18:00:00+03:00'),
)
const midnight = 6 * 60
const dated = firstOf(content.courses, ({ date }) => date)

test.each([
  ['event', -1, 'soon', 'next.byMessage'],
  ['event', 1, 'started', 'next.eventStarted'],
  ['event', midnight - 1, 'started', 'next.eventStarted'],
  ['event', midnight + 1, 'over', 'next.over'],
  ['course', -1, 'soon', 'next.register'],
  ['course', 1, 'started', 'next.started'],
  ['course', 10_000, 'started', 'next.started'],
] as const)(
  'the list and the page of an %s say %i minutes after the start: %s, %s',
  async (kind, minutes, state, next) => {
    const { slug, date } = kind === 'event' ? evening : dated
    const time = Date.parse(String(date)) + minutes * 60_000
    const headers = { 'x-scenario-now': new Date(time).toISOString() }
    for (const locale of ['en', 'ar'] as const) {
      const t = await loadMessages(locale)
      const paths = createPaths({ locale, product: 'ugarit' })
      const start = formatDate(date)
      const words = t(`schedule.${state}`, { date: start && inWords(start, locale, time).text })
      const list = kind === 'event' ? paths.freeWorkshops() : paths.courses()
      expect(elementText(await textOf(list, headers), 'main')).toContain(words)
      const page = await textOf(kind === 'event' ? paths.freeWorkshop(slug) : paths.course(slug), headers)
      expect(elementText(page, 'article')).toContain(t(next))
    }
  },
)

const courses = '/courses?when=upcoming'
const [time] = times.slice(1)

test('the time is chosen by header, then by a page address, then by cookie, then by the last scenario with a time', async () => {
  const define = (name: string, now: string) =>
    site.request.put(`/__scenarios/${name}`).send({ description: 'A time', now }).expect(204)
  await define('in-2029', '2029-05-06')
  await define('in-2030', '2030-05-06 07:08')
  const [in2029, in2030] = ['2029-05-06T00:00+03:00', '2030-05-06T07:08+03:00'].map(clockOf)
  const clock = async (path: string, headers?: Record<string, string>) =>
    /<script>Date.now=.*?<\/script>/.exec(await textOf(path, headers))?.[0]
  const [first = '', second = '', third = ''] = times
  const cookie = `scenario-now=${encodeURIComponent(third)}`
  expect(await clock('/')).toBe(undefined)
  expect(await clock('/', { cookie })).toBe(clockOf(third))
  expect(await clock('/', { cookie: `a=b; scenario-now=${third}` })).toBe(clockOf(third))
  // A plus sign need not be encoded.
  expect(await clock(`/?scenario-now=${second}`, { cookie })).toBe(clockOf(second))
  expect(await clock(`/?scenario-now=${encodeURIComponent(second)}`)).toBe(clockOf(second))
  expect(await clock(`/?scenario-now=${second}`, { 'x-scenario-now': first, cookie })).toBe(clockOf(first))
  expect(await clock('/', { 'x-scenario': 'in-2030,in-2029' })).toBe(in2029)
  expect(await clock('/', { 'x-scenario': 'in-2029,in-2030,empty' })).toBe(in2030)
  expect(await clock('/', { 'x-scenario': 'in-2029', cookie })).toBe(clockOf(third))
  expect(await clock('/', { 'x-scenario': 'in-2029', 'x-scenario-now': '' })).toBe(undefined)
  const { headers } = await site.request.get('/').set('x-scenario', 'in-2030')
  expect(headers).toMatchObject({ 'x-scenario': 'in-2030', 'x-scenario-now': '2030-05-06 07:08' })
})

test("a page's address chooses the time of the visit, unless another site links to it", async () => {
  const cookiesOf = async (query: string, headers = {}) =>
    (await fetch(`${site.url}/?${query}`, { headers })).headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  expect(await cookiesOf(`scenario-now=${time}`)).toEqual([`scenario-now=${encodeURIComponent(time ?? '')}`])
  expect(await cookiesOf(`scenario=empty&scenario-now=${time}`)).toHaveLength(2)
  expect(await cookiesOf('scenario-now=')).toEqual(['scenario-now='])
  expect(await cookiesOf(`scenario-now=${time}`, { 'sec-fetch-site': 'cross-site' })).toEqual([])
})

test.each(['tomorrow', '2027-02-30', '2027-01-05T25:00', '1767225600000'])('the time %s is refused', async (text) => {
  const { body } = await site.request.get('/api/get-blogs').set('x-scenario-now', text).expect(400)
  expect(body.detail).toContain('expected an ISO 8601 time such as 2027-01-05T18:00:00+03:00')
  const scenario = { description: 'A time', now: text }
  await site.request.put('/__scenarios/odd').send(scenario).expect(400)
})

test('without scenarios nobody chooses the time', async () => {
  const { request } = await startApp({ distDir })
  const plain = await request.get('/')
  const asked = await request
    .get(`/?scenario-now=${time}`)
    .set({ 'x-scenario-now': time, cookie: `scenario-now=${time}` })
  expect([asked.text, asked.headers['set-cookie'], asked.headers['cache-control']]).toEqual([
    plain.text,
    undefined,
    'no-cache',
  ])
})

test('a call of the API is stored by no cache, and is listed with its time', async () => {
  const { headers } = await site.request
    .get('/api/get-blogs')
    .set({ 'x-scenario-now': String(time), 'x-scenario-key': 'times' })
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-scenario-now': time })
  const { body } = await site.request.get('/__requests?key=times')
  expect(body.calls).toMatchObject([{ now: time, curl: expect.stringContaining(`-H 'x-scenario-now: ${time}'`) }])
})

test('the app shell has the clock, and its policy allows it', async () => {
  const sent = { 'x-scenario': 'hanging', 'x-scenario-now': String(time) }
  const { text, headers } = await site.request.get('/courses').set(sent)
  expect(headers['x-page']).toBe('bare')
  expect(text).toContain(clockOf(String(time)))
  const policies = [headers, (await site.request.get('/courses').set('x-scenario-now', String(time))).headers]
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256')
    .update(`Date.now=()=>${Date.parse(String(time))}`)
    .digest('base64')
  for (const each of policies) expect(each['content-security-policy']).toContain(hash)
  expect((await site.request.get('/courses')).headers['content-security-policy']).not.toContain(hash)
})

test('200 requests of 20 worlds at once see their own world only, and so do visitors', async () => {
  const course = firstOf(content.courses).slug
  const paths = ['/', '/ar', courses, `/courses/${course}`, '/ar/calendar.ics']
  const worlds = Array.from({ length: 20 }, (_, index) => ({
    'x-scenario-now': `20${20 + index}-0${1 + (index % 9)}-11T10:00:00+03:00`,
    ...(index % 4 === 0 && { 'x-scenario': 'one-item' }),
    ...(index % 4 === 1 && { 'x-scenario': 'arabic-only' }),
  }))
  const visits = [...worlds, {}].flatMap((world) => paths.map((path) => ({ path, world })))
  const alone: string[] = []
  for (const { path, world } of visits) alone.push(await textOf(path, world))
  expect(new Set(alone).size).toBeGreaterThan(80)
  const together = await Promise.all([...visits, ...visits].map(async ({ path, world }) => textOf(path, world)))
  expect(together.length).toBeGreaterThanOrEqual(200)
  expect(together).toEqual([...alone, ...alone])
})
