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
  ['a b', false],
  ['a"b', false],
  ['<script>', false],
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
  const count = (route: string, method: string, status: string) =>
    `http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`
  expect(body).toContain(`${count('/api/get-blogs', 'GET', '2xx')} 2\n`)
  expect(body).toContain(`${count('/images/:name', 'GET', '4xx')} 2\n`)
  expect(body).toContain(`${count('none', 'GET', '4xx')} 1\n`)
  expect(body).toContain(`${count('none', 'other', '4xx')} 1\n`)
  expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
  expect(body).toMatch(/^content_version 1$/m)
  expect(body).not.toMatch(/none-1|nothing\/at/)
})

test('/metrics is for this machine, or for requests with the token', async () => {
  const { app } = await startApp()
  const { app: withToken } = await startApp({ config: { metricsToken: 'a-long-enough-secret' } })
  const status = async (server: typeof app, headers = {}, remoteAddress = '127.0.0.1') =>
    (await server.inject({ url: '/metrics', headers, remoteAddress })).statusCode
  expect(await status(app)).toBe(200)
  expect(await status(app, {}, '10.1.2.3')).toBe(404)
  expect(await status(app, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect(await status(withToken)).toBe(404)
  expect(await status(withToken, { authorization: 'Bearer a-long-enough-secreT' })).toBe(404)
  expect(await status(withToken, { authorization: 'Bearer a-long-enough-secret' }, '10.1.2.3')).toBe(200)
})
