import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { currentBuild } from '../../scripts/builds'
import { operationRows } from '../server/api/operation-rows'
import { sharedApp } from '../support/app'
import { generateContent } from '../support/generated-content'
import { findNginx, startNginx } from '../support/nginx'
import { firstOf, sitePages } from '../support/site-pages'
import { requireProgram } from './requirements'

const content = generateContent({ seed: 5, size: 8 })
const site = sharedApp({ content, distDir: currentBuild(), config: { trustProxy: ['127.0.0.1'] } })
let nginxPort = 0

beforeAll(async () => {
  if (!(await findNginx())) return
  const nginx = await startNginx([site.port, site.port])
  nginxPort = nginx.port
  return nginx.stop
})
beforeEach(({ skip }) => requireProgram('nginx', nginxPort > 0, skip))

type Asked = {
  method?: Dispatcher.HttpMethod
  path: string
  headers?: Record<string, string>
  body?: string | Readable
}

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/**
 * A response without the parts that differ for each connection and response. A compressed body is decompressed and has no length,
 * because repeated requests are soon compressed better.
 */
async function ask(port: number, { path, ...asked }: Asked) {
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${port}${path}`, asked)
  const { date, server, connection, 'keep-alive': _, 'x-request-id': id, ...rest } = headers
  const decode = decoders[String(rest['content-encoding'])]
  if (decode) delete rest['content-length']
  const sent = Buffer.from(await body.arrayBuffer())
  const content = decode && sent.length > 0 ? decode(sent) : sent
  return { status: statusCode, headers: rest, id: String(id), body: content.toString('latin1') }
}

/** Requests from both and expects equal responses, without another try: a wrong key of the cache lasts for a second only. */
async function askBoth(asked: Asked) {
  const { id: _, ...own } = await ask(site.port, asked)
  for (let time = 0; time < 3; time++) {
    const { id, ...cached } = await ask(nginxPort, asked)
    expect(cached).toStrictEqual(own)
    expect(id).toMatch(/^[\w.:-]+$/)
  }
  return { id: '', ...own }
}

const json = { 'content-type': 'application/json' }
const post = (path: string, payload: unknown, headers = {}): Asked => ({
  ...{ method: 'POST', path, headers: { ...json, ...headers } },
  body: JSON.stringify(payload),
})
const [course, other] = [firstOf(content.courses), firstOf(content.courses.slice(1))]

const rows = operationRows(content, 'ugarit')
const calls = operationNames.flatMap((name) => {
  const { method, path } = operations[name]
  return rows[name].map(({ payload }, index): [string, Asked] => [
    `${name} ${index}`,
    method === 'GET' ? { path } : payload ? post(path, payload) : { method, path },
  ])
})
const pages = sitePages(content).map(({ name, locale, path }): [string, Asked] => [`${name} in ${locale}`, { path }])

const blogs = '/api/get-blogs'
const picture = '/images/plain.png'

const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
const isFuture = { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }
const others: [string, Asked][] = [
  ['home data by brotli', { path: '/api/get-data', headers: { 'accept-encoding': 'gzip, br' } }],
  ['home data by gzip', { path: '/api/get-data', headers: { 'accept-encoding': 'gzip' } }],
  ['a page by brotli', { path: '/ar', headers: { 'accept-encoding': 'br' } }],
  ['HEAD', { method: 'HEAD', path: blogs }],
  ['an original', { path: picture }],
  ['a picture as AVIF', { path: `${picture}?w=320`, headers: { accept: 'image/avif,*/*' } }],
  ['a picture as WebP', { path: `${picture}?w=320`, headers: { accept: 'image/webp,*/*' } }],
  ['a picture as PNG', { path: `${picture}?w=320` }],
  ...['bytes=0-9', 'bytes=0-1,4-5', 'bytes=99999999-'].map((range): [string, Asked] => [
    `the range ${range}`,
    { path: picture, headers: { range } },
  ]),
  ['a range of JSON', { path: blogs, headers: { range: 'bytes=0-9' } }],
  ['an original that is not newer', { path: picture, headers: isFuture }],
  ['a tag that is out of date', { path: blogs, headers: { 'if-none-match': '"old"' } }],
  ['a form', { method: 'POST', path: '/api/get-course', headers: asForm, body: `slug=${course.slug}` }],
  ['a longer list', { path: '/courses?show=14' }],
  ['a search', { path: `/ar/courses?q=${encodeURIComponent('الذكاء')}` }],
  ['a search with a longer list', { path: '/courses?q=a+b%26c&show=14' }],
  ['a missing slug', post('/api/get-course', { slug: 'none' })],
  ['a bad payload', post('/api/get-course', { slug: 1 })],
  ['text for JSON', post('/api/get-course', { slug: course.slug }, { 'content-type': 'text/plain' })],
  ['a wrong method', { method: 'DELETE', path: blogs }],
  ['no picture', { path: '/images/none.png' }],
  ['no operation', { path: '/api/none' }],
  ['a redirect', { path: '/nowhere/at/all' }],
  ['the state', { path: '/ready' }],
]

test.each([...calls, ...pages, ...others])('%s is the same from nginx and from an instance', async (_, asked) => {
  await askBoth(asked)
})

test.each(['/', '/api/get-data', '/images/plain.png', '/images/plain.png?w=640'])(
  '%s with a matching ETag is the same 304',
  async (path) => {
    const etag = String((await ask(site.port, { path })).headers.etag)
    expect((await askBoth({ path, headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await askBoth({ path, headers: { 'if-none-match': `"x", W/${etag.replace('W/', '')}` } })).status).toBe(304)
  },
)

describe('different payloads have different answers:', () => {
  const filler = (size: number) => ({ more: 'x'.repeat(size) })
  test.each([0, 2_000, 9_000, 12_000, 15_000])('with %i bytes around them', async (size) => {
    for (const { slug } of [course, other, course]) {
      const { status, body } = await askBoth(post('/api/get-course', { ...filler(size), slug }))
      expect([status, JSON.parse(Buffer.from(body, 'latin1').toString()).data.slug]).toStrictEqual([200, slug])
    }
  })

  test('sent in chunks, without Content-Length', async () => {
    for (const { slug } of [course, other]) {
      const body = Readable.from([JSON.stringify({ slug })])
      const asked: Asked = { method: 'POST', path: '/api/get-course', headers: json, body }
      expect(JSON.parse((await ask(nginxPort, asked)).body).data.slug).toBe(slug)
    }
  })

  test('the same payload of another type, and POST with If-None-Match', async () => {
    const asked = post('/api/get-course', { slug: course.slug })
    const { headers } = await askBoth(asked)
    expect((await askBoth(post(asked.path, { slug: course.slug }, { 'content-type': 'text/plain' }))).status).toBe(415)
    const again = post(asked.path, { slug: course.slug }, { 'if-none-match': String(headers.etag) })
    expect((await askBoth(again)).status).toBe(200)
  })
})

test('each answer has its own id, or that of its request', async () => {
  const asked = { path: '/api/get-blogs' }
  const ids = [await ask(nginxPort, asked), await ask(nginxPort, asked)].map(({ id }) => id)
  expect(new Set(ids).size).toBe(2)
  const headers = { 'x-request-id': 'visit-7' }
  expect((await ask(nginxPort, { ...asked, headers })).id).toBe('visit-7')
  expect((await ask(nginxPort, { ...asked, headers: { 'x-request-id': 'a b' } })).id).not.toBe('a b')
})

test.each([
  ['/courses?utm_source=mail&show=14', '/courses?show=14'],
  ['/courses?q=a&x=1', '/courses?q=a'],
  ['/?show=', '/'],
  ['/ar?w=320', '/ar'],
  ['/images/plain.png?show=14&w=320', '/images/plain.png?w=320'],
  ['/api/get-blogs?q=a', '/api/get-blogs'],
  ['/sitemap.xml?1', '/sitemap.xml'],
])('%s comes from nginx as %s', async (path, known) => {
  const [given, expected] = [await ask(nginxPort, { path }), await askBoth({ path: known })]
  expect({ ...given, id: '' }).toStrictEqual(expected)
})

test("nginx's own error page has the headers of a site that nobody frames or opens over plain HTTP", async () => {
  const headers = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  }
  expect(await ask(nginxPort, { path: '/metrics' })).toMatchObject({ status: 404, headers })
})

test.each<[string, Asked, string]>([
  ['GET', { path: '/api/get-blogs' }, '/api/get-blogs'],
  ['POST', post('/api/get-course', { slug: course.slug }), '/api/get-course'],
  ['a page', { path: '/ar/courses' }, '/*'],
  ['a page with an unknown query', { path: '/ar/blogs?utm_campaign=NUMBER' }, '/*'],
  ['a picture', { path: '/images/plain.png?w=320', headers: { accept: 'image/webp' } }, '/images/:name'],
])('%s requested often rarely reaches the instance', async (_, asked, route) => {
  const answered = async () => {
    const { body } = await site.app.inject('/metrics')
    const ofRoute = body.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count{'))
    const counts = ofRoute.filter((line) => line.includes(`route="${route}"`)).map((line) => Number(line.split(' ')[1]))
    return counts.reduce((sum, count) => sum + count, 0)
  }
  // Responses are cached for a second: on a busy machine it may take several tries until ten requests fit in it.
  await vi.waitFor(
    async () => {
      const before = await answered()
      for (let time = 0; time < 10; time++) {
        await ask(nginxPort, { ...asked, path: asked.path.replace('NUMBER', String(time)) })
      }
      expect((await answered()) - before).toBeLessThan(5)
    },
    { timeout: 60_000, interval: 50 },
  )
})
