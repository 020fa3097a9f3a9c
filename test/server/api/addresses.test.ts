import { expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { currentBuild } from '../../../scripts/site-build'
import { send } from '../../full/fuzz/send'
import { sharedApp } from '../../support/app'

const api = sharedApp()
const site = sharedApp({ distDir: currentBuild() })
const accept = 'text/html,application/xhtml+xml;q=0.9'
const problemType = 'application/problem+json; charset=utf-8'

/** A server accepts absolute-form request targets, which proxies send (RFC 9112, 3.2.2). */
test.each([
  ...['/', '/ar/courses?show=14', '/images/none.png', '/api/get-blogs', '/assets/none.js', '/health'].flatMap((path) =>
    ['http://localhost:3000', 'HTTPS://other.example'].map((origin) => [origin + path, path]),
  ),
  ['http://other.example', '/'],
  ['http://other.example?a=1', '/?a=1'],
])('the absolute-form request target %s is answered like %s', async (...targets) => {
  const [absolute, expected] = targets.map(async (path) => {
    const { status, text } = await send(site.port, { method: 'GET', path, headers: {} })
    return { status, text }
  })
  expect(await absolute).toStrictEqual(await expected)
})

test.each([
  [404, ['/api', '/api/get-data/', '/api/get-data/x', '/api/%00', '/api//', '/api/a%0Ab', `/api/${'x'.repeat(5_000)}`]],
  [404, ['/images', '/images/a/b.png', '/assets/none.js']],
  [400, ['/api/%', '/api/%ff', '/images/%E0%A4%A', '/assets/%']],
])('a %i is a problem document, also for a browser and where there are pages: %j', async (status, urls) => {
  for (const url of urls)
    for (const { app } of [api, site]) {
      const { statusCode, headers, ...answer } = await app.inject({ url, headers: { accept } })
      expect([url, statusCode, headers['content-type']]).toStrictEqual([url, status, problemType])
      const title = status === 404 ? 'Not Found' : 'Bad Request'
      expect(answer.json()).toMatchObject({ type: 'about:blank', title, status })
    }
})

test.each(operationNames)('%s answers other methods by a 405 with Allow, whatever the payload', async (name) => {
  const { method, path: url } = operations[name]
  const [own, allow] = method === 'GET' ? [['GET', 'HEAD'], 'GET, HEAD, OPTIONS'] : [['POST'], 'POST, OPTIONS']
  const sent = { url, headers: { accept, 'content-type': 'text/plain' }, payload: 'x'.repeat(50_000) }
  for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    if (own.includes(other)) continue
    const { statusCode, headers, ...answer } = await api.app.inject({ method: other, ...sent })
    expect([other, statusCode, headers.allow, headers['content-type']]).toEqual([other, 405, allow, problemType])
    const detail = `${url} answers ${allow}, not ${other}.`
    if (other !== 'HEAD') expect(answer.json()).toMatchObject({ detail, errors: [{ pointer: '', found: other }] })
  }
})

test.each(['/api/get-data', '/api/get-blogs', '/health', '/docs'])('HEAD %s is GET without a body', async (url) => {
  const [get, head] = [await api.app.inject({ url }), await api.app.inject({ url, method: 'HEAD' })]
  for (const name of ['content-type', 'content-length', 'etag']) expect(head.headers[name]).toBe(get.headers[name])
  expect([get.statusCode, head.statusCode, head.body]).toStrictEqual([200, 200, ''])
})

test.each([
  ['GET', '/api/get-blogs', 200],
  ['POST', '/api/get-courses-by-category', 200],
  ['POST', '/api/get-course', 400],
  ['DELETE', '/api/get-course', 405],
  ['GET', '/api/nothing', 404],
  ['GET', '/api/%', 400],
  ['GET', '/API/get-data', 404],
  ['GET', '/images/none.png', 404],
] as const)('%s %s (%i) may be read from any origin, without credentials, and sets no cookie', async (...row) => {
  const [method, url, status] = row
  const sent = { origin: 'https://elsewhere.example', cookie: 'session=1' }
  const { statusCode, headers } = await api.app.inject({ method, url, headers: sent })
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' })
  const readable = 'ETag, Retry-After, X-Answered-By, X-Answered-Because, X-Request-Id'
  if (status === 200) expect(headers['access-control-expose-headers']).toBe(readable)
  for (const name of ['access-control-allow-credentials', 'set-cookie']) expect(headers).not.toHaveProperty(name)
})

test.each(operationNames)("a browser's preflight for %s passes", async (name) => {
  const { method, path: url } = operations[name]
  const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'content-type' }
  const sent = { method: 'OPTIONS', url, headers: { origin: 'null', ...asked } } as const
  const { statusCode, headers } = await api.app.inject(sent)
  expect([statusCode, headers['access-control-allow-origin']]).toStrictEqual([204, '*'])
  expect(headers['access-control-allow-methods']).toContain(method)
  expect(headers['access-control-allow-headers']).toContain('content-type')
  // Without a time, browsers ask again after 5 s.
  expect(headers['access-control-max-age']).toBe('7200')
})
