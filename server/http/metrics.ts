import type { Gauge } from 'prom-client'
import type { Store } from '../content/store'

/** Returns the metrics of one app, and loads their library at the first call, because loading takes 5 % of the start. */
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
  return {
    visitorErrors,
    cutOff: counter(
      'http_connections_cut_off_total',
      'Connections ended before they were a request: headers that are none, too large or too slow.',
      'status',
    ),
    durations: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
      registers,
    }),
    /** All metrics in Prometheus's text format. Includes process metrics from the first call on, because collecting costs time. */
    text: () => {
      if (!hasDefaults) collectDefaultMetrics({ register })
      hasDefaults = true
      return register.metrics()
    },
  }
}
