import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { currentBuild } from '../../../scripts/builds'
import { sharedApp } from '../../support/app'

const api = sharedApp()
const site = sharedApp({ distDir: currentBuild() })
const html = 'text/html,application/xhtml+xml;q=0.9'

/** RFC 9112, 3.2.2: a server accepts absolute-form request targets, as proxies send them. */
describe('an absolute-form request target', () => {
  const whole = (path: string) =>
    new Promise<[status: number | undefined, body: string]>((resolve, reject) => {
      const { port } = site
      get({ port, host: '127.0.0.1', path }, async (answer) => resolve([answer.statusCode, await text(answer)])).on(
        'error',
        reject,
      )
    })

  test.each([
    '/',
    '/ar',
    '/ar/courses?show=14',
    '/images/none.png',
    '/api/get-blogs',
    '/api/none',
    '/assets/none.js',
    '/health',
  ])('of %s is answered like the path alone', async (path) => {
    const expected = await whole(path)
    for (const origin of ['http://localhost:3000', 'HTTP://other.example', 'https://other.example:443'])
      expect(await whole(origin + path)).toStrictEqual(expected)
  })

  test.each([
    ['http://other.example', '/'],
    ['http://other.example?a=1', '/?a=1'],
  ])('%s is %s', async (address, path) => {
    expect(await whole(address)).toStrictEqual(await whole(path))
  })
})

describe('addresses and methods', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/get-data/',
    '/api/get-data/x',
    '/API/get-data',
    '/api/%00',
    '/api//',
  ])('%s is a 404 problem document, also for a browser', async (path) => {
    for (const accept of ['application/json', html]) {
      const answer = await api.request.get(path).set('accept', accept).expect(404)
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.body).toMatchObject({ type: 'about:blank', status: 404, title: 'Not Found' })
    }
  })

  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/a%0Ab',
    '/images',
    '/images/',
    '/images/a/b.png',
    '/assets/none.js',
  ])('%s is a 404 problem document where there are pages too', async (path) => {
    const { status, type } = await site.request.get(path).set('accept', html)
    expect([status, type]).toStrictEqual([404, 'application/problem+json'])
  })

  test('an address that is no URL is a 4xx problem document', async () => {
    for (const path of ['/api/%', '/api/%ff', `/api/${'x'.repeat(5_000)}`]) {
      const { statusCode, headers } = await api.app.inject(path)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
      expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    }
  })

  const otherMethods = operationNames.flatMap((name) => {
    const { method, path } = operations[name]
    const others = method === 'GET' ? ['POST', 'PUT', 'PATCH', 'DELETE'] : ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']
    return others.map((other) => [other, path, method] as const)
  })

  test.each(otherMethods)('%s %s is a 405 whose Allow has %s', async (other, path, method) => {
    const answer = await api.app.inject({ method: other as 'GET', url: path, headers: { accept: html } })
    expect(answer.statusCode).toBe(405)
    expect(String(answer.headers.allow).split(', ')).toStrictEqual(
      method === 'GET' ? ['GET', 'HEAD', 'OPTIONS'] : ['POST', 'OPTIONS'],
    )
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    if (other === 'HEAD') return
    expect(answer.json()).toMatchObject({ status: 405, errors: [{ pointer: '', found: other }] })
  })

  test('a wrong method is reported before a wrong payload', async () => {
    await api.request.put('/api/get-course').set('content-type', 'text/plain').send('x'.repeat(50_000)).expect(405)
  })

  test.each(['/api/get-data', '/api/get-blogs', '/health', '/ready'])(
    'HEAD %s answers as GET, with no body',
    async (path) => {
      const get = await api.request.get(path).set('accept-encoding', 'identity').expect(200)
      const head = await api.request.head(path).set('accept-encoding', 'identity').expect(200)
      for (const name of ['content-type', 'content-length', 'etag']) expect(head.headers[name]).toBe(get.headers[name])
      expect(head.text ?? '').toBe('')
    },
  )
})

describe('CORS and cookies', () => {
  const requests = [
    ['GET', '/api/get-data', 200],
    ['GET', '/api/get-blogs', 200],
    ['POST', '/api/get-courses-by-category', 200],
    ['POST', '/api/get-course', 400],
    ['DELETE', '/api/get-course', 405],
    ['GET', '/api/nothing', 404],
    ['GET', '/api/%', 400],
    ['GET', '/images/none.png', 404],
    ['GET', '/health', 200],
  ] as const

  test.each(requests)(
    '%s %s (%i) may be read from any origin, without credentials, and sets no cookie',
    async (method, url, status) => {
      const headers = { origin: 'https://elsewhere.example', cookie: 'session=1' }
      const answer = await api.app.inject({ method, url, headers })
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['access-control-allow-origin']).toBe('*')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      expect(answer.headers).not.toHaveProperty('set-cookie')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    },
  )

  test.each(operationNames)("a browser's preflight for %s passes", async (name) => {
    const { method, path } = operations[name]
    const answer = await api.request
      .options(path)
      .set({
        origin: 'null',
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      })
      .expect(204)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-methods']).toContain(method)
    expect(answer.headers['access-control-allow-headers']).toContain('content-type')
  })
})
