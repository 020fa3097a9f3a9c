import { describe, expect, test } from 'vitest'
import type { RecordedCall } from '../../../server/api/development/requests'
import { sharedApp, startApp } from '../../support/app'
import { envelope, otherApi } from './other-api'

type Build = Parameters<typeof startApp>[0]

/** A development server and its request journal, newest first. */
async function development(config: NonNullable<Build>['config'] = {}) {
  const { request } = await startApp({ config: { scenarios: [], ...config } })
  const calls = async (query = ''): Promise<RecordedCall[]> =>
    (await request.get(`/__requests?format=json${query}`).expect(200)).body.calls
  return { request, calls }
}

test('a call is listed with operation, payload, answer, status, time, size, origin and a curl line', async () => {
  const { request, calls } = await development()
  const { text } = await request.post('/api/get-news').set('accept-encoding', 'identity').send({ ugarit_news: true })
  const [call] = await calls()
  expect(call).toMatchObject({
    number: 1,
    operation: 'news',
    method: 'POST',
    url: '/api/get-news',
    payload: { ugarit_news: true },
    status: 200,
    from: 'fixtures',
    bytes: Buffer.byteLength(text),
    curl: expect.stringMatching(
      /^curl 'http:\/\/127\.0\.0\.1:\d+\/api\/get-news' -H 'content-type: application\/json' -d '\{"ugarit_news":true\}'$/,
    ),
  })
  expect(call?.milliseconds).toBeGreaterThan(0)
  expect(text.startsWith(call?.answer.slice(0, -1) ?? '?')).toBe(true)
  expect(call?.answer.length).toBeLessThan(4_010)
})

describe('other sites', () => {
  const site = sharedApp({ config: { scenarios: [] } })
  const statusOf = async (sent: Record<string, string>, url = '/__requests') => {
    const { statusCode, headers } = await site.app.inject({ url, headers: sent })
    return [statusCode, headers['access-control-allow-origin']]
  }

  test.each([
    [{ host: '127.0.0.1:3000' }],
    [{ host: '[::1]:3000' }],
    [{ host: '192.168.1.7:3000', origin: 'http://192.168.1.7:3000' }],
    [{ host: 'localhost:5173', origin: 'http://localhost:5173' }],
    [{ host: '127.0.0.1:3000', origin: 'http://localhost:5173' }],
  ])('%j may read the calls, without CORS', async (headers) => {
    expect(await statusOf(headers)).toStrictEqual([200, undefined])
  })

  test.each([
    [{ host: '127.0.0.1:3000', origin: 'https://evil.example' }],
    [{ host: '127.0.0.1:3000', origin: 'null' }],
    [{ host: '127.0.0.1:3000', origin: 'http://localhost.evil.example' }],
    [{ host: '127.0.0.1:3000', origin: 'http://203.0.113.7' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }],
    [{ host: 'rebound.evil.example:3000' }],
    [{ host: 'rebound.evil.example:3000', origin: 'http://rebound.evil.example:3000' }],
  ])('%j may not', async (headers) => {
    expect(await statusOf(headers)).toStrictEqual([403, undefined])
    expect(await statusOf(headers, '/__scenarios')).toStrictEqual([403, undefined])
  })

  test.each([
    ['PUT', '/__scenarios/current', { origin: 'https://evil.example' }],
    ['DELETE', '/__requests', { 'sec-fetch-site': 'cross-site' }],
  ] as const)('no other site may %s %s', async (method, url, headers) => {
    const { statusCode } = await site.app.inject({ method, url, headers, payload: { current: [] } })
    expect(statusCode).toBe(403)
  })

  test('the API is open to all as in production', async () => {
    expect(await statusOf({ origin: 'https://other.example' }, '/api/get-blogs')).toStrictEqual([200, '*'])
  })
})

test('compressed answers are listed as text, with the bytes that were sent', async () => {
  const { request, calls } = await development()
  await request.get('/api/get-data').set('accept-encoding', 'br')
  await request.get('/api/get-data').set('accept-encoding', 'gzip')
  for (const { answer, bytes } of await calls()) {
    expect(answer.startsWith('{"data":[{"')).toBe(true)
    expect(bytes).toBeLessThan(300_000)
  }
})

test('refusals of all kinds are listed too', async () => {
  const { request, calls } = await development()
  await request.post('/api/get-course').send({ slug: 4 })
  await request.post('/api/get-course').send({ slug: 'none' })
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
  const { request, calls } = await development({ upstream: api.url })
  await request.get('/api/get-blogs')
  api.respond = () => ({ status: 500, text: '' })
  await request.get('/api/get-data')
  await request.get('/api/get-data').set('x-scenario', 'empty')
  await request.post('/api/get-course').send({ slug: 'error-503' })
  expect((await calls()).map(({ from }) => from)).toStrictEqual(['fault', 'scenario', 'fixtures', 'upstream'])
})

test('the last 300 calls are stored', async () => {
  const { request, calls } = await development()
  for (let call = 0; call < 305; call++) await request.post('/api/get-news').send('{')
  const kept = await calls()
  expect([kept.length, kept[0]?.number, kept.at(-1)?.number]).toStrictEqual([300, 305, 6])
})

describe('the filter', () => {
  const rows: [query: string, found: string[]][] = [
    ['', ['blogs', 'course', 'event']],
    ['&operation=course', ['course']],
    ['&status=4xx', ['event']],
    ['&status=404', ['event']],
    ['&from=upstream', []],
    ['&q=python-from-zero', ['course']],
    ['&q=NO-SUCH&status=4xx', ['event']],
  ]

  test.each(rows)('"%s" finds %j', async (query, found) => {
    const { request, calls } = await development()
    await request.get('/api/get-blogs').set('if-none-match', '*')
    await request.post('/api/get-course').send({ slug: 'python-from-zero' })
    await request.post('/api/get-event').send({ slug: 'no-such-event' })
    expect((await calls(query)).map(({ operation }) => operation).sort()).toStrictEqual(found)
  })
})

describe('a query that can match nothing is refused, so that a test of "no calls" does not pass by a slip', () => {
  const site = sharedApp({ config: { scenarios: [] } })

  test.each([
    ['operation=get-course', 'found the string "get-course"'],
    ['opration=course', 'Nearest: operation'],
    ['from=scenarios', 'found the string "scenarios"'],
    ['status=(', 'a status such as 503 or 5xx'],
    ['since=yesterday', "a call's number or an ISO time"],
    ['key=a&key=b', 'found a list of 2'],
  ])('%s', async (query, hint) => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await site.app.inject({ method, url: `/__requests?${query}` })
      expect([answer.statusCode, answer.json().detail]).toStrictEqual([400, expect.stringContaining(hint)])
    }
  })

  test.each([
    ['GET', 'format=jsn', 'found the string "jsn"'],
    // Would forget all calls.
    ['DELETE', 'atLeast=2', 'There is no parameter'],
  ] as const)('%s with %s', async (method, query, hint) => {
    const answer = await site.app.inject({ method, url: `/__requests?${query}` })
    expect([answer.statusCode, answer.json().detail]).toStrictEqual([400, expect.stringContaining(hint)])
  })
})

test('a curl line repeats the scenario and the key of its call', async () => {
  const { request, calls } = await development()
  await request.get('/api/get-blogs').set({ 'x-scenario': 'empty', 'x-scenario-key': "Rana's" })
  // None, and one that does not exist.
  await request.get('/api/get-blogs').set('x-scenario', '')
  await request.get('/api/get-blogs').set('x-scenario', 'emtpy').expect(400)
  const lines = (await calls()).map(({ curl }) => curl)
  expect(lines[0]).toMatch(/get-blogs' -H 'x-scenario: emtpy'/)
  expect(lines[1]).toMatch(/get-blogs' -H 'x-scenario;'/)
  expect(lines[2]).toMatch(/get-blogs' -H 'x-scenario: empty' -H 'x-scenario-key: Rana'\\''s'$/)
})

test('the calls are not listed in production', async () => {
  const { request } = await startApp()
  await request
    .get('/__requests')
    .expect(404)
    .expect('content-type', /problem\+json/)
})

describe('the calls of a test', () => {
  test('are found by scenario, key, slug and time, waited for and forgotten', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    const find = async (query: string) => (await request.get(`/__requests?format=json${query}`).expect(200)).body
    const call = (key: string, slug: string) =>
      request.post('/api/get-course').set({ 'x-scenario': 'one-item', 'x-scenario-key': key }).send({ slug })
    await call('a', 'one')
    await call('a', 'two')
    await call('b', 'one')
    expect((await find('&key=a')).total).toBe(2)
    expect((await find('&operation=course&slug=one')).total).toBe(2)
    expect((await find('&scenario=one-item&status=4xx')).total).toBe(3)
    const { calls } = await find('&key=a')
    expect((await find(`&since=${calls[0].number}`)).total).toBe(1)

    const waiting = find('&key=c&atLeast=1&within=60000')
    await call('c', 'one')
    expect((await waiting).total).toBe(1)
    // Without the call, the answer comes after the time.
    expect((await find('&key=d&atLeast=1&within=50')).total).toBe(0)
    await request.get('/__requests?format=json&atLeast=many').expect(400)

    await request.delete('/__requests?key=a').expect(204)
    expect([(await find('&key=a')).total, (await find('')).total]).toEqual([0, 2])
  })

  test('are given as an HTTP archive', async () => {
    const { request } = await startApp({ config: { scenarios: [] } })
    await request.post('/api/get-course').send({ slug: 'nothing' })
    const { body } = await request.get('/__requests?format=har').expect(200)
    expect(body.log.version).toBe('1.2')
    const [entry] = body.log.entries
    expect(entry.request).toMatchObject({ method: 'POST', postData: { text: '{"slug":"nothing"}' } })
    expect(entry.request.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/get-course$/)
    expect(entry.response.status).toBe(404)
  })
})
