import { root } from '../../support/app'
import { dial } from '../../support/dial'
import type { BadRequest } from './requests'

/** A response. `status` is 0 if the server closed the connection without a response. */
export type Reply = { status: number; headers: Record<string, string>; text: string }

/** Sends a request literally, on its own connection, because HTTP clients refuse to send many invalid requests. */
export async function send(port: number, { raw, method, path, headers, body = '' }: BadRequest): Promise<Reply> {
  const all = { host: 'x', connection: 'close', ...headers, 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const { socket, end } = await dial(port)
  socket.write(raw ?? [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'))
  // Ends the connection, because raw bytes may be an incomplete request, for whose rest the server would wait.
  if (raw !== undefined) socket.end()
  return replyOf(await end)
}

function replyOf(text: string): Reply {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const lines = head.matchAll(/^([\w-]+): (.*)$/gm)
  const headers = Array.from(lines, ([, name = '', value]) => [name.toLowerCase(), value])
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  return { status, headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') }
}

/** Describes the violation in the response to a bad request. Returns `undefined` if it has no violation. */
export function violationOf({ path }: BadRequest, { status, headers, text }: Reply): string | undefined {
  if (status >= 500) return `answered ${status}`
  if (/root:.*:0:0:|SECRET-OF-THE-MACHINE/.test(text)) return 'leaked a file'
  if (text.includes(root) || /\n\s+at .+:\d+:\d+/.test(text)) return 'leaked a path or a stack'
  if ('x-injected' in headers) return 'let a header be injected'
  const isApi = /^\/api(?:[/?]|$)/.test(path)
  if (isApi && (status === 301 || status === 302)) return 'redirected a call of the API'
  const type = headers['content-type'] ?? ''
  const isRefusal = status >= 400 && isApi && text !== '' && type !== ''
  if (isRefusal && !type.startsWith('application/problem+json')) return `refused with ${type}, no problem document`
  if (status === 429 && type !== '' && headers['retry-after'] === undefined) return 'answered 429 without Retry-After'
  return undefined
}
