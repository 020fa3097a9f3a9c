import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sharedApp } from '../../support/app'
import { growContent } from '../../support/grown-content'
import { readContent } from '../../support/shipped-content'

const content = growContent(await readContent(), 950)
const large = sharedApp({ content })

test.each<[encoding: string, decode: (body: Buffer) => Buffer]>([
  ['identity', (body) => body],
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('home data of some megabytes comes whole as %s, from the cache too', async (encoding, decode) => {
  const get = () => large.app.inject({ url: '/api/get-data', headers: { 'accept-encoding': encoding } })
  for (const { headers, rawPayload } of [await get(), await get()]) {
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
    // Vitest's own comparison takes seconds for objects of this size.
    expect(isDeepStrictEqual(JSON.parse(String(decode(rawPayload))), { data: [content] })).toBe(true)
  }
})

const api = sharedApp()
const get = (headers: Record<string, string>) => api.app.inject({ url: '/api/get-blogs', headers })

test('a repeated request soon gets the same content in fewer bytes', async () => {
  const ask = async () => (await get({ 'accept-encoding': 'br' })).rawPayload
  const first = await ask()
  await expect.poll(async () => (await ask()).length).toBeLessThan(first.length * 0.95)
  expect(brotliDecompressSync(await ask())).toStrictEqual(brotliDecompressSync(first))
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', undefined],
  ['*;q=0', undefined],
  ['gzip;q=0.8, br;q=0.2', 'gzip'],
  ['BR', 'br'],
  ['gzip, deflate, br', 'br'],
  ['zstd, deflate', undefined],
])('Accept-Encoding "%s" gets %s', async (header, encoding) => {
  const { headers } = await get({ 'accept-encoding': header })
  expect([headers['content-encoding'], headers.vary]).toStrictEqual([encoding, 'Accept-Encoding'])
})

test('a representation the client has is a 304 without a body, in weak, strong and compressed forms', async () => {
  const etag = String((await get({})).headers.etag)
  const opaque = etag.replace(/^W\//, '')
  for (const known of [etag, opaque, `"other", ${etag}`, '*'])
    for (const encoding of ['identity', 'br']) {
      const { statusCode, body, headers } = await get({ 'if-none-match': known, 'accept-encoding': encoding })
      expect([statusCode, body, headers.etag]).toStrictEqual([304, '', etag])
      expect(headers.vary).toMatch(/accept-encoding/i)
    }
  for (const other of ['"other"', opaque.slice(0, -2), ''])
    expect((await get({ 'if-none-match': other })).statusCode).toBe(200)
  const url = '/api/get-courses-by-category'
  const posted = await api.app.inject({ method: 'POST', url, headers: { 'if-none-match': '*' } })
  expect(posted.statusCode).toBe(200)
})
