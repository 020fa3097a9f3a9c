import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp } from '../../support/app'

const api = sharedApp()
const site = sharedApp({ distDir: currentBuild() })
const html = 'text/html,application/xhtml+xml;q=0.9'
const problemType = 'application/problem+json; charset=utf-8'

const paths = ['/', '/ar', '/ar/courses?show=14', '/images/none.png', '/api/get-blogs', '/api/none', '/assets/none.js']
const origins = ['http://localhost:3000', 'HTTP://other.example', 'https://other.example:443']

/** RFC 9112, 3.2.2: a server accepts absolute-form request targets, as proxies send them. */
test.each([
  ...[...paths, '/health'].flatMap((path) => origins.map((origin) => [origin + path, path])),
  ['http://other.example', '/'],
  ['http://other.example?a=1', '/?a=1'],
])('the absolute-form request target %s is answered like %s', async (...targets) => {
  const [absolute, expected] = targets.map(
    (path) =>
      new Promise<[status: number | undefined, body: string]>((resolve, reject) => {
        const sent = get({ port: site.port, host: '127.0.0.1', path })
        sent.on('response', async (answer) => resolve([answer.statusCode, await text(answer)])).on('error', reject)
      }),
  )
  expect(await absolute).toStrictEqual(await expected)
})

test.each([
  ...['/api', '/api/', '/api/nothing', '/api/get-data/', '/api/get-data/x', '/api/%00', '/api//', '/api/a%0Ab'],
  ...['/images', '/images/', '/images/a/b.png', '/assets/none.js', `/api/${'x'.repeat(5_000)}`],
])('%s is a 404 problem document, also for a browser and where there are pages', async (url) => {
  for (const { app } of [api, site]) {
    for (const accept of ['application/json', html]) {
      const { statusCode, headers, ...answer } = await app.inject({ url, headers: { accept } })
      expect([statusCode, headers['content-type']]).toStrictEqual([404, problemType])
      expect(answer.json()).toMatchObject({ type: 'about:blank', status: 404, title: 'Not Found' })
    }
  }
})

test.each(['/api/%', '/api/%ff', '/images/%E0%A4%A', '/assets/%'])('%s, which is no URL, is a 400', async (url) => {
  for (const { app } of [api, site]) {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toStrictEqual([400, problemType])
  }
})

test.each(operationNames)('%s answers another method by a 405 whose Allow has its own', async (name) => {
  const { method, path: url } = operations[name]
  const [own, allow] = method === 'GET' ? [['GET', 'HEAD'], 'GET, HEAD, OPTIONS'] : [['POST'], 'POST, OPTIONS']
  for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    if (own.includes(other)) continue
    const { statusCode, headers, ...answer } = await api.app.inject({ method: other, url, headers: { accept: html } })
    expect([other, statusCode, headers.allow, headers['content-type']]).toEqual([other, 405, allow, problemType])
    if (other !== 'HEAD') expect(answer.json()).toMatchObject({ status: 405, errors: [{ pointer: '', found: other }] })
  }
})

test('an address of the API in capitals is none of its own, and a wrong method is reported before a wrong payload', async () => {
  await api.request.get('/API/get-data').expect(404)
  await api.request.put('/api/get-course').set('content-type', 'text/plain').send('x'.repeat(50_000)).expect(405)
})

test.each(['/api/get-data', '/api/get-blogs', '/health', '/ready', '/docs'])(
  'HEAD %s answers as GET, with no body',
  async (url) => {
    const [get, head] = [await api.app.inject({ url }), await api.app.inject({ url, method: 'HEAD' })]
    for (const name of ['content-type', 'content-length', 'etag']) expect(head.headers[name]).toBe(get.headers[name])
    expect([get.statusCode, head.statusCode, head.body]).toStrictEqual([200, 200, ''])
  },
)

test.each([
  ['GET', '/api/get-data', 200],
  ['GET', '/api/get-blogs', 200],
  ['POST', '/api/get-courses-by-category', 200],
  ['POST', '/api/get-course', 400],
  ['DELETE', '/api/get-course', 405],
  ['GET', '/api/nothing', 404],
  ['GET', '/api/%', 400],
  ['GET', '/images/none.png', 404],
  ['GET', '/health', 200],
] as const)(
  '%s %s (%i) may be read from any origin, without credentials, and sets no cookie',
  async (method, url, status) => {
    const sent = { origin: 'https://elsewhere.example', cookie: 'session=1' }
    const { statusCode, headers } = await api.app.inject({ method, url, headers: sent })
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' })
    for (const name of ['access-control-allow-credentials', 'set-cookie']) expect(headers).not.toHaveProperty(name)
  },
)

test.each(operationNames)("a browser's preflight for %s passes", async (name) => {
  const { method, path } = operations[name]
  const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'content-type' }
  const { headers } = await api.request
    .options(path)
    .set({ origin: 'null', ...asked })
    .expect(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': expect.stringContaining(method),
    'access-control-allow-headers': expect.stringContaining('content-type'),
  })
})
