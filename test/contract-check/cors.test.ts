import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { isBlockedScheme } from '../../contract-check/cors'
import { allowingAll, type Hooks } from './drifting-server'
import { check, reportOf, runOn, serve } from './run'

const origin = 'https://www.example.org'
const echo = ({ headers }: IncomingMessage) => ({
  ...allowingAll,
  'access-control-allow-origin': headers.origin ?? 'null',
})
const vary = { vary: 'Accept-Encoding, Origin' }

/** Removes the permission from the answers that a hook chooses. */
const withoutPermission = (isChosen: (call: { route: string; data: unknown }) => boolean): Hooks => ({
  respond: (call, response) => {
    if (isChosen(call)) response.removeHeader('access-control-allow-origin')
    return false
  },
})

const answering = (status: number, headers: Record<string, string> = {}) => ({
  preflight: (response: ServerResponse) => response.writeHead(status, headers).end('<h1>Not here</h1>'),
})

const all = 'homeData, coursesByCategory, courseById, course, blogs, blog, blogById, events, event, news, newsItem'
const posts = all.replace('homeData, ', '').replace('blogs, ', '')
const items = 'courseById, course, blog, blogById, event, newsItem'

/** Findings of an API for pages of `origin`: rule, operations, and what was found. */
it.each<[title: string, hooks: Hooks, findings: string[]]>([
  ['* for all', {}, []],
  [
    '* with credentials, which the client does not send',
    { headers: () => ({ ...allowingAll, 'access-control-allow-credentials': 'true' }) },
    [],
  ],
  ['* for all headers', { headers: () => ({ ...allowingAll, 'access-control-allow-headers': '*' }) }, []],
  [
    'the name of the header in other letters',
    { headers: () => ({ ...allowingAll, 'access-control-allow-headers': 'X-A,Content-Type' }) },
    [],
  ],
  ['a preflight with status 200', answering(200), []],
  [
    'the origin alone, for every caller',
    { headers: () => ({ ...allowingAll, 'access-control-allow-origin': origin }) },
    [],
  ],
  ['an echo of the origin with Vary', { headers: (request) => ({ ...echo(request), ...vary }) }, []],
  ['an echo that no cache keeps', { headers: (request) => ({ ...echo(request), 'cache-control': 'no-store' }) }, []],
  ['an echo of the origin without Vary', { headers: echo }, ['warning cors.vary (homeData, blogs): no header vary']],
  [
    'a list of origins without Vary',
    { headers: (request) => (request.headers.origin === origin ? echo(request) : { vary: 'Accept' }) },
    ['warning cors.vary (homeData, blogs): no header vary'],
  ],
  [
    'no permission at all',
    { headers: () => ({}) },
    [`error cors.origin (${all}): no header access-control-allow-origin`],
  ],
  [
    'another origin',
    { headers: () => ({ ...allowingAll, 'access-control-allow-origin': 'https://example.org' }) },
    [`error cors.origin (${all}): access-control-allow-origin: https://example.org`],
  ],
  [
    'the header twice, by the framework and by the proxy before it',
    { headers: () => ({ ...allowingAll, 'access-control-allow-origin': `${origin}, *` }) },
    [`error cors.origin (${all}): access-control-allow-origin: ${origin}, *`],
  ],
  ['a preflight with the login of the site', answering(401), [`error cors.preflight (${posts}): status 401`]],
  ['a preflight with the 404 of the framework', answering(404), [`error cors.preflight (${posts}): status 404`]],
  ['a preflight with 405', answering(405, { allow: 'POST' }), [`error cors.preflight (${posts}): status 405`]],
  [
    'a preflight with a redirect, which browsers do not follow',
    answering(301, { location: '/api/' }),
    [`error cors.preflight (${posts}): status 301 to /api/`],
  ],
  [
    'a preflight without the header for JSON',
    { headers: () => ({ 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-requested-with' }) },
    [`error cors.preflight (${posts}): access-control-allow-headers: x-requested-with`],
  ],
  [
    'a preflight without permission',
    { preflight: (response) => response.removeHeader('access-control-allow-origin') ?? response.end() },
    [`error cors.preflight (${posts}): no header access-control-allow-origin, at the preflight`],
  ],
  [
    'a preflight whose connection breaks',
    { preflight: (response) => response.destroy() },
    [`error cors.preflight (${posts}): the connection broke (UND_ERR_SOCKET), asked 5 times`],
  ],
  [
    'headers with status 200 alone',
    withoutPermission(({ data }) => data === undefined),
    [`error cors.error (${items}): status 404 with no header access-control-allow-origin`],
  ],
  [
    'no permission in one operation',
    withoutPermission(({ route }) => route === 'get-blogs'),
    ['error cors.origin (blogs): no header access-control-allow-origin'],
  ],
])('an API that allows %s', async (_, hooks, expected) => {
  const { url } = await serve(hooks)
  const { drifts, warnings, verdict } = await check(url, { origin, sample: 1 })
  const told = [...drifts, ...warnings].map(
    ({ severity, rule, operations, found }) => `${severity} ${rule} (${operations.join(', ')}): ${found}`,
  )
  expect(told).toEqual(expected)
  expect(verdict).toBe(drifts.length > 0 ? 'drift' : 'holds')
})

/** An API that redirects the calls of an operation. The redirects allow all origins. */
const redirecting = (to: string): Hooks => ({
  respond: ({ route }, response) => route === 'get-blogs' && Boolean(response.writeHead(302, { location: to }).end()),
})

it.each<[what: string, hooks: Hooks, found: string[]]>([
  ['allows all origins', {}, []],
  ['echoes the origin', { headers: (request) => ({ ...echo(request), ...vary }) }, []],
  [
    "allows the page's origin alone",
    { headers: () => ({ ...allowingAll, 'access-control-allow-origin': origin }) },
    [`cors.origin (blogs): access-control-allow-origin: ${origin}`],
  ],
])(
  'a redirect to another host that %s is judged as in browsers, which send Origin: null there',
  async (_, hooks, found) => {
    const origins = new Set<string | undefined>()
    const headers = (request: IncomingMessage) => {
      origins.add(request.headers.origin)
      return hooks.headers?.(request) ?? allowingAll
    }
    const target = await serve({ ...hooks, headers })
    const { url } = await serve(redirecting(`${target.url}/api/get-blogs`))
    const { drifts, warnings } = await check(url, { origin, sample: 1 })
    expect([...drifts, ...warnings].map(({ rule, operations, found }) => `${rule} (${operations}): ${found}`)).toEqual(
      found,
    )
    expect([...origins]).toEqual([undefined, 'null'])
    expect(drifts.every(({ expected }) => expected.includes('Origin: null'))).toBe(true)
  },
)

it('a redirect to the same host keeps the origin', async () => {
  const origins = new Set<string | undefined>()
  const { url } = await serve({
    ...redirecting('/moved/api/get-blogs'),
    headers: (request) => {
      origins.add(request.headers.origin)
      return allowingAll
    },
  })
  await check(url, { origin, sample: 1 })
  expect([...origins]).not.toContain('null')
})

describe('calls as from a page', () => {
  it('have Origin and, for a preflight, none of the headers that --header sends', async () => {
    const seen = new Set<string>()
    const { url } = await serve({
      headers: ({ method, headers }) => {
        const asked = [headers['access-control-request-method'], headers['access-control-request-headers']]
        if (headers.origin) seen.add([method, headers.origin, headers.authorization, ...asked].join(' '))
        return allowingAll
      },
    })
    const args = ['--origin', origin, '--header', 'authorization: token']
    expect((await runOn(url, ...args)).code).toBe(0)
    expect([...seen].sort()).toEqual([
      'GET https://another-site.example token  ',
      `GET ${origin} token  `,
      `OPTIONS ${origin}  POST content-type`,
      `POST ${origin} token  `,
    ])
  })

  it('are not made for pages of the API itself', async () => {
    const { url, requests } = await serve({ headers: () => ({}), preflight: (response) => response.destroy() })
    const before = await reportOf(url, '--origin', url)
    expect([before.code, before.report.warnings]).toEqual([0, []])
    const count = requests.length
    expect((await runOn(url, '--skip', 'cors.origin')).code).toBe(0)
    expect(requests.length).toBeGreaterThan(2 * count)
  })

  it('without --origin are of a site that the API does not know, and only warn', async () => {
    const { code, report } = await reportOf({ headers: () => ({}) })
    expect([code, report.drifts]).toEqual([0, []])
    expect(report.warnings).toMatchObject([{ rule: 'cors.origin', expected: expect.stringContaining('--origin') }])
  })
})

it.each([
  ['http://api.example.org', 'https://www.example.org', true],
  ['http://api.example.org', 'http://www.example.org', false],
  ['https://api.example.org', 'https://www.example.org', false],
  ['http://127.0.0.1', 'https://www.example.org', false],
  ['http://api.localhost', 'https://www.example.org', false],
])('pages of https make no calls to http, except on the machine itself: %s from %s', (url, from, isBlocked) => {
  expect(isBlockedScheme(url, from)).toBe(isBlocked)
})

it.each([
  ['same-origin', origin, 1],
  ['same-site', origin, 1],
  ['same-site', 'http://0.0.0.1', 0],
  ['cross-origin', origin, 0],
])('pictures with the policy %s on pages of %s are an error: %i', async (policy, page, count) => {
  const { url } = await serve({
    image: (_, response) => {
      response.setHeader('cross-origin-resource-policy', policy)
      return false
    },
  })
  const { drifts } = await check(url, { origin: page, sample: 1 })
  const blocked = drifts.filter(({ rule }) => rule === 'cors.picture')
  expect(blocked.length > 0).toBe(count > 0)
  for (const { found } of blocked) expect(found).toBe(`cross-origin-resource-policy: ${policy}`)
})

it('pictures with hotlink protection are told for pages of a known origin alone', async () => {
  const hooks: Hooks = {
    image: (_, response) => {
      const { referer } = response.req.headers
      return referer !== undefined && Boolean(response.writeHead(403).end(referer))
    },
  }
  const { url } = await serve(hooks)
  expect((await check(url, { sample: 1 })).verdict).toBe('holds')
  const { drifts } = await check(url, { origin, sample: 1 })
  const missing = drifts.filter(({ rule }) => rule === 'picture.missing')
  expect(missing.length).toBeGreaterThan(0)
  for (const { found, curl } of missing)
    expect([found, curl.includes(`'referer: ${origin}/'`)]).toEqual(['status 403', true])
})

it('an API of http is an error for pages of https', async () => {
  const { url } = await serve()
  // The same machine, by an address that browsers do not take for it.
  const { code, report } = await reportOf(url.replace('127.0.0.1', '0.0.0.0'), '--origin', origin, '--sample', '1')
  expect(code).toBe(1)
  expect(report.drifts).toMatchObject([
    { rule: 'cors.http', operations: ['homeData'], found: expect.stringMatching(/^http:/) },
  ])
})

it.each(['https://www.example.org/site', 'www.example.org', 'ftp://example.org'])(
  '--origin %s is wrong usage',
  async (text) => {
    const { code, stderr } = await runOn({}, '--origin', text)
    expect([code, stderr]).toEqual([64, expect.stringMatching(/^contract: --origin /)])
  },
)
