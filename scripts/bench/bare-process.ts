import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer of the bare server: the bytes, and the two or three headers that a browser needs to understand them. */
export type BareAnswer = { url: string; headers: Record<string, string>; body: string }

/**
 * The yardstick: what `node:http` does with the least of code. It knows its answers from the start, and reads no payload. The
 * bodies come in base64.
 */
process.on('message', (answers: BareAnswer[]) => {
  const known = new Map(
    answers.map(({ url, headers, body }) => {
      const bytes = Buffer.from(body, 'base64')
      return [url, { headers: { ...headers, 'content-length': bytes.length }, bytes }]
    }),
  )
  const server = createServer(({ url = '' }, response) => {
    const answer = known.get(url)
    if (!answer) return void response.writeHead(404).end()
    response.writeHead(200, answer.headers)
    response.end(answer.bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
