import type * as Zlib from 'node:zlib'
import { brotliDecompressSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

let failures = 0
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof Zlib>()
  type Callback = (error: Error | null, result?: Buffer) => void
  const brotliCompress = (body: Buffer, options: Zlib.BrotliOptions, callback: Callback) =>
    failures-- > 0 ? callback(new Error('no memory')) : zlib.brotliCompress(body, options, callback)
  return { ...zlib, brotliCompress }
})

// Loads the module again with this mock, without affecting other files.
vi.resetModules()
const { represent, sendRepresentation } = await import('../../../server/http/representation')
afterAll(() => void vi.resetModules())

const text = 'some text '.repeat(1_000)

async function serve() {
  const app = fastify()
  onTestFinished(() => app.close())
  const body = represent(text, 'text/plain')
  app.get('/', (request, reply) => sendRepresentation(request, reply, body))
  return async () => {
    const { headers, rawPayload } = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    const encoding = headers['content-encoding'] ?? 'none'
    expect(encoding === 'br' ? brotliDecompressSync(rawPayload).toString() : rawPayload.toString()).toBe(text)
    return encoding
  }
}

test('a body whose compression failed is sent uncompressed, and compressed for the next request', async () => {
  const ask = await serve()
  failures = 1
  expect([await ask(), await ask()]).toStrictEqual(['none', 'br'])
})

test('a body whose better compression failed keeps its first one', async () => {
  const ask = await serve()
  expect(await ask()).toBe('br')
  failures = 1
  // An unhandled error would end the process, and this test.
  for (let time = 0; time < 5; time++) expect(await ask()).toBe('br')
})
