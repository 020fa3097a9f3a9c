import fp from 'fastify-plugin'
import type { Drain } from './drain'
import { ProblemError } from './problem'

/** The longest wait for requests in flight while closing, in milliseconds. */
const drainTime = 9_000

/**
 * Serves `/health` and `/ready`, and drains on close: new requests get a 503 while those in flight finish. `content` returns the
 * content's part of the `/ready` response.
 */
export const health = fp(async (app, { drain, content }: { drain: Drain; content: () => object }) => {
  let isClosing = false
  app.addHook('onRequest', (request, _, done) => {
    if (!isClosing || request.url === '/health' || request.url === '/ready') return done()
    done(new ProblemError(503, 'The server is closing.', undefined, { 'retry-after': '1' }))
  })
  // While this hook waits, the server still listens, so that a load balancer reads "closing" at /ready.
  app.addHook('preClose', async () => {
    isClosing = true
    await drain.settle(drainTime)
  })
  app.get('/health', async () => ({ status: 'ok' }))
  app.get('/ready', async (_, reply) =>
    reply.code(isClosing ? 503 : 200).send({ status: isClosing ? 'closing' : 'ready', ...content() }),
  )
})
