import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import fp from 'fastify-plugin'
import type { Gauge } from 'prom-client'
import type { Store } from '../content/store'
import { hasToken, isFromThisMachine } from './peer'

/** Matches safe values of `x-request-id`, which are short and do no harm in a log or a header. */
const harmlessId = /^[\w.:-]{1,64}$/

/** The id of a request: its `x-request-id` header if that is safe, else a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && harmlessId.test(given) ? given : randomUUID()
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/**
 * Sends the id of each request in its response, logs a line for the request and counts it. `/metrics` shows the counts. Their
 * labels are route patterns, known methods and status classes, so that requests cannot add labels.
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
    // Without a configured token, direct requests from this machine may read the metrics.
    const mayRead = token === '' ? isFromThisMachine(request.raw) : hasToken(request.headers, token)
    if (!mayRead) return reply.callNotFound()
    reply.headers({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
    return (await metrics()).text()
  })
})

/** Returns the metrics of one app. Loads their library at the first call, because loading it takes 5 % of the start. */
export type Metrics = () => ReturnType<typeof createFigures>

export function createMetrics(store: Store): Metrics {
  let loading: ReturnType<Metrics> | undefined
  return () => (loading ??= createFigures(store))
}

async function createFigures(store: Store) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  let hasDefaults = false
  const addGauge = (name: string, help: string, read: () => number) => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
  }
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  addGauge('content_version', 'Counts the content sets served since the start.', () => store.content().version)
  addGauge('content_rejected', '1 while the fixtures have violations and older content is served.', () =>
    store.rejection() ? 1 : 0,
  )
  addGauge(
    'content_unreadable',
    '1 while the fixtures or the images folder cannot be read and older content is served.',
    () => (store.readFailure() ? 1 : 0),
  )
  const visitorErrors = counter(
    'visitor_errors_total',
    "Errors that visitors' browsers have reported: uncaught errors, rejections, violations of the policy.",
    'kind',
  )
  // Starts each counter at 0, so that Prometheus sees the first error as an increase.
  for (const kind of ['error', 'rejection', 'policy']) visitorErrors.inc({ kind }, 0)
  return {
    visitorErrors,
    cutOff: counter(
      'http_connections_cut_off_total',
      'Connections ended before they were a request: headers that are none, too large or too slow.',
      'status',
    ),
    drift: counter(
      'api_drift_total',
      'Answers of another API that drift from the contract, by rule of the contract check. Rules of formats are read all the same.',
      'operation',
      'rule',
    ),
    durations: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
      registers,
    }),
    /** All metrics in Prometheus's text format. Process metrics, which cost time, are collected only from the first call on. */
    text: () => {
      if (!hasDefaults) collectDefaultMetrics({ register })
      hasDefaults = true
      return register.metrics()
    },
  }
}
