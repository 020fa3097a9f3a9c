import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serverOptions } from '../../../server/app'
import { send } from '../../full/fuzz/send'
import { startApp } from '../../support/app'
import { dial } from '../../support/dial'
import { generateContent } from '../../support/generated-content'

const noRequest = 'this is no request\r\n\r\n'

const chunked =
  'POST /api/get-blog HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n'
const long = 'a'.repeat(20_000)

test.each([
  ['bytes that are no request', 400, noRequest],
  ['a payload that is none', 400, chunked + noRequest],
  ['a header that is too large', 431, `GET / HTTP/1.1\r\nhost: x\r\nx: ${long}\r\n\r\n`],
  ['chunk extensions that are too large', 413, `${chunked}1;${long}\r\n`],
])('%s: a %i problem document that is counted, and the connection ends', async (_, expected, raw) => {
  const { app, port } = await startApp()
  const { status, headers, text } = await send(port, { method: '', path: '', headers: {}, raw })
  expect([status, JSON.parse(text)]).toMatchObject([expected, { status: expected, detail: expect.any(String) }])
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    connection: 'close',
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  const count = `http_connections_cut_off_total{status="${expected}"} 1`
  await expect.poll(async () => (await app.inject('/metrics')).body).toContain(count)
})

test('a refusal never gets into an answer in flight: the connection ends', async () => {
  const { port, config } = await startApp({ content: generateContent({ size: 2 }) })
  await writeFile(join(config.imagesDir, 'large.png'), 'a'.repeat(20_000_000))
  const { socket, until, end } = await dial(port)
  socket.write('GET /images/large.png HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await until('aaa')
  socket.write(noRequest)
  expect((await end).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
})

const slow = chunked.replace('transfer-encoding: chunked', 'content-length: 500')

// `test/full/stress.test.ts` opens hundreds of connections at once.
test.each([
  ['header', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ['body', `${slow}{"slug":"`],
])('a slowly sent %s is ended within 15 s, with a problem document', async (_, begin) => {
  // Node checks the timeouts at intervals.
  expect(serverOptions.requestTimeout + serverOptions.connectionsCheckingInterval).toBeLessThan(15_000)
  expect(serverOptions.headersTimeout).toBeLessThanOrEqual(serverOptions.requestTimeout)
  // Starts a server whose limits are a twentieth of the real limits.
  const real = { ...serverOptions }
  onTestFinished(() => void Object.assign(serverOptions, real))
  for (const [name, milliseconds] of Object.entries(real)) Object.assign(serverOptions, { [name]: milliseconds / 20 })
  const { socket, end } = await dial((await startApp()).port)
  socket.write(begin)
  const timer = setInterval(() => socket.writable && socket.write('a'), 100)
  onTestFinished(() => clearInterval(timer))
  expect(await end).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json[\s\S]*"status":408/)
})

const large = `content-type: application/json\r\ncontent-length: ${20 * 2 ** 20}\r\n\r\n`
const huge = Buffer.alloc(20 * 2 ** 20, 'a')

// Many clients read the answer only after they have sent everything.
test.each([
  ['a payload that is too large', 413, `POST /api/get-blog HTTP/1.1\r\nhost: x\r\n${large}`],
  ['a chunk that is too large', 413, `${chunked}${huge.length.toString(16)}\r\n`],
  ['a method without a payload', 405, `PUT /api/get-blog HTTP/1.1\r\nhost: x\r\n${large}`],
  ['a header that is too large', 431, 'GET / HTTP/1.1\r\nhost: x\r\nx: '],
  ['chunk extensions that are too large', 413, `${chunked}1;`],
])('%s, of 20 MB: a client that reads late gets the %i', async (_, expected, begin) => {
  const { port } = await startApp()
  for (let time = 0; time < 10; time++) {
    const { socket, until } = await dial(port)
    // Reads nothing until all is sent, and then gets nothing of a connection that was reset.
    socket.pause()
    socket.write(begin)
    await new Promise((resolve) => socket.write(huge, resolve))
    socket.resume()
    await until(`HTTP/1.1 ${expected}`)
    socket.destroy()
  }
})
