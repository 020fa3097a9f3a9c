import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { currentBuild } from '../../../scripts/site-build'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const site = sharedApp({ config: { scenarios: [] } })
const withPages = sharedApp({ content: generateContent(), distDir: currentBuild(), config: { scenarios: [] } })
const behindProxy = sharedApp({ config: { scenarios: [], trustProxy: ['127.0.0.1'] } })
const token = 'a-token-of-the-testers'
const withToken = sharedApp({ config: { scenarios: [], scenariosToken: token } })
const inDevelopment = sharedApp({ config: { scenarios: [], isDevelopment: true } })

/** Forms of addresses below `/__`. The router decodes some of them, and has no route for others. */
const forms = [
  ...['/__requests', '/%5F_requests', '/%5f%5frequests', '/_%5Frequests', '/__requests?format=har', '/__requests#x'],
  ...[
    '/__%72equests',
    '/__requests/',
    '/__REQUESTS',
    '/__requests;x',
    '/__requests%2F',
    '/__requests/%zz',
    '/%5F_requests%',
  ],
  ...['/__scenarios', '/%5F_scenarios', '/__scenarios/', '/__scenarios/current', '/__scenarios/none/none', '/__studio'],
  ...['/__', '/__none', '/%5F_none', '/__open-in-editor?file=a', `/__scenarios/${'x'.repeat(2_001)}`],
  ...['http://localhost/__requests', 'http://localhost/%5F_requests', 'HTTP://evil.example/__requests'],
  ...['//__requests', '/./__requests', '/x/../__requests', '/%2E/__requests', '/%2F__requests', '/\\__requests'],
]

const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE', 'PATCH', 'PROPFIND']

/** Sends a request line as it is. `app.inject` and `fetch` would change it. */
async function send(port: number, method: string, target: string, headers: Record<string, string>) {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const strangers: [who: string, headers: Record<string, string>][] = [
  ['another site', { host: 'localhost', origin: 'http://evil.example' }],
  ['a rebound name', { host: 'rebound.evil.example' }],
  ['another site on this machine', { host: 'localhost:3000', origin: 'http://localhost:8080' }],
  ['another site on this machine without Origin', { host: 'localhost:3000', 'sec-fetch-site': 'same-site' }],
  ['a proxy on this machine', { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }],
]

describe.each(strangers)('%s', (_, headers) => {
  test.each(methods)('learns and changes nothing by %s of any form of a development address', async (method) => {
    for (const { port } of [site, withPages])
      for (const target of forms) {
        const { status, head, body } = await send(port, method, target, { ...headers, 'content-length': '0' })
        const found = [target, status, /^access-control-allow-origin/m.test(head), /"calls"|"scenarios"/.test(body)]
        const isBelow = /^(?:https?:\/\/[^/]+)?\/(?:_|%5f){2}/i.test(target)
        // A form that is no development address, or cannot be decoded, is unknown to the API and redirects to the home page.
        const isRefusal = status >= 300 || (!isBelow && method === 'OPTIONS')
        expect([...found, isRefusal]).toEqual([target, status, isBelow ? false : expect.any(Boolean), false, true])
      }
  })
})

test('a scenario of the server cannot be set by an encoded address either', async () => {
  const payload = { current: ['empty'] }
  for (const [, headers] of strangers)
    for (const url of ['/__scenarios/current', '/%5F_scenarios/current', '/__scenario%73/current']) {
      const { statusCode } = await site.app.inject({ method: 'PUT', url, headers, payload })
      expect([url, statusCode]).toEqual([url, 403])
    }
  expect((await site.app.inject('/__scenarios')).json()).toMatchObject({ current: [] })
})

describe('outside of development', () => {
  const statusOf = async ({ app }: Pick<typeof site, 'app'>, options: InjectOptions) =>
    (await app.inject({ url: '/__requests', ...options })).statusCode

  test.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])(
    'a request that a proxy on this machine passes on by %s is refused, also by a trusted one',
    async (name) => {
      for (const each of [site, behindProxy]) {
        expect(await statusOf(each, { headers: { [name]: '127.0.0.1' } })).toBe(403)
        expect(await statusOf(each, { headers: { [name]: '127.0.0.1', 'x-forwarded-for': '::1' } })).toBe(403)
      }
    },
  )

  test.each([
    ['127.0.0.1', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['127.8.8.8', 200],
    ['192.168.1.7', 403],
    ['::ffff:192.168.1.7', 403],
    ['fe80::1', 403],
    ['203.0.113.7', 403],
  ])('the peer %s gets %i, whatever Host it names', async (remoteAddress, status) => {
    for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
      expect(await statusOf(site, { remoteAddress, headers: { host } })).toBe(status)
  })

  test('a peer from a network is refused by the socket too', async () => {
    const { address } =
      Object.values(networkInterfaces())
        .flat()
        .find((each) => each && !each.internal && each.family === 'IPv4') ?? {}
    const { app } = await startApp({ config: { scenarios: [] } })
    if (address) expect((await app.inject({ url: '/__scenarios', remoteAddress: address })).statusCode).toBe(403)
  })

  test('nginx without settings, which sends HTTP/1.0 and no header of a proxy, is refused', async () => {
    const socket = connect(site.port, '127.0.0.1')
    socket.write('GET /__scenarios HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n')
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('with SCENARIOS_TOKEN only its owner is let in, from everywhere', async () => {
    const authorization = `Bearer ${token}`
    const remoteAddress = '203.0.113.7'
    const headers = { authorization, host: 'www.example.org', 'x-forwarded-for': '203.0.113.7' }
    expect(await statusOf(withToken, { remoteAddress, headers })).toBe(200)
    for (const wrong of ['', `Bearer ${token}x`, `Bearer ${'a'.repeat(token.length)}`, `Basic ${token}`, token])
      expect([wrong, await statusOf(withToken, { headers: { authorization: wrong } })]).toEqual([wrong, 403])
    expect(await statusOf(withToken, {})).toBe(403)
    // Without a configured token none is right.
    expect(await statusOf(site, { remoteAddress, headers: { authorization: 'Bearer ' } })).toBe(403)
  })
})

test('in development the pages of this machine are let in, and no others', async () => {
  for (const [status, headers] of [
    [200, { host: 'localhost:5173', origin: 'http://localhost:5173' }],
    [200, { host: '127.0.0.1:5173' }],
    [200, { host: '[::1]:5173' }],
    // Browsers send no `Sec-Fetch-Site` to these addresses, so pages of other sites would look like programs.
    [403, { host: '0.0.0.0:5173' }],
    [403, { host: '[::]:5173' }],
    [403, { host: '[::ffff:127.0.0.1]:5173' }],
    [403, { host: '192.168.1.7:5173', origin: 'http://192.168.1.7:5173' }],
    [403, { host: 'localhost:5173', origin: 'http://localhost:8080' }],
    [403, { host: 'rebound.evil.example' }],
  ] as const)
    expect((await inDevelopment.app.inject({ url: '/%5F_requests', headers })).statusCode).toBe(status)
})

test('every answer below /__ is no-store, may not be framed and is for no other origin', async () => {
  for (const url of ['/__requests', '/__scenarios', '/%5F_scenarios', '/__none']) {
    const { headers } = await site.app.inject({ url })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
})

describe('an encoded address of the API', () => {
  const course = { slug: 'none' }
  test('is answered, recorded and refused as the plain one', async () => {
    const { app } = await startApp({ config: { scenarios: [] } })
    for (const url of ['/%61pi/get-blogs', '/api/get%2Dblogs', '/api/get-blogs#x'])
      expect((await app.inject({ url, headers: { 'x-scenario': 'empty' } })).json()).toEqual({ data: [] })
    expect((await app.inject({ url: '/%61pi/get-course' })).headers.allow).toBe('POST, OPTIONS')
    expect((await app.inject({ method: 'POST', url: '/%61pi/get-course', payload: course })).statusCode).toBe(404)
    const { calls } = (await app.inject('/__requests')).json()
    expect(calls.map(({ url, operation }: Record<string, unknown>) => [url, operation])).toEqual([
      ['/api/get-course', 'course'],
      ['/api/get-course', 'course'],
      ['/api/get-blogs', 'blogs'],
      ['/api/get-blogs', 'blogs'],
      ['/api/get-blogs', 'blogs'],
    ])
  })

  test('is no page', async () => {
    for (const url of ['/%61pi/none', '/%61pi', '/im%61ges', '/ass%65ts/none', '/%61pi/%zz', '/%61pi#x']) {
      const { statusCode, headers } = await withPages.app.inject({ url })
      expect([url, [400, 404].includes(statusCode), headers.location]).toEqual([url, true, undefined])
    }
  })

  test('takes no scenario from its query', async () => {
    const { headers } = await site.app.inject('/%61pi/get-blogs?scenario=empty')
    expect(headers).not.toHaveProperty('x-scenario')
  })
})

test.each([
  ['none', true],
  ['same-origin', true],
  ['same-site', false],
  ['cross-site', false],
] as const)(
  'a page under a scenario asked for with Sec-Fetch-Site %s is remembered: %s',
  async (site, isRemembered) => {
    const headers = { host: 'localhost:3000', 'sec-fetch-site': site }
    const { headers: sent } = await withPages.app.inject({ url: '/en?scenario=empty', headers })
    expect([sent['x-scenario'], 'set-cookie' in sent]).toEqual(['empty', isRemembered])
  },
)
