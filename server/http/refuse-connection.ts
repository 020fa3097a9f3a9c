import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Drain } from './drain'
import type { Metrics } from './metrics'
import { problem, problemType } from './problem'

/** Connections that will be refused after their response in flight. */
const waiting = new WeakSet<Socket>()

/**
 * Answers bytes that are no valid request with a problem document and closes the connection. First finishes the response in flight,
 * because the client would read the refusal as part of it.
 */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket, drain: Drain, metrics: Metrics): void {
  // The client is gone.
  if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy()
  // The connection is closing, or its refusal is scheduled.
  if (!socket.writable || waiting.has(socket)) return
  const answer = drain.inFlightOn(socket)
  if (answer) {
    waiting.add(socket)
    answer.once('close', () => {
      waiting.delete(socket)
      refuseConnection(error, socket, drain, metrics)
    })
    return
  }
  const [status, detail] = clientErrors[error.code ?? ''] ?? [400, 'This is no HTTP request.']
  metrics.cutOff(status)
  const body = JSON.stringify(problem(status, detail))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

const clientErrors: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The header is too large; 16 kB are the most.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The payload's chunk extensions are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}
