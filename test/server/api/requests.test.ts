import { describe, expect, test } from 'vitest'
import type { RecordedCall } from '../../../server/api/development/recorded-call'
import { sharedApp, startApp } from '../../support/app'
import { call } from './operation-rows'
import { envelope, fails, otherApi } from './other-api'

/** Starts a development server, with functions for its list of requests, newest first. */
async function development(upstream = '') {
  const { request } = await startApp({ config: { scenarios: [], upstream } })
  const find = async (query = ''): Promise<{ calls: RecordedCall[]; total: number }> =>
    (await request.get(`/__requests?format=json${query}`).expect(200)).body
  return { request, find, calls: async () => (await find()).calls }
}

const site = sharedApp({ config: { scenarios: [] } })

test('a call is listed with operation, payload, answer, status, time, size, origin and a curl line', async () => {
  const { request, calls } = await development()
  const { text } = await call(request, 'news', { ugarit_news: true }).set('accept-encoding', 'br, gzip')
  const [listed] = await calls()
  expect(listed).toMatchObject({
    number: 1,
    operation: 'news',
    method: 'POST',
    url: '/api/get-news',
    payload: { ugarit_news: true },
    status: 200,
    from: 'fixtures',
    bytes: Buffer.byteLength(text),
    milliseconds: expect.any(Number),
    curl: expect.stringMatching(
      /^curl http:\/\/127\.0\.0\.1:\d+\/api\/get-news -H 'content-type: application\/json' -d '\{"ugarit_news":true\}'$/,
    ),
  })
  expect(text.startsWith(listed?.answer.slice(0, -1) ?? '?')).toBe(true)
  expect(listed?.answer.length).toBeLessThan(4_010)
})

describe('other sites', () => {
  test.each([
    [200, { host: '[::1]:3000' }],
    [200, { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
    [403, { host: '192.168.1.7:3000', origin: 'http://192.168.1.7:3000' }],
    [403, { host: '0.0.0.0:3000' }],
    [200, { host: 'localhost:5173', origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' }],
    // `npm run dev` keeps the host of a request that it passes on, so its own page has the origin of its host.
    [403, { host: '127.0.0.1:3000', origin: 'http://localhost:5173' }],
    [403, { host: '127.0.0.1:3000', origin: 'null' }],
    [403, { host: '127.0.0.1:3000', origin: 'http://localhost.evil.example' }],
    [403, { host: '127.0.0.1:3000', origin: 'http://203.0.113.7' }],
    [403, { host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }],
    [403, { host: 'rebound.evil.example:3000', origin: 'http://rebound.evil.example:3000' }],
  ])('a request for the calls gets %i, without CORS, with %j', async (status, sent: Record<string, string>) => {
    for (const url of ['/__requests', '/__scenarios']) {
      const { statusCode, headers } = await site.app.inject({ url, headers: sent })
      expect([url, statusCode, headers['access-control-allow-origin']]).toStrictEqual([url, status, undefined])
    }
  })

  test('may change nothing, but may call the API as in production', async () => {
    const headers = { origin: 'https://evil.example' }
    const put = { method: 'PUT', url: '/__scenarios/current', headers, payload: { current: [] } } as const
    expect((await site.app.inject(put)).statusCode).toBe(403)
    expect((await site.app.inject({ method: 'DELETE', url: '/__requests', headers })).statusCode).toBe(403)
    const answer = await site.app.inject({ url: '/api/get-blogs', headers })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toStrictEqual([200, '*'])
  })
})

test('refusals of all kinds are listed too', async () => {
  const { request, calls } = await development()
  await call(request, 'course', { slug: 4 })
  await call(request, 'course', { slug: 'none' })
  await request.post('/api/get-course').type('text/xml').send('<a/>')
  await request.delete('/api/get-blogs')
  await request.get('/api/nothing')
  await request.get('/health')
  expect((await calls()).map(({ operation, status, from }) => [operation, status, from])).toStrictEqual([
    [null, 404, 'refused'],
    ['blogs', 405, 'refused'],
    ['course', 415, 'refused'],
    ['course', 404, 'fixtures'],
    ['course', 400, 'refused'],
  ])
})

test('answers of the upstream, of the fixtures in its place, of scenarios and of failures are distinguished', async () => {
  const api = await otherApi(() => envelope([]))
  const { request, calls } = await development(api.url)
  await call(request, 'blogs')
  api.respond = () => fails()
  await call(request, 'homeData')
  await call(request, 'homeData').set('x-scenario', 'empty')
  await call(request, 'course', { slug: 'error-503' })
  expect((await calls()).map(({ from }) => from)).toStrictEqual(['fault', 'scenario', 'fixtures', 'upstream'])
})

test('the last 300 calls are listed, and verifications count more, because tests in parallel share them', async () => {
  const { request, calls, find } = await development()
  await request.get('/api/get-blogs').set('x-scenario-key', 'early')
  for (let sent = 0; sent < 305; sent++) await request.get('/api/none')
  const recorded = await calls()
  expect([recorded.length, recorded[0]?.number, recorded.at(-1)?.number]).toStrictEqual([300, 306, 7])
  expect(await find('&key=early')).toMatchObject({ total: 1, calls: [{ number: 1, answer: '' }] })
  await request
    .post('/__requests/verify')
    .send({ calls: [{ method: 'GET', times: 306 }] })
    .expect(200)
})

test.each<[query: string, hint: string, ofDelete?: string]>([
  ['operation=get-course', 'found the string "get-course"'],
  ['opration=course', 'Nearest: operation'],
  ['from=scenarios', 'found the string "scenarios"'],
  ['method=PSOT', 'found the string "PSOT"'],
  ['status=(', 'a status such as 503 or 5xx'],
  ['since=2026-13-45', "a call's number or an ISO time"],
  ['key=a&key=b', 'found a list of 2'],
  ['format=jsn', 'found the string "jsn"', 'There is no parameter'],
  // If a delete ignored this parameter, it would forget all calls.
  ['atLeast=two', 'atLeast', 'There is no parameter'],
])('"%s" is refused, so that a test of "no calls" does not pass by a slip', async (query, hint, ofDelete = hint) => {
  const refusalOf = async (method: 'GET' | 'DELETE') => {
    const answer = await site.app.inject({ method, url: `/__requests?${query}` })
    return [answer.statusCode, answer.json().detail]
  }
  expect(await refusalOf('GET')).toStrictEqual([400, expect.stringContaining(hint)])
  expect(await refusalOf('DELETE')).toStrictEqual([400, expect.stringContaining(ofDelete)])
})

test('a curl line repeats the scenario and the key of its call', async () => {
  const { request, calls } = await development()
  await call(request, 'blogs').set({ 'x-scenario': 'empty', 'x-scenario-key': "Rana's" })
  // One request has no scenario, and one has a scenario that does not exist.
  await call(request, 'blogs').set('x-scenario', '')
  await call(request, 'blogs').set('x-scenario', 'emtpy').expect(400)
  expect((await calls()).map(({ curl }) => curl.split('get-blogs ')[1])).toStrictEqual([
    "-H 'x-scenario: emtpy'",
    "-H 'x-scenario;'",
    "-H 'x-scenario: empty' -H 'x-scenario-key: Rana'\\''s'",
  ])
})

test('calls are found by each of their fields, waited for and forgotten', async () => {
  const { request, find } = await development()
  const total = async (query?: string) => (await find(query)).total
  const ask = (key: string, slug: string) =>
    call(request, 'course', { slug }).set({ 'x-scenario': 'one-item', 'x-scenario-key': key })
  await call(request, 'blogs')
  await ask('a', 'no-such-course')
  await ask('a', 'python-from-zero')
  await ask('b', 'no-such-course')
  const { number = 0 } = (await find('&key=a')).calls[0] ?? {}
  for (const [query, count] of [
    ['&operation=course', 3],
    ['&operation=course&slug=no-such-course', 2],
    ['&status=4xx', 2],
    ['&status=404', 2],
    ['&from=scenario', 3],
    ['&q=NO-SUCH&status=4xx', 2],
    ['&key=a', 2],
    ['&method=post', 3],
    ['&scenario=one-item&status=4xx', 2],
    [`&since=${number}`, 1],
  ] as const)
    expect([query, await total(query)]).toEqual([query, count])

  const waiting = total('&key=c&atLeast=1&within=60000')
  await ask('c', 'one')
  expect(await waiting).toBe(1)
  // Without the call, the response comes when the time has passed.
  expect(await total('&key=d&atLeast=1&within=50')).toBe(0)

  await request.delete('/__requests?key=a').expect(204)
  expect([await total('&key=a'), await total()]).toEqual([0, 3])
})

test('calls are given as an HTTP archive', async () => {
  const { request } = await development()
  await call(request, 'course', { slug: 'nothing' })
  await request.get('/api/get-blogs?a=1&b=%D8%A8')
  const { body } = await request.get('/__requests?format=har').expect(200)
  expect(body.log.version).toBe('1.2')
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/get-course$/)
  const sent = { method: 'POST', url, postData: { text: '{"slug":"nothing"}' } }
  const typeOf = (value: string) => ({ headers: [{ name: 'content-type', value }], content: { mimeType: value } })
  const queryString = [
    { name: 'a', value: '1' },
    { name: 'b', value: 'ب' },
  ]
  expect(body.log.entries).toMatchObject([
    { request: sent, response: { status: 404, ...typeOf('application/problem+json; charset=utf-8') } },
    { request: { method: 'GET', queryString }, response: typeOf('application/json; charset=utf-8') },
  ])
})
