import type { Counter, Histogram, Registry } from 'prom-client'

/** What `/metrics` counts. The labels are few whatever is asked: patterns of routes, known methods, classes of status. */
export type Metrics = {
  /** Counts an answer; `route` is a pattern such as `/images/:name`, never an address as it was sent. */
  answered: (route: string, method: string, status: number, milliseconds: number) => void
  /** Counts a connection that was cut off before it was a request: a bad header, a slow client. */
  cutOff: (status: number) => void
  /** Loads the library, which takes a twentieth of the start; what was counted before is not lost. */
  load: () => Promise<unknown>
  /** All figures in Prometheus's text format. */
  text: () => Promise<string>
}

type Figures = { register: Registry; durations: Histogram; cutOff: Counter }

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']

/** Figures of one app; `contentVersion` reads the count of the content's reloads. */
export function createMetrics(contentVersion: () => number): Metrics {
  let loading: Promise<Figures> | undefined
  let figures: Figures | undefined
  let isComplete = false
  const waiting: ((figures: Figures) => void)[] = []

  const count = (change: (figures: Figures) => void) => void (figures ? change(figures) : waiting.push(change))

  const load = () => {
    loading ??= createFigures(contentVersion).then((created) => {
      figures = created
      for (const change of waiting.splice(0)) change(created)
      return created
    })
    return loading
  }

  return {
    answered: (route, method, status, milliseconds) => {
      const labels = {
        route,
        method: methods.includes(method) ? method : 'other',
        status: `${Math.floor(status / 100)}xx`,
      }
      count(({ durations }) => durations.observe(labels, milliseconds / 1000))
    },
    cutOff: (status) => count(({ cutOff }) => cutOff.inc({ status })),
    load,
    text: async () => {
      const { register } = await load()
      if (!isComplete) {
        isComplete = true
        // Memory, CPU, open files, event loop and garbage: from here on, as watching them has its price.
        const { collectDefaultMetrics } = await import('prom-client')
        collectDefaultMetrics({ register })
      }
      return register.metrics()
    },
  }
}

async function createFigures(contentVersion: () => number): Promise<Figures> {
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const register = new Registry()
  const registers = [register]
  new Gauge({
    name: 'content_version',
    help: 'Counts the content sets served since the start.',
    registers,
    collect() {
      this.set(contentVersion())
    },
  })
  return {
    register,
    durations: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
      registers,
    }),
    cutOff: new Counter({
      name: 'http_connections_cut_off_total',
      help: 'Connections ended before they were a request: headers that are none, too large or too slow.',
      labelNames: ['status'],
      registers,
    }),
  }
}
