import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Certificate } from '../../support/certificate'

/** The first byte of a TLS connection (RFC 8446, section 5.1: a handshake record); HTTP starts with a letter. */
const handshake = 22

/**
 * A front like that of the public site, on one local port: it terminates TLS and redirects plain HTTP to it, for which
 * `deploy/nginx.conf` uses two ports. `host` is its name and port.
 */
export async function startFront({ key, cert }: Certificate) {
  let port = 0
  const pass = ({ method, url, headers }: IncomingMessage, response: ServerResponse) => {
    const own = { ...headers, 'x-forwarded-proto': 'https' }
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers: own }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    passed.end()
  }
  const secure = createHttps({ key, cert }, pass)
  const plain = createHttp(({ url }, response) => response.writeHead(301, { location: `https://${host}${url}` }).end())
  const front = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      const server = first[0] === handshake ? secure : plain
      server.emit('connection', socket)
      // The new server must be listening before data flows again.
      setImmediate(() => socket.resume())
    })
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  const host = `localhost:${(front.address() as AddressInfo).port}`
  return {
    host,
    passTo: (server: number) => {
      port = server
    },
    close: () => {
      front.close()
      secure.closeAllConnections()
      plain.closeAllConnections()
    },
  }
}
