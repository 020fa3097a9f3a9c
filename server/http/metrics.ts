import type { Registry } from 'prom-client'
import { createDurations } from './durations'

/** What `/metrics` counts. The labels are few whatever is asked: patterns of routes, known methods, classes of status. */
export type Metrics = {
  /** Notes answers of one kind, by the milliseconds each took; `route` is a pattern such as `/images/:name`, never an address as it was sent. */
  answered: (route: string, method: string, status: number) => (milliseconds: number) => void
  /** Notes a connection that was cut off before it was a request: a bad header, a slow client. */
  cutOff: (status: number) => void
  /** All figures in Prometheus's text format, and its content type. */
  text: () => Promise<string>
  type: string
}

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** Figures of one app; `contentVersion` reads the count of the content's reloads. */
export function createMetrics(contentVersion: () => number): Metrics {
  const durations = createDurations(
    'http_request_duration_seconds',
    'Time from the request to the end of its answer.',
    [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
  )
  const cutOff = new Map<number, number>()
  let registry: Promise<Registry> | undefined
  // Loaded when somebody asks, as it takes a twentieth of the start.
  const createRegistry = async () => {
    const { Counter, collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
    const register = new Registry()
    const registers = [register]
    new Counter({
      name: 'http_connections_cut_off_total',
      help: 'Connections ended before they were a request: headers that are none, too large or too slow.',
      labelNames: ['status'],
      registers,
      collect() {
        this.reset()
        for (const [status, count] of cutOff) this.inc({ status }, count)
      },
    })
    new Gauge({
      name: 'content_version',
      help: 'Counts the content sets served since the start.',
      registers,
      collect() {
        this.set(contentVersion())
      },
    })
    // Memory, CPU, open files, event loop and garbage: watched from here on, as watching has its price.
    collectDefaultMetrics({ register })
    return register
  }
  return {
    type: 'text/plain; version=0.0.4; charset=utf-8',
    answered: (route, method, status) =>
      durations.series({
        route,
        method: methods.includes(method) ? method : 'other',
        status: `${Math.floor(status / 100)}xx`,
      }),
    cutOff: (status) => void cutOff.set(status, (cutOff.get(status) ?? 0) + 1),
    text: async () => {
      registry ??= createRegistry()
      return `${durations.text()}\n${await (await registry).metrics()}`
    },
  }
}
