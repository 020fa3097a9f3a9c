import { once } from 'node:events'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Metrics } from './metrics'
import { problem, problemType } from './problem'

export type Connections = ReturnType<typeof createConnections>

const clientErrors: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The header is too large; 16 kB are the most.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The payload's chunk extensions are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** Tracks the responses in flight, so that closing the server or refusing a connection can wait for them. */
export function createConnections(metrics: Metrics) {
  const inFlight = new Set<ServerResponse>()
  const refused = new WeakSet<Socket>()

  return {
    /** Tracks a server's requests. Returns the server. */
    track: (server: Server) =>
      server.prependListener('request', (_, response) => {
        inFlight.add(response)
        response.once('close', () => inFlight.delete(response))
      }),

    /** Waits for the current responses, at most so many milliseconds. Does not wait for later ones, which may never end. */
    drain: async (milliseconds: number) => {
      const answered = Promise.all([...inFlight].map((response) => once(response, 'close')))
      await Promise.race([answered, wait(milliseconds, undefined, { ref: false })])
    },

    /**
     * Answers bytes that are no valid request with a problem document and closes the connection. First finishes the responses in
     * flight, because the client would read the refusal as part of them.
     */
    refuse: async (error: NodeJS.ErrnoException, socket: Socket) => {
      // The client is gone.
      if (error.code === 'ECONNRESET') return void socket.destroy()
      if (refused.has(socket)) return
      refused.add(socket)
      // Does not wait for a request whose payload is incomplete: the refusal is its response.
      const next = () =>
        [...inFlight].find(({ req, headersSent }) => req.socket === socket && (headersSent || req.complete))
      for (let response = next(); response; response = next())
        await new Promise((resolve) => response?.once('close', resolve))
      if (!socket.writable) return
      const [status, detail] = clientErrors[error.code ?? ''] ?? [400, 'This is no HTTP request.']
      void metrics().then(({ cutOff }) => cutOff.inc({ status }))
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
    },
  }
}
