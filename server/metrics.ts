import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` counts. The labels are few whatever is asked: patterns of routes, known methods, classes of status. */
export type Metrics = {
  /** Notes an answer; `route` is a pattern such as `/images/:name`, never an address as it was sent. */
  answered: (route: string, method: string, status: number, milliseconds: number) => void
  /** Notes a connection that was cut off before it was a request: a bad header, a slow client. */
  cutOff: (status: number) => void
  /** All figures in Prometheus's text format, and its content type. */
  text: () => Promise<string>
  type: string
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** Figures of one app; `contentVersion` reads the count of the content's reloads. */
export function createMetrics(contentVersion: () => number): Metrics {
  const register = new Registry()
  const registers = [register]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
    registers,
  })
  const cutOff = new Counter({
    name: 'http_connections_cut_off_total',
    help: 'Connections ended before they were a request: headers that are none, too large or too slow.',
    labelNames: ['status'],
    registers,
  })
  new Gauge({
    name: 'content_version',
    help: 'Counts the content sets served since the start.',
    registers,
    collect() {
      this.set(contentVersion())
    },
  })
  // Finding a series by its labels costs more than counting in it.
  const series = new Map<string, { observe: (seconds: number) => void }>()
  let hasProcess = false
  return {
    type: register.contentType,
    answered: (route, method, status, milliseconds) => {
      const key = `${method} ${status} ${route}`
      let found = series.get(key)
      if (!found) {
        const known = methods.includes(method) ? method : 'other'
        found = durations.labels(route, known, `${Math.floor(status / 100)}xx`)
        series.set(key, found)
      }
      found.observe(milliseconds / 1000)
    },
    cutOff: (status) => cutOff.inc({ status }),
    text: async () => {
      // Memory, CPU, open files, event loop and garbage: watched once somebody asks, as watching has its price.
      if (!hasProcess) collectDefaultMetrics({ register })
      hasProcess = true
      return register.metrics()
    },
  }
}
