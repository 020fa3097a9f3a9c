import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { LogLines } from './log-lines'
import { isLoopback } from './loopback'
import { createMetrics, type Metrics } from './metrics'

/** What is noted of every request, whoever answers it: Fastify through `watch`, or another lane by calling these itself. */
export type Traffic = {
  /** The id of a request: its own `x-request-id` when that is harmless, else a new one. */
  idOf: (headers: IncomingHttpHeaders) => string
  /**
   * Counts answers of one kind and logs a line for each, by the request's id and its time in milliseconds. `route` is a pattern,
   * `url` as it was sent.
   */
  answers: (method: string, route: string, url: string, status: number) => (id: string, milliseconds: number) => void
  metrics: Metrics
}

export type TrafficOptions = {
  /** Where the lines go, when the log's level has them. */
  lines: LogLines | undefined
  contentVersion: () => number
}

/** An id that a caller may choose: harmless in a log and a header, and short. */
const harmlessId = /^[\w.:-]{1,64}$/

export function createTraffic({ lines, contentVersion }: TrafficOptions): Traffic {
  const metrics = createMetrics(contentVersion)
  const begin = lineBegin()
  return {
    metrics,
    idOf: (headers) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && harmlessId.test(given) ? given : randomUUID()
    },
    answers: (method, route, url, status) => {
      const count = metrics.answered(route, method, status)
      if (!lines) return (_, milliseconds) => count(milliseconds)
      const path = JSON.stringify(url.split('?', 1)[0]?.slice(0, 200))
      const what = `","method":"${method}","route":"${route}","path":${path},"status":${status},"ms":`
      return (id, milliseconds) => {
        count(milliseconds)
        lines.write(begin() + id + what + end(milliseconds))
      }
    },
  }
}

/**
 * How a line begins, up to the request's id. A line put together by hand is a fifth of the price of the logger's, with the same
 * fields; the texts of numbers are half of the rest, so what many lines share is made once, here for a millisecond.
 */
function lineBegin(): () => string {
  const start = `{"level":30,"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"time":`
  let time = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== time) {
      time = now
      text = `${start}${now},"reqId":"`
    }
    return text
  }
}

/** The ends of lines for times below 10 ms. */
const ends = Array.from({ length: 1_000 }, (_, hundredth) => lineEnd(hundredth))

function lineEnd(hundredth: number): string {
  return `${hundredth / 100},"msg":"answered"}\n`
}

/** How a line ends, from its time in milliseconds on. */
function end(milliseconds: number): string {
  const hundredth = Math.round(milliseconds * 100)
  return ends[hundredth] ?? lineEnd(hundredth)
}

/** Has every answer that Fastify gives counted and logged, and tells its id. */
export function watch(app: FastifyInstance, { answers }: Traffic): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async ({ id, method, url, routeOptions }, reply) => {
    answers(method, routeOptions.url ?? 'none', url, reply.statusCode)(id, reply.elapsedTime)
  })
}

/**
 * True for who may read the figures: with a token, who brings it; without, this machine itself, though not for others: a proxy
 * on this machine says so in a header.
 */
export function mayReadFigures({ headers, socket }: IncomingMessage, token: string): boolean {
  if (token === '') {
    return (
      isLoopback(socket.remoteAddress ?? '') &&
      ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].every((name) => headers[name] === undefined)
    )
  }
  const [given, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
