import { connect } from 'node:net'
import type { BadRequest } from './requests'

/** The response; `status` is 0 if the server closed the connection without one. */
export type Reply = { status: number; headers: Record<string, string>; text: string }

/** The number of characters of a response to keep. */
const mostText = 20_000

/** Sends a request literally, on its own connection, because HTTP clients refuse to send much of what is bad. */
export function send(port: number, { raw, method, path, headers, body = '' }: BadRequest): Promise<Reply> {
  const all = { host: 'x', connection: 'close', ...headers, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const whole = raw ?? [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(whole)
      // Raw bytes may be no whole request, for which the server would wait.
      if (raw !== undefined) socket.end()
    })
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (text.length < mostText) text += chunk
    })
    // The server may reset the connection after a refusal; a crashed server refuses connections.
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED' && reject(error))
    socket.on('close', () => resolve(replyOf(text)))
  })
}

function replyOf(text: string): Reply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines
    .map((line) => line.split(/: (.*)/, 2))
    .map(([name = '', value = '']) => [name.toLowerCase(), value])
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0)
  return { status, headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') }
}
