import { syncBuiltinESMExports } from 'node:module'
import zlib, { brotliDecompressSync } from 'node:zlib'
import { fastify } from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

const brotliCompress = vi.spyOn(zlib, 'brotliCompress')
syncBuiltinESMExports()
vi.resetModules()
const { represent, sendRepresentation } = await import('../../../server/http/representation')
afterAll(() => {
  brotliCompress.mockRestore()
  syncBuiltinESMExports()
  vi.resetModules()
})

const text = 'some text '.repeat(1_000)
const fail = () =>
  brotliCompress.mockImplementationOnce((...args: unknown[]) => {
    ;(args.at(-1) as (error: Error) => void)(new Error('no memory'))
  })

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
  fail()
  expect([await ask(), await ask()]).toStrictEqual(['none', 'br'])
})

test('a body whose better compression failed keeps its first one', async () => {
  const ask = await serve()
  expect(await ask()).toBe('br')
  fail()
  // An unhandled error would end the process, and this test.
  for (let time = 0; time < 5; time++) expect(await ask()).toBe('br')
})
