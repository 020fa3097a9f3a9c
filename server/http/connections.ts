import { once } from 'node:events'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { Store } from '../content/store'
import { ProblemError, problem, problemType } from './problem'
import type { Metrics } from './request-log'

type Connections = ReturnType<typeof createConnections>

const clientErrors: Record<string, [status: number, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The header is too large; 16 kB are the most.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The payload's chunk extensions are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
}

/** The time for which a refused connection is still read, in milliseconds. */
const lingerTime = 5_000

/** Tracks the responses in flight, so that closing the server or refusing a connection can wait for them. */
export function createConnections(metrics: Metrics) {
  const inFlight = new Set<ServerResponse>()

  return {
    track: (server: Server) =>
      server.prependListener('request', (_, response) => {
        inFlight.add(response)
        response.once('close', () => inFlight.delete(response))
      }),

    /** Waits until the current responses are sent, or the time is over. Later responses, which may never cease, do not count. */
    drain: async (milliseconds: number) => {
      const answered = Promise.all([...inFlight].map((response) => once(response, 'close')))
      await Promise.race([answered, wait(milliseconds, undefined, { ref: false })])
    },

    /**
     * Answers bytes that are no valid request with a problem document, and closes the connection. If the client is receiving a
     * response, it gets no document, because it would read the document as part of the response.
     */
    refuse: (error: NodeJS.ErrnoException, socket: Socket) => {
      const isAnswered = [...inFlight].some(({ req, headersSent }) => req.socket === socket && headersSent)
      if (error.code === 'ECONNRESET' || isAnswered) return void socket.destroy()
      // The connection has already been refused.
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
      // A request that took too long has had its time. Others may still be sending, and would lose the answer if the connection was
      // reset, so their bytes are read and dropped for a moment.
      const linger = status === 408 ? 0 : lingerTime
      socket.removeAllListeners('data').on('data', () => undefined)
      socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => {
        const timer = setTimeout(() => socket.destroy(), linger)
        socket.once('close', () => clearTimeout(timer))
      })
    },
  }
}

/** The longest wait for requests in flight while closing, in milliseconds. */
const drainTime = 9_000

/** The maximum number of violations of the content that `/ready` lists. */
const maxViolations = 10

/** Serves `/health` and `/ready`, and drains on close: new requests get a 503 while those in flight finish. */
export const health = fp(async (app, { connections, store }: { connections: Connections; store: Store }) => {
  let isClosing = false
  app.addHook('onRequest', (request, _, done) => {
    if (!isClosing || request.url === '/health' || request.url === '/ready') return done()
    done(new ProblemError(503, 'The server is closing.', undefined, { 'retry-after': '1' }))
  })
  // While this hook waits, the server still listens, so that a load balancer reads "closing" at /ready.
  app.addHook('preClose', async () => {
    isClosing = true
    await connections.drain(drainTime)
  })
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_, reply) =>
    reply.code(isClosing ? 503 : 200).send({ status: isClosing ? 'closing' : 'ready', ...contentState(store) }),
  )
})

/**
 * Tells where the fixtures have violations, or which file can't be read, and since when. Leaves out values, because drafts may be
 * private.
 */
function contentState(store: Store) {
  const [rejection, readFailure] = [store.rejection(), store.readFailure()]
  if (readFailure) {
    const { since, error } = readFailure
    return { content: { unreadableSince: since.toISOString(), file: error.file, code: error.code } }
  }
  if (!rejection) return {}
  const { since, error } = rejection
  const positions = error.violations.map(({ file, pointer }) => `${file} ${pointer || '(whole file)'}`)
  return {
    content: {
      rejectedSince: since.toISOString(),
      violations: positions.length,
      places: positions.slice(0, maxViolations),
    },
  }
}
