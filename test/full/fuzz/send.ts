import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { BadRequest } from './requests'

/** The response; `status` is 0 if the server closed the connection without one. */
export type Reply = { status: number; headers: Record<string, unknown>; text: string }

/** The number of characters of a response to keep. */
const mostText = 20_000

export type Sender = { send: (request: BadRequest) => Promise<Reply>; close: () => void }

/** Sends requests to a local port over keep-alive connections. */
export function createSender(port: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  return {
    close: () => agent.destroy(),
    send: (bad) => (bad.raw !== undefined || hasUnsendable(bad) ? sendRaw(port, bad) : sendOver(agent, port, bad)),
  }
}

function sendOver(agent: Agent, port: number, bad: BadRequest): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { ...bad.headers, 'content-length': Buffer.byteLength(bad.body ?? '') }
    const call = request(
      { host: '127.0.0.1', port, agent, method: bad.method, path: bad.path, headers },
      (response) => {
        let text = ''
        response.setEncoding('latin1').on('data', (chunk: string) => {
          if (text.length < mostText) text += chunk
        })
        const done = () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        response.on('end', done).on('error', done)
      },
    )
    // The server may close the connection after a refusal; a crashed server refuses connections.
    call.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? reject(error) : resolve({ status: 0, headers: {}, text: String(error) }),
    )
    call.end(bad.body ?? '')
  })
}

/** True for requests that Node's own client refuses to send, but others do not. */
function hasUnsendable({ path, headers }: BadRequest): boolean {
  return /[^\x21-\xff]/.test(path) || Object.values(headers).some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value))
}

function sendRaw(port: number, { raw, method, path, headers, body = '' }: BadRequest): Promise<Reply> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const length = `content-length: ${Buffer.byteLength(body)}`
  const whole =
    raw ?? [`${method} ${path} HTTP/1.1`, 'host: x', 'connection: close', ...lines, length, '', body].join('\r\n')
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(whole))
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (text.length < mostText) text += chunk
    })
    socket.on('error', (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED' && reject(error))
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), headers: {}, text }))
  })
}
