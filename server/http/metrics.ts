import type { Gauge } from 'prom-client'
import type { Store } from '../content/store'

export type Metrics = ReturnType<typeof createMetrics>

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** Metrics of one app. Labels are route patterns, known methods and status classes, so that requests cannot add labels. */
export function createMetrics(store: Pick<Store, 'content' | 'rejection'>) {
  let loading: ReturnType<typeof createFigures> | undefined
  // Loaded after the first response, because loading the library takes 5 % of the start.
  const figures = () => (loading ??= createFigures(store))
  let hasDefaults = false

  return {
    /** Counts a response; `route` is a pattern such as `/images/:name`, never an address as it was sent. */
    answered: async (route: string, method: string, status: number, milliseconds: number) => {
      const known = methods.includes(method) ? method : 'other'
      const labels = { route, method: known, status: `${Math.floor(status / 100)}xx` }
      ;(await figures()).durations.observe(labels, milliseconds / 1000)
    },
    /** Counts a connection that was cut off before it was a request: a bad header, a slow client. */
    cutOff: async (status: number) => (await figures()).cutOff.inc({ status }),
    /** Counts an error that a visitor's browser has reported. */
    visitorFailed: async (kind: string) => (await figures()).visitorErrors.inc({ kind }),
    /** All metrics in Prometheus's text format. */
    text: async () => {
      const { register, collectDefaultMetrics } = await figures()
      // Collects process metrics only from the first request of `/metrics` on, because collecting costs time.
      if (!hasDefaults) collectDefaultMetrics({ register })
      hasDefaults = true
      return register.metrics()
    },
  }
}

async function createFigures(store: Pick<Store, 'content' | 'rejection'>) {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  const addGauge = (name: string, help: string, read: () => number) => {
    const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
  }
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name, help, labelNames: [label], registers })
  addGauge('content_version', 'Counts the content sets served since the start.', () => store.content().version)
  addGauge('content_rejected', '1 while the fixtures have faults and older content is served.', () =>
    store.rejection() ? 1 : 0,
  )
  const visitorErrors = counter(
    'visitor_errors_total',
    "Errors that visitors' browsers have reported: uncaught errors, rejections, violations of the policy.",
    'kind',
  )
  // Starts each counter at 0, so that Prometheus sees the first error as an increase.
  for (const kind of ['error', 'rejection', 'policy']) visitorErrors.inc({ kind }, 0)
  const cutOff = counter(
    'http_connections_cut_off_total',
    'Connections ended before they were a request: headers that are none, too large or too slow.',
    'status',
  )
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
    registers,
  })
  return { register, collectDefaultMetrics, visitorErrors, cutOff, durations }
}
