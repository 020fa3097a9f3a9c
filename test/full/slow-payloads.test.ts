import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startBuiltServer } from '../support/built-server'
import { makeCertificate } from '../support/certificate'
import { dial } from '../support/dial'
import { emptyFolder } from '../support/folders'
import { findNginx, startNginx } from '../support/nginx'
import { requireProgram } from './requirements'

beforeEach(async ({ skip }) => requireProgram('nginx', await findNginx(), skip))

async function startSite(isSecure = false) {
  const instances = await Promise.all([1, 2].map(() => startBuiltServer({ TRUST_PROXY: '127.0.0.1' })))
  for (const { child } of instances) onTestFinished(() => void child.kill('SIGKILL'))
  const certificate = isSecure ? await makeCertificate(await emptyFolder()) : undefined
  const [first, second] = instances.map(({ port }) => port)
  const nginx = await startNginx([first ?? 0, second ?? 0], certificate)
  onTestFinished(nginx.stop)
  return nginx.port
}

const head = (more: string, method = 'POST') =>
  `${method} /api/get-course HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}\r\n\r\n`

/** Sends a byte at intervals until the connection ends. */
function drip(socket: Socket, milliseconds: number, piece = ' '): void {
  const timer = setInterval(() => socket.writable && socket.write(piece), milliseconds)
  socket.on('close', () => clearInterval(timer))
}

test.each([
  [head('content-length: 300'), 5_000, ' '],
  [head('content-length: 300'), 1_000, ' '],
  [head('content-length: 300', 'GET'), 5_000, ' '],
  [head('content-length: 300', 'PUT'), 5_000, ' '],
  [head('transfer-encoding: chunked'), 5_000, '1\r\n \r\n'],
  [`${head('content-length: 300')}{"slug":"a"}`, 1_000, ' '],
  [head('content-length: 20000000'), 1_000, ' '],
  ['GET / HTTP/1.1\r\nhost: x\r\nx: ', 1_000, 'a'],
])('%j and a byte every %i ms: nginx and an instance end it', { timeout: 60_000 }, async (begin, interval, piece) => {
  const { socket, end } = await dial(await startSite())
  const began = performance.now()
  socket.write(begin)
  drip(socket, interval, piece)
  await end
  if (process.env.FIGURES) console.info(`ended after ${Math.round(performance.now() - began)} ms`)
})

test('a payload over HTTP/2 with a byte every second is ended', { timeout: 60_000 }, async () => {
  const session = connectHttp2(`https://127.0.0.1:${await startSite(true)}`, { rejectUnauthorized: false })
  onTestFinished(() => session.destroy())
  const stream = session.request({ ':method': 'POST', ':path': '/api/get-course', 'content-type': 'application/json' })
  stream.on('error', () => undefined)
  const timer = setInterval(() => stream.writable && stream.write(' '), 1_000)
  onTestFinished(() => clearInterval(timer))
  const [headers] = await once(stream, 'response')
  expect(headers[':status']).toBe(408)
})

test.each([
  [7, 250],
  [12, 100],
])('%i addresses with %i slow payloads each refuse no other visitor', { timeout: 120_000 }, async (addresses, each) => {
  const port = await startSite()
  const statuses: Record<string, number> = {}
  const ends: Promise<unknown>[] = []
  for (let address = 0; address < addresses; address++) {
    for (let count = 0; count < each; count++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${address + 2}` })
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined).setEncoding('latin1')
      socket.write(head('content-length: 300'))
      socket.once('data', (text: string) => {
        const status = text.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
      })
      drip(socket, 5_000)
      ends.push(new Promise((resolve) => socket.on('close', resolve)))
    }
  }
  let areOver = false
  void Promise.all(ends).then(() => (areOver = true))
  const visits: unknown[] = []
  for (let visit = 0; !areOver; visit++) {
    const address = `http://127.0.0.1:${port}/courses?q=${visit}`
    // Opens a connection for each visit, as a new visitor does.
    const answer = await fetch(address, { headers: { connection: 'close' } }).catch((error: unknown) => error)
    visits.push(answer instanceof Response ? answer.status : answer)
    if (answer instanceof Response) await answer.text()
  }
  if (process.env.FIGURES) console.info({ visits: visits.length, statuses })
  expect(visits.filter((status) => status !== 200)).toEqual([])
  expect(visits.length).toBeGreaterThan(0)
})

test('a payload of 20 MB gets a 413 from nginx, also if the client reads late', async () => {
  const port = await startSite()
  for (let time = 0; time < 20; time++) {
    const { socket, until } = await dial(port)
    socket.pause()
    socket.write(head(`content-length: ${20 * 2 ** 20}`))
    await new Promise((resolve) => socket.write(Buffer.alloc(20 * 2 ** 20), resolve))
    socket.resume()
    await until('HTTP/1.1 413')
    socket.destroy()
  }
})
