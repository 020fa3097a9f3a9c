import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { homeChangesPath } from '#contract/home-changes'
import { operationNames, operations } from '#contract/operations'
import { currentBuild } from '../../scripts/site-build'
import { operationRows } from '../server/api/operation-rows'
import { sharedApp } from '../support/app'
import { generateContent } from '../support/generated-content'
import { findNginx, startNginx } from '../support/nginx'
import { firstOf, sitePages } from '../support/site-pages'
import { requireProgram } from './requirements'

const content = generateContent({ seed: 5, size: 8 })
const site = sharedApp({ content, distDir: currentBuild(), config: { trustProxy: ['127.0.0.1'], logLevel: 'info' } })
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
 * Requests a response, and leaves out the parts that differ for each connection and response. Decompresses the body and leaves out
 * its length, because the server soon compresses repeated responses better.
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

/** Requests from both and expects equal responses. Does not retry, because the effect of a wrong cache key lasts only 1 s. */
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
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: JSON.stringify(payload),
})
const [course, other] = [firstOf(content.courses), firstOf(content.courses.slice(1))]

const rows = operationRows(content, 'ugarit')
const calls = operationNames.flatMap((name) =>
  rows[name].map(({ payload }) => {
    const { method, path } = operations[name]
    return payload ? post(path, payload) : { method, path }
  }),
)

const [blogs, picture] = ['/api/get-blogs', '/images/plain.png']
const asForm = { 'content-type': 'application/x-www-form-urlencoded' }

test.each<Asked>([
  ...calls,
  ...sitePages(content).map(({ path }) => ({ path })),
  ...['gzip, br', 'gzip'].map((encodings) => ({ path: '/api/get-data', headers: { 'accept-encoding': encodings } })),
  { path: '/ar', headers: { 'accept-encoding': 'br' } },
  { method: 'HEAD', path: blogs },
  { path: picture },
  ...['image/avif,*/*', 'image/png'].map((accept) => ({ path: `${picture}?w=320`, headers: { accept } })),
  ...['bytes=0-9', 'bytes=99999999-'].map((range) => ({ path: picture, headers: { range } })),
  { path: picture, headers: { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' } },
  { path: blogs, headers: { 'if-none-match': '"old"' } },
  { method: 'POST', path: '/api/get-course', headers: asForm, body: `slug=${course.slug}` },
  { path: `/ar/courses?q=${encodeURIComponent('الذكاء')}` },
  { path: '/courses?q=a+b%26c&show=14' },
  { path: '/ar/courses?show=14&when=upcoming&by=length&tag=Python&q=a' },
  ...['none', 1].map((slug) => post('/api/get-course', { slug })),
  { method: 'DELETE', path: blogs },
  ...['/images/none.png', '/api/none', '/nowhere/at/all', '/ready'].map((path) => ({ path })),
])('%j is answered the same by nginx and by an instance', async (asked) => {
  await askBoth(asked)
})

test.each(['/', '/api/get-data', '/images/plain.png', '/images/plain.png?w=640'])(
  '%s with a matching ETag is the same 304',
  async (path) => {
    const etag = String((await ask(site.port, { path })).headers.etag)
    for (const tags of [etag, `"x", W/${etag.replace('W/', '')}`])
      expect((await askBoth({ path, headers: { 'if-none-match': tags } })).status).toBe(304)
  },
)

test('the changes of the home data are answered the same, and lead to the body that nginx sends', async () => {
  const path = '/api/get-data'
  const { body } = await askBoth({ path, headers: { 'accept-encoding': 'br' } })
  const digest = createHash('sha256').update(body, 'latin1').digest('hex')
  const changes = await askBoth({ path: homeChangesPath(digest) })
  expect(JSON.parse(changes.body)).toStrictEqual({ data: { digest, edits: [] } })
  const headers = { 'if-none-match': String(changes.headers.etag) }
  expect((await ask(nginxPort, { path: homeChangesPath(digest), headers })).status).toBe(304)
  expect(JSON.parse((await askBoth({ path: homeChangesPath('0'.repeat(64)) })).body)).toStrictEqual({ data: null })
})

test.each([0, 9_000, 15_000])('payloads with %i bytes around their difference have different answers', async (size) => {
  for (const { slug } of [course, other, course]) {
    const { status, body } = await askBoth(post('/api/get-course', { more: 'x'.repeat(size), slug }))
    expect([status, JSON.parse(Buffer.from(body, 'latin1').toString()).data.slug]).toStrictEqual([200, slug])
  }
})

test('so have payloads sent in chunks, without Content-Length', async () => {
  for (const { slug } of [course, other]) {
    const body = Readable.from([JSON.stringify({ slug })])
    const asked: Asked = { method: 'POST', path: '/api/get-course', headers: json, body }
    expect(JSON.parse((await ask(nginxPort, asked)).body).data.slug).toBe(slug)
  }
})

test('so has the same payload of another type, and POST knows no If-None-Match', async () => {
  const { path, ...asked } = post('/api/get-course', { slug: course.slug })
  const { headers } = await askBoth({ path, ...asked })
  expect((await askBoth(post(path, { slug: course.slug }, { 'content-type': 'text/plain' }))).status).toBe(415)
  const again = post(path, { slug: course.slug }, { 'if-none-match': String(headers.etag) })
  expect((await askBoth(again)).status).toBe(200)
})

test('each answer has its own id, or that of its request', async () => {
  const idOf = async (headers = {}) => (await ask(nginxPort, { path: blogs, headers })).id
  expect(await idOf()).not.toBe(await idOf())
  expect(await idOf({ 'x-request-id': 'visit-7' })).toBe('visit-7')
  expect(await idOf({ 'x-request-id': 'a b' })).not.toBe('a b')
})

test.each([
  ['/courses?utm_source=mail&show=14', '/courses?show=14'],
  ['/courses?q=a&x=1', '/courses?q=a'],
  ['/courses?by=start&x=1&when=upcoming', '/courses?when=upcoming&by=start'],
  ['/courses?tag=Machine%20Learning&by=title', '/courses?tag=Machine%20Learning'],
  ['/courses?when=past', '/courses'],
  ['/ar?w=320', '/ar'],
  ['/images/plain.png?show=14&w=320', '/images/plain.png?w=320'],
  ['/api/get-blogs?q=a', '/api/get-blogs'],
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

test.each<Asked>([
  { path: blogs },
  post('/api/get-course', { slug: course.slug }),
  { path: '/ar/courses' },
  { path: '/ar/blogs?utm_campaign=NUMBER' },
  { path: `${picture}?w=320`, headers: { accept: 'image/webp' } },
])('%j rarely reaches the instance when it is asked often', async ({ path, ...asked }) => {
  // Responses are cached for 1 s. On a busy machine it may take several tries until ten requests fit into that second.
  await vi.waitFor(
    async () => {
      site.lines.length = 0
      for (let time = 0; time < 10; time++)
        await ask(nginxPort, { ...asked, path: path.replace('NUMBER', String(time)) })
      expect(site.lines.length).toBeOneOf([1, 2, 3, 4])
    },
    { timeout: 60_000, interval: 50 },
  )
})
