import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'

/** An answer of the bare server: the bytes, and the two or three headers that a browser needs to understand them. */
export type BareAnswer = { url: string; status: number; headers: Record<string, string>; body: string }

/**
 * What the bare process is to know, bodies in base64: the answers, and those of them that are to have a port of their own at which
 * `node:net` sends them for whatever comes.
 */
export type BareOrder = { answers: BareAnswer[]; leasts: BareAnswer[] }

/** Its ports: of all answers by their addresses, and of each of those. */
export type BarePorts = { port: number; leasts: number[] }

/**
 * The yardstick: what `node:http` does with the least of code. It knows its answers from the start, and reads no payload. And the
 * least: what Node.js itself takes to read a piece of a connection and to write one, whatever it says.
 */
process.on('message', async ({ answers, leasts }: BareOrder) => {
  const known = new Map(
    answers.map(({ url, status, headers, body }) => {
      const bytes = Buffer.from(body, 'base64')
      return [
        url,
        { status, headers: { ...headers, ...(status === 200 && { 'content-length': bytes.length }) }, bytes },
      ]
    }),
  )
  const server = createServer(({ url = '' }, response) => {
    const answer = known.get(url)
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(answer.status, answer.headers)
    response.end(answer.bytes)
  })
  const ports: BarePorts = { port: await listen(server), leasts: [] }
  for (const { status, headers, body } of leasts) {
    const bytes = Buffer.from(body, 'base64')
    const fields = Object.entries({ ...headers, ...(status === 200 && { 'content-length': bytes.length }) })
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`)
    const whole = Buffer.concat([Buffer.from(`HTTP/1.1 ${status} As It Is\r\n${lines.join('')}\r\n`), bytes])
    const least = createSocketServer({ noDelay: true }, (socket) => {
      socket.on('data', () => socket.write(whole))
      // The load cuts its connections off.
      socket.on('error', () => undefined)
    })
    ports.leasts.push(await listen(least))
  }
  process.send?.(ports)
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port // an address, as it listens on one
}
