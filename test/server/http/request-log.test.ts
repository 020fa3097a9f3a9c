import { expect, test } from 'vitest'
import { startApp } from '../../support/app'

test('every request is one line with its id, route, path, status and time', async () => {
  const { app, lines } = await startApp({ config: { logLevel: 'info' } })
  // Drops the log line about listening.
  lines.length = 0
  const headers = { 'x-request-id': 'visit-7' }
  await app.inject({ url: '/api/get-blogs?secret=1', headers })
  await app.inject({ method: 'POST', url: '/api/get-course', payload: { slug: 1 }, headers })
  await app.inject({ url: '/api/"no\\nthing"', headers })
  await expect.poll(() => lines).toHaveLength(3)
  const same = { level: 30, time: expect.any(Number), ms: expect.any(Number), reqId: 'visit-7', msg: 'answered' }
  expect(lines).toMatchObject([
    { ...same, method: 'GET', route: '/api/get-blogs', path: '/api/get-blogs', status: 200 },
    { ...same, method: 'POST', route: '/api/get-course', status: 400 },
    { ...same, path: expect.stringMatching(/^\/api\/.*thing/), status: 404 },
  ])
})

test.each([
  ['a-b_c.d:9', true],
  ['', false],
  ['x'.repeat(65), false],
  ['a"b', false],
  ['عربي', false],
])('the id %j of a request is kept: %s', async (id, isKept) => {
  const { app } = await startApp()
  const sent = { 'x-request-id': Buffer.from(id).toString('latin1') }
  const { headers } = await app.inject({ url: '/health', headers: sent })
  expect(headers['x-request-id']).toEqual(isKept ? id : expect.stringMatching(/^[\da-f]{8}-[\da-f-]{27}$/))
})

test('/metrics counts answers by route, method and class, and has no labels that a client can choose', async () => {
  const { app } = await startApp()
  for (const url of ['/api/get-blogs', '/api/get-blogs', '/images/none-1.png', '/images/none-2.png', '/nothing/at/all'])
    await app.inject(url)
  await app.inject({ method: 'PROPFIND', url: '/api/get-blogs' })
  const { statusCode, headers, body } = await app.inject('/metrics')
  expect([statusCode, headers['content-type']]).toStrictEqual([200, expect.stringMatching(/^text\/plain; version=/)])
  for (const [route, method, status, times] of [
    ['/api/get-blogs', 'GET', '2xx', 2],
    ['/images/:name', 'GET', '4xx', 2],
    ['none', 'GET', '4xx', 1],
    ['none', 'other', '4xx', 1],
  ]) {
    const labels = `{route="${route}",method="${method}",status="${status}"}`
    expect(body).toContain(`http_request_duration_seconds_count${labels} ${times}\n`)
  }
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(body).toMatch(/^content_version 1$/m)
  expect(body).not.toMatch(/none-1|nothing\/at/)
})

const right = { authorization: 'Bearer a-long-enough-secret' }
test.each([
  ['', '127.0.0.1', {}, 200],
  ['', '10.1.2.3', {}, 404],
  ['', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 404],
  ['a-long-enough-secret', '127.0.0.1', {}, 404],
  ['a-long-enough-secret', '127.0.0.1', { authorization: 'Bearer a-long-enough-secreT' }, 404],
  ['a-long-enough-secret', '10.1.2.3', right, 200],
  ['a-long-enough-secret', '10.1.2.3', { authorization: 'bearer  a-long-enough-secret' }, 200],
  ['a-long-enough-secret', '10.1.2.3', { authorization: 'bearera-long-enough-secret' }, 404],
])('METRICS_TOKEN="%s": /metrics from %s with %j is a %i', async (metricsToken, from, headers, status) => {
  const { app } = await startApp({ config: { metricsToken } })
  expect((await app.inject({ url: '/metrics', headers, remoteAddress: from })).statusCode).toBe(status)
})
