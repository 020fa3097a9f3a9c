import fp from 'fastify-plugin'
import type { Store } from '../content/store'
import type { Connections } from './connections'
import { ProblemError } from './problem'

/** The longest wait for requests in flight while closing, in milliseconds. */
const drainTime = 9_000

/** The maximum number of faults of the content that `/ready` lists. */
const mostFaults = 10

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
    reply.code(isClosing ? 503 : 200).send({ status: isClosing ? 'closing' : 'ready', ...rejectedContent(store) }),
  )
})

/** Describes invalid fixtures: since when, and where. Leaves out values, because drafts may be private. */
function rejectedContent(store: Store) {
  const rejection = store.rejection()
  if (!rejection) return {}
  const { since, error } = rejection
  const places = error.faults.map(({ file, pointer }) => `${file} ${pointer || '(whole file)'}`)
  return { content: { rejectedSince: since.toISOString(), faults: places.length, places: places.slice(0, mostFaults) } }
}
