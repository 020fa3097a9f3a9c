import { Client } from 'undici'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { findNginx, startNginx } from '../../support/nginx'
import { requireProgram } from '../requirements'

const content = generateContent({ seed: 5, size: 8 })
const site = sharedApp({ content, distDir: currentBuild(), config: { trustProxy: ['127.0.0.1'], scenarios: [] } })
let nginxUrl = ''

beforeAll(async () => {
  if (!(await findNginx())) return
  const nginx = await startNginx([site.port, site.port])
  nginxUrl = `http://127.0.0.1:${nginx.port}`
  return nginx.stop
})
beforeEach(({ skip }) => requireProgram('nginx', nginxUrl !== '', skip))

type Headers = Record<string, string>

/** Requests a response through nginx, and looks for blog posts in it. */
async function visit(path: string, headers: Headers = {}) {
  const response = await fetch(nginxUrl + path, { headers, redirect: 'manual' })
  const text = await response.text()
  const hasPosts = content.blogs.some(({ slug }) => text.includes(slug))
  return { status: response.status, headers: response.headers, hasPosts }
}

const chosen: [by: string, headers: Headers, query: string][] = [
  ['the header', { 'x-scenario': 'empty' }, ''],
  ['the cookie', { cookie: 'a=b; scenario=empty' }, ''],
  ['the query', {}, 'scenario=empty'],
  ['the query after another', {}, 'show=14&utm_source=mail&scenario=empty'],
]

test.each(['/api/get-blogs', '/blogs', '/ar/blogs'])(
  "%s under a tester's scenario reaches nobody else",
  async (path) => {
    for (const [by, headers, query] of chosen) {
      if (query && path.startsWith('/api/')) continue
      // Fills the cache with the ordinary response first, which the tester must not get.
      expect(await visit(path)).toMatchObject({ status: 200, hasPosts: true })
      const tested = await visit(query ? `${path}?${query}` : path, headers)
      expect([by, tested.status, tested.hasPosts, tested.headers.get('x-scenario')]).toEqual([by, 200, false, 'empty'])
      expect(tested.headers.get('cache-control')).toBe('no-store')
      const next = await visit(path)
      expect([by, next.hasPosts, next.headers.get('x-scenario')]).toEqual([by, true, null])
    }
  },
)

test("a tester's time reaches the site, and nobody else", async () => {
  const clock = /<script>Date\.now=/
  const isFrozen = async (path: string, headers: Headers = {}) =>
    clock.test(await (await fetch(nginxUrl + path, { headers })).text())
  const now = '2027-01-05T18:00:00+03:00'
  for (const [query, headers] of [
    ['', { 'x-scenario-now': now }],
    ['', { cookie: `a=b; scenario-now=${now}` }],
    [`?scenario-now=${now}`, {}],
    [`?show=14&scenario=one-item&scenario-now=${now}`, {}],
  ] as [string, Headers][]) {
    expect([query, headers, await isFrozen('/courses')]).toEqual([query, headers, false])
    expect([query, headers, await isFrozen(`/courses${query}`, headers)]).toEqual([query, headers, true])
    expect([query, headers, await isFrozen('/courses')]).toEqual([query, headers, false])
  }
})

test('a time chosen by the address reaches feeds too', async () => {
  const yearIn = async (query: string) =>
    /<updated>(\d{4})/.exec(await (await fetch(`${nginxUrl}/news.xml${query}`)).text())?.[1]
  expect(await yearIn('?scenario-now=2000-06-01')).toBe('2000')
  expect(await yearIn('')).not.toBe('2000')
})

test('a response under a scenario is not stored when it is the first of its address', async () => {
  for (const [index, [by, headers]] of chosen.slice(0, 2).entries()) {
    const path = `/blogs?show=${40 + index}`
    expect([by, (await visit(path, headers)).hasPosts]).toEqual([by, false])
    expect([by, (await visit(path)).hasPosts]).toEqual([by, true])
  }
})

test('the query chooses a scenario for the visit, and its empty form ends it', async () => {
  const cookieOf = async (path: string) => (await visit(path, { cookie: 'scenario=empty' })).headers.get('set-cookie')
  expect(await cookieOf('/?scenario=one-item')).toMatch(/^scenario=one-item; /)
  expect(await cookieOf('/courses?q=a&scenario=one-item&show=14')).toMatch(/^scenario=one-item; /)
  expect(await cookieOf('/?scenario=')).toMatch(/^scenario=; .*Max-Age=0/)
  expect(await cookieOf('/?other_scenario=one-item')).toBe(null)
})

test("the key of a tester's calls is sent to nobody else", async () => {
  for (const headers of [{ 'x-scenario-key': 'mine' }, { cookie: 'scenario-key=mine' }]) {
    const own = await visit('/api/get-data', headers)
    expect([own.headers.get('x-scenario-key'), own.headers.get('cache-control')]).toEqual(['mine', 'no-store'])
    expect((await visit('/api/get-data')).headers.get('x-scenario-key')).toBe(null)
  }
})

test("the server's own scenario is not stored either, so its end shows at once", async () => {
  const setCurrent = async (current: string[]) => {
    const { statusCode } = await site.app.inject({ method: 'PUT', url: '/__scenarios/current', payload: { current } })
    expect(statusCode).toBe(200)
  }
  const path = '/blogs?show=50'
  await setCurrent(['empty'])
  const under = await visit(path)
  // A response outside the server's scenario must not be stored for the others.
  const outside = await visit(path, { 'x-scenario': '' })
  const again = await visit(path)
  await setCurrent([])
  const after = await visit(path)
  expect([under, outside, again, after].map(({ hasPosts }) => hasPosts)).toEqual([false, true, false, true])
})

test.each([
  '/__scenarios',
  '/%5F_requests',
  '/%5f%5fscenarios',
  '//__requests',
  '/./__requests',
  '/__studio',
  '/x/../__requests',
])('%s is nothing that nginx passes on', async (path) => {
  // `fetch` would normalise the path.
  const client = new Client(nginxUrl)
  onTestFinished(() => client.close())
  const { statusCode, body } = await client.request({ path, method: 'GET', headers: { host: 'localhost' } })
  expect([statusCode, await body.text()]).toEqual([404, expect.not.stringContaining('ugarit')])
})
