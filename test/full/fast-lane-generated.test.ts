import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { operationNames, operations } from '#contract/operations'
import { currentBuild } from '../../scripts/builds'
import { operationRows } from '../api/operation-rows'
import { generateContent } from '../generated-content'
import { shared } from '../helper'
import { resent } from '../server/wire'
import { sitePages } from '../site-pages'

const content = generateContent({ seed: 9, size: 6 })
const distDir = currentBuild()
const site = shared({ content, distDir })
/** The same site whose every answer is Fastify's. */
const slow = shared(() => ({ config: site.config, distDir, hasFaults: true }))

/** Behind each request, so that the end of its answer is seen whatever that is. */
const farewell = 'GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'

beforeAll(() => {
  for (const { app } of [site, slow]) app.server.keepAliveTimeout = 1
})

/** All that the server says to some bytes on a connection of their own; ids and dates left out, brotli unpacked. */
async function converse(port: number, request: string): Promise<string> {
  const said: Buffer[] = []
  await new Promise<void>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request + farewell, 'latin1'))
    socket.on('data', (piece) => said.push(piece))
    socket.on('error', () => undefined)
    // The server hangs up, on a connection that it can't make sense of too, once it has said all it has to say.
    socket.on('close', () => resolve())
  })
  return unpack(Buffer.concat(said).toString('latin1'))
    .replace(/\r\nx-request-id: [\da-f]{8}-[\da-f-]{27}/g, '\r\nx-request-id: …')
    .replace(/\r\nDate: [^\r]*/g, '\r\nDate: …')
}

/** Which quality of brotli one gets depends on who asked before. */
function unpack(said: string): string {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\n'
  if (said.startsWith(interim)) return interim + unpack(said.slice(interim.length))
  const [head = ''] = said.split('\r\n\r\n', 1)
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? []
  if (!/\r\ncontent-encoding: br/i.test(head) || !length) return said
  const start = head.length + 4
  const body = Buffer.from(said.slice(start, start + Number(length)), 'latin1')
  const whole = body.length > 0 ? brotliDecompressSync(body).toString('latin1') : ''
  return `${head.replace(/\r\ncontent-length: \d+/i, '')}\r\n\r\n${whole}${said.slice(start + body.length)}`
}

type Call = { method: string; path: string; type: string; body: string }

const rows = operationRows(content, 'ugarit')
const calls = operationNames.flatMap((name): Call[] => {
  const { method, path } = operations[name]
  return rows[name].slice(0, 3).flatMap(({ payload }): Call[] => {
    if (method === 'GET') return [{ method, path, type: '', body: '' }]
    const fields = new URLSearchParams(Object.entries(payload ?? {}).map(([key, value]) => [key, String(value)]))
    return [
      { method, path, type: 'application/json', body: payload ? JSON.stringify(payload) : '' },
      { method, path, type: 'application/x-www-form-urlencoded', body: fields.toString() },
    ]
  })
})
const pictures = ['/images/plain.png', '/images/plain.png?w=320', '/images/plain.png?w=321', '/images/none.png']
const others = ['/openapi.json', '/docs', '/robots.txt', '/sw.js', '/health', '/api/none', '/assets/none.js']
const visits = [...sitePages(content).map(({ path }) => path), ...pictures, ...pictures, ...others].map(
  (path): Call => ({ method: 'GET', path, type: '', body: '' }),
)

const longAgo = 'Thu, 01 Jan 1970 00:00:00 GMT'
const farAhead = 'Fri, 01 Jan 2100 00:00:00 GMT'
const encodings = ['gzip', 'br', 'gzip, br, zstd', 'br;q=0, gzip', 'gzip;q=0.5, br;q=0.4', '*', '*;q=0', 'GZIP', ',;=,']

/** Headers that one lane might heed and the other not; `ETAG` stands for the tag of what is asked for. */
const headers: Record<string, string[]> = {
  'accept-encoding': [...encodings, ...encodings],
  accept: ['image/avif,*/*', 'image/webp;q=0.1', 'image/avif;q=0', 'text/html', ''],
  'if-none-match': ['ETAG', 'ETAG', 'W/ETAG', '"a", ETAG', '*', '"x"', '', ','],
  range: ['bytes=0-9', 'bytes=-3', 'bytes=9-1', 'bytes=0-1,4-5', 'lines=1-2', ''],
  'if-range': ['ETAG', '"x"', longAgo],
  'if-match': ['ETAG', '*', '"x"'],
  'if-modified-since': [longAgo, farAhead, 'never'],
  'if-unmodified-since': [longAgo, farAhead, 'never'],
  'cache-control': ['no-cache', 'max-age=0', 'no-store', 'only-if-cached'],
  pragma: ['no-cache'],
  connection: ['keep-alive', 'close', 'Upgrade', 'keep-alive, close', 'nonsense'],
  'keep-alive': ['timeout=1000'],
  upgrade: ['h2c', 'websocket'],
  expect: ['100-continue', 'nonsense'],
  origin: ['https://a.example', 'null', ''],
  'access-control-request-method': ['GET'],
  cookie: ['a=b'],
  'x-request-id': ['visit-7', 'a b', '', '0a'.repeat(32), '00000000-0000-4000-8000-000000000000'],
  'x-http-method-override': ['DELETE'],
  'x-forwarded-host': ['other.example'],
  host: ['other.example', 'a b', ''],
  te: ['trailers'],
  trailer: ['etag'],
  'accept-language': ['ar'],
  'content-encoding': ['gzip', 'identity'],
  'content-type': ['text/plain', 'application/json; charset=utf-8', 'APPLICATION/JSON', ''],
}
const header = fc.oneof(
  ...Object.entries(headers).map(([name, values]) => fc.constantFrom(...values).map((value) => ({ name, value }))),
)

const usually = <T>(usual: T, ...seldom: T[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...seldom) })

type Asked = {
  call: Call
  method: string
  query: string
  origin: string
  version: string
  host: string
  /** How the length of the payload is told. */
  length: 'right' | 'short' | 'long' | 'twice' | 'differently' | 'chunked' | 'both' | 'both, chunked' | 'untold'
  payload: string
  more: { name: string; value: string }[]
}

const requests: fc.Arbitrary<Asked> = fc.record({
  call: fc.oneof(fc.constantFrom(...calls), fc.constantFrom(...visits)),
  method: usually('', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'DELETE', 'PROPFIND'),
  query: usually('', '?', '?x=1', '?show=14', '?show=14&x', '#a', '?w=320', '?w=320&w=160'),
  origin: usually('', 'http://localhost', 'HTTP://other.example:80', 'https://user@x', '/', '/.'),
  version: usually('1.1', '1.0', '0.9', '2.0'),
  host: usually('host: localhost\r\n', '', 'host: a\r\nhost: b\r\n'),
  length: usually<Asked['length']>(
    'right',
    'short',
    'long',
    'twice',
    'differently',
    'chunked',
    'both',
    'both, chunked',
    'untold',
  ),
  payload: usually('', '{}', '{"slug":', ' ', 'x'.repeat(600)),
  more: fc.array(header, { maxLength: 3 }),
})

function write({ call, method, query, origin, version, host, length, payload, more }: Asked, etag: string): string {
  const body = Buffer.from(payload || call.body).toString('latin1')
  const told = (bytes: number) => `content-length: ${Math.max(0, bytes)}\r\n`
  const chunks = body ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : '0\r\n\r\n'
  const chunked = 'transfer-encoding: chunked\r\n'
  const forms: Record<Asked['length'], [lengths: string, sent: string]> = {
    right: [body ? told(body.length) : '', body],
    short: [told(body.length - 1), body],
    long: [told(body.length + 7), body],
    twice: [told(body.length) + told(body.length), body],
    differently: [told(body.length) + told(body.length + 1), body],
    chunked: [chunked, chunks],
    both: [told(body.length) + chunked, body],
    'both, chunked': [chunked + told(4), chunks],
    untold: ['', body],
  }
  const [lengths, sent] = forms[length]
  const lines = more.map(({ name, value }) => `${name}: ${value.replace('ETAG', etag)}\r\n`).join('')
  const type = call.type && `content-type: ${call.type}\r\n`
  return `${method || call.method} ${origin}${call.path}${query} HTTP/${version}\r\n${host}${type}${lines}${lengths}\r\n${sent}`
}

test('whatever is asked, the lane answers as Fastify does, byte by byte', async () => {
  const tags = new Map<string, string>()
  for (const { path } of [...visits, ...calls])
    tags.set(path, String((await site.app.inject(path)).headers.etag ?? '"none"'))
  const before = await resent(site.app)
  let count = 0
  await fc.assert(
    fc.asyncProperty(requests, async (asked) => {
      count++
      const request = write(asked, tags.get(asked.call.path) ?? '')
      const expected = await converse(slow.port, request)
      for (let time = 0; time < 3; time++) expect(await converse(site.port, request)).toBe(expected)
    }),
    { numRuns: Number(process.env.FAST_LANE_RUNS ?? 300), seed: Number(process.env.FAST_LANE_SEED ?? 6) },
  )
  // Else there was nothing to compare.
  expect((await resent(site.app)) - before).toBeGreaterThan(count / 3)
})
