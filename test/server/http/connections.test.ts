import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serverOptions } from '../../../server/app'
import { sharedApp, startApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { drip } from '../../support/slow-clients'

const content = generateContent({ seed: 2, size: 2 })

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`

/** All bytes that a server sends until it closes the connection; `onAnswer` is called with the first ones. */
async function converse(port: number, request: string, onAnswer?: (send: (text: string) => void) => void) {
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(request, 'latin1'))
  const said: Buffer[] = []
  socket.once('data', () => onAnswer?.((text) => socket.write(text)))
  for await (const piece of socket) said.push(piece as Buffer)
  return Buffer.concat(said)
}

test('an answer in flight is sent completely before an invalid request is refused', async () => {
  const { port, config } = await startApp({ content })
  const picture = randomBytes(20_000_000)
  await writeFile(join(config.imagesDir, 'large.png'), picture)
  const said = await converse(port, get('/images/large.png'), (send) => {
    send('this is no request\r\n\r\n')
    setTimeout(() => send('nor is this\r\n\r\n'), 5)
  })
  const start = said.indexOf('\r\n\r\n') + 4
  expect(said.subarray(start, start + picture.length).equals(picture)).toBe(true)
  const refusal = said.toString('latin1', start + picture.length)
  expect(refusal).toMatch(/^HTTP\/1\.1 400 [\s\S]*application\/problem\+json[\s\S]*"status":400[^}]*\}$/)
})

const site = sharedApp({ content })

test.each([
  ['requests before it are answered first', get('/api/get-blogs').repeat(3), [200, 200, 200, 400]],
  [
    'a payload that is none is refused at once',
    'POST /api/get-blog HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    [400],
  ],
])('what is no request: %s', async (_, before, statuses) => {
  const said = await converse(site.port, `${before}this is no request\r\n\r\n`)
  expect([...said.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual(
    statuses,
  )
})

// `test/full/stress.test.ts` opens hundreds of connections at once.
/** Starts a server whose limits for slow clients are a twentieth of the real ones. */
async function impatientServer(): Promise<number> {
  const real = { ...serverOptions }
  onTestFinished(() => void Object.assign(serverOptions, real))
  for (const [name, milliseconds] of Object.entries(real)) Object.assign(serverOptions, { [name]: milliseconds / 20 })
  return (await startApp()).port
}

test.each(['header', 'body'] as const)(
  'a slowly sent %s is ended within 15 s, with a problem document',
  async (kind) => {
    // Node checks the timeouts at intervals.
    expect(serverOptions.requestTimeout + serverOptions.connectionsCheckingInterval).toBeLessThan(15_000)
    expect(serverOptions.headersTimeout).toBeLessThanOrEqual(serverOptions.requestTimeout)
    const answer = await drip(await impatientServer(), kind)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*application\/problem\+json[\s\S]*"status":408/)
  },
)
