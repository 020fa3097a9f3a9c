import { Agent, request } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { createDirection, createFlow, type Line } from './flow'

/** The length of a TLS record's content, in bytes. With its header and its tag, the record fills one packet (`flow.ts`). */
const recordSize = 1_426

type Certificate = { key: string; cert: string }

/**
 * Makes a server of this machine available at the other end of a slow line, over TLS and HTTP/2, on a port of its own. The round
 * trips of TLS, and of opening a connection, also go over the line. Returns the port, and a function that cuts all connections.
 */
export async function startSlowFront({ key, cert }: Certificate, line: Line, target: number) {
  const agent = new Agent({ keepAlive: true })
  const secure = createSecureServer({ key, cert, allowHTTP1: true }, (asked, response) =>
    pass(asked, response, target, agent),
  )
  // A record can be read only when all of it is there. So each fills one packet, as on servers tuned for slow lines.
  secure.on('secureConnection', (socket: TLSSocket) => socket.setMaxSendFragment(recordSize))
  secure.on('sessionError', () => undefined)
  secure.on('tlsClientError', () => undefined)
  const [up, down] = [createDirection(line), createDirection(line)]
  const sockets = new Set<Socket>()

  const front = createServer({ noDelay: true }, (socket) => {
    const opensAt = performance.now() + line.roundTrip
    const farEnd = new Duplex({
      read: () => undefined,
      write: (content: Buffer, _, done) => toVisitor.send(content, done),
      final: (done) => {
        toVisitor.end()
        done()
      },
      destroy: (_, done) => {
        toVisitor.destroy()
        toServer.destroy()
        socket.destroy()
        done(null)
      },
    })
    const toServer = createFlow({
      line,
      direction: up,
      opensAt,
      deliver: (content) => farEnd.push(content ?? null),
    })
    const toVisitor = createFlow({
      line,
      direction: down,
      opensAt,
      deliver: (content) => (content ? socket.write(content) : socket.end()),
    })
    socket.on('data', (content: Buffer) => {
      socket.pause()
      toServer.send(content, () => socket.resume())
    })
    socket.on('end', toServer.end)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      farEnd.destroy()
    })
    farEnd.on('error', () => undefined)
    sockets.add(socket)
    secure.emit('connection', farEnd)
  })
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  return {
    port: (front.address() as AddressInfo).port,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Headers that belong to one connection and not to the response (RFC 9110, section 7.6.1). HTTP/2 refuses them. */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']

function pass(asked: Http2ServerRequest, response: Http2ServerResponse, port: number, agent: Agent): void {
  const { ':authority': authority, ...own } = asked.headers
  const headers = Object.fromEntries(Object.entries(own).filter(([name]) => !name.startsWith(':')))
  const passed = request(
    {
      host: '127.0.0.1',
      port,
      agent,
      method: asked.method,
      path: asked.url,
      headers: { ...headers, host: authority ?? own.host, 'x-forwarded-proto': 'https' },
    },
    (answer) => {
      const headers = Object.entries(answer.headers).filter(([name]) => !ofConnection.includes(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers))
      answer.pipe(response)
    },
  )
  passed.on('error', () => response.stream.destroy())
  response.on('close', () => passed.destroy())
  asked.pipe(passed)
}
