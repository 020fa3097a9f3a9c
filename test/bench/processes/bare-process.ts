import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response. Its body is base64. */
export type BareAnswer = { headers: Record<string, string>; body: string }

/** The reference is a minimal `node:http` server. It reads no payload and sends the response in the last message. */
let headers: Record<string, string | number> = {}
let body = Buffer.alloc(0)
const server = createServer((_, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => {
  process.on('message', (answer: BareAnswer) => {
    body = Buffer.from(answer.body, 'base64')
    headers = { ...answer.headers, 'content-length': body.length }
    process.send?.((server.address() as AddressInfo).port) // not a path or null: the server listens on a TCP port
  })
  process.send?.('ready')
})
