import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import type { Metrics } from './metrics'
import { isForwarded, isLoopback } from './rate-limit'

/** Accepted values of `x-request-id`: short, and safe in a log and a header. */
const harmlessId = /^[\w.:-]{1,64}$/

/** The id of a request: its `x-request-id` header if that is safe, else a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && harmlessId.test(given) ? given : randomUUID()
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/**
 * Sends each request's id, logs a line for it and counts it; `/metrics` shows the counts. Their labels are route patterns, known
 * methods and status classes, so that requests cannot add labels.
 */
export const requestLog = fp(async (app, { metrics, token }: { metrics: Metrics; token: string }) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', ({ method, url, routeOptions, log }, { statusCode: status, elapsedTime }, done) => {
    const route = routeOptions.url ?? 'none'
    const labels = {
      route,
      method: methods.includes(method) ? method : 'other',
      status: `${Math.floor(status / 100)}xx`,
    }
    void metrics().then(({ durations }) => durations.observe(labels, elapsedTime / 1_000))
    const path = url.split('?', 1)[0]?.slice(0, 200)
    log.info({ method, route, path, status, ms: Math.round(elapsedTime * 100) / 100 }, 'answered')
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, token)) return reply.callNotFound()
    reply.headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
    return (await metrics()).text()
  })
})

/** True if the request has the token. Without a configured token, true for direct requests from this machine. */
function mayReadMetrics({ headers, socket }: IncomingMessage, token: string): boolean {
  if (token === '') {
    return isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers)
  }
  const [given, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
