import { createServer } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { describe, type Fault } from '#contract/faults'
import { operationAt, operations } from '#contract/operations'
import { faults } from './api/development/faults'
import { randomFaults } from './api/development/random-faults'
import { requests } from './api/development/requests'
import { docs } from './api/docs'
import { createHandlers } from './api/handlers'
import { api } from './api/routes'
import { createUpstream, type Upstream } from './api/upstream'
import type { Config } from './config'
import type { Store } from './content/store'
import { commonHeaders } from './http/common-headers'
import { createDrain } from './http/drain'
import { createMetrics } from './http/metrics'
import { ProblemError, problem, problemType } from './http/problem'
import { createRateLimit } from './http/rate-limit'
import { refuseConnection } from './http/refuse-connection'
import { requestId, requestLog } from './http/request-log'
import { createMadePictures } from './images/made-pictures'
import { images } from './images/route'
import { pages } from './pages/route'
import { readTemplate } from './pages/template'

export type AppOptions = {
  config: Config
  store: Store
  /** The folder of a build; without it the app has no pages (API tests, `npm run dev`). */
  distDir?: string | undefined
  /** Answers failing slugs with failures, as in development. For tests: production never does. */
  hasFaults?: boolean | undefined
  /** Where log lines go; standard output by default. */
  logStream?: { write: (line: string) => void } | undefined
}

/** A payload is a slug or two; this is generous. */
const bodyLimit = 16 * 1024

/**
 * Slow clients: a header or a body that drips is cut off after 10 and 12 s, at the next look at the clocks, so before
 * 15 s; idle connections don't hold up closing.
 */
export const serverOptions = {
  requestTimeout: 12_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
}

/** Who takes nothing of an answer for this long, in milliseconds, is cut off; longer than any answer may take. */
const stallTime = 70_000

/** How long closing waits for what is under way, in milliseconds; what is left is cut off. */
const drainTime = 9_000

/** Builds the whole server without listening. Closing it also closes nothing else: the store belongs to the caller. */
export async function buildApp({ config, store, distDir, hasFaults, logStream }: AppOptions): Promise<FastifyInstance> {
  const metrics = createMetrics(() => store.content().version)
  const drain = createDrain()
  const trusted = config.trustProxy.length > 0 ? proxyAddr.compile(config.trustProxy) : undefined
  const app = fastify({
    logger: { level: config.logLevel, ...(logStream && { stream: logStream }) },
    // One line per request, not two: request-log.ts writes it.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, drain, metrics),
    trustProxy: trusted ?? false,
    bodyLimit,
    // An own hook answers while closing, with a problem document and two exceptions.
    return503OnClosing: false,
    serverFactory: (handler) => drain.watch(createServer(serverOptions, handler).setTimeout(stallTime)),
    rewriteUrl: ({ url }) => pathOf(url),
    routerOptions: { maxParamLength: 2_000 },
    // No route has a schema of Fastify's (server/api/routes.ts checks payloads): its compilers need not be loaded.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const status = error.statusCode ?? 400
      // Before any hook has run, so what the hooks would have set is set here.
      void reply.headers({
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'x-request-id': request.id,
      })
      const isPage = /^(?:GET|HEAD)$/.test(request.method) && !notPages.test(request.url)
      if (distDir && error.code === 'FST_ERR_BAD_URL' && isPage) {
        // No page has an address that can't be decoded, and a path not listed redirects (spec section 2).
        return void reply.header('cache-control', 'no-cache').redirect(/^\/ar[/?]/.test(request.url) ? '/ar' : '/')
      }
      void reply.code(status).type(problemType).send(problem(status, error.message))
    },
  })
  const handlers = createHandlers(config.product)
  const upstream: Upstream | undefined =
    config.upstream === ''
      ? undefined
      : createUpstream({
          address: config.upstream,
          product: config.product,
          // The handlers take each operation's own payload, which has been checked by then.
          fallback: (name, payload) => handlers[name](store.content(), payload as never),
          log: app.log,
        })
  requestLog(app, metrics, config.metricsToken)

  app.setErrorHandler<FastifyError | ProblemError>((error, request, reply) => {
    const known = error instanceof ProblemError ? error : undefined
    const status = error.statusCode ?? 500
    reply
      .type(problemType)
      .code(status)
      .headers(known?.headers ?? {})
    if (status >= 500 && !known) {
      request.log.error({ err: error }, 'the request failed')
      return reply.send(problem(500, 'The server failed; its log has more under this id.', { id: request.id }))
    }
    const faults = known ? known.errors : payloadFaults(error as FastifyError, request)
    return reply.send(problem(status, error.message, faults ? { errors: faults } : {}))
  })
  app.setNotFoundHandler((request) => {
    throw unknownAddress(request.method, request.url)
  })

  const template = distDir ? readTemplate(distDir, config) : undefined
  await commonHeaders(app, config, template)
  app.get('/health', async () => ({ status: 'ok' }))
  let isClosing = false
  app.addHook('onRequest', (request, _, done) => {
    if (isClosing && request.url !== '/health' && request.url !== '/ready') {
      return done(new ProblemError(503, 'The server is closing.', undefined, { 'retry-after': '1' }))
    }
    // Before a body is read: a wrong method or address is the first thing to tell.
    const isNoPage = request.routeOptions.url === '/*' && notPages.test(request.url)
    done(request.is404 || isNoPage ? unknownAddress(request.method, request.url) : undefined)
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // Still listening: who asks meanwhile whether to send somebody here is told, not refused.
    await drain.settle(drainTime)
  })
  app.get('/ready', async (_, reply) =>
    reply.code(isClosing ? 503 : 200).send({ status: isClosing ? 'closing' : 'ready' }),
  )

  if (config.isDevelopment) requests(app)
  if (config.isDevelopment || hasFaults) faults(app, { store, handlers })
  if (config.faults) {
    app.log.warn(config.faults, 'FAULTS: answers of the API fail on purpose')
    randomFaults(app, config.faults)
  }
  const limitCostly = await createRateLimit(app, config.rateLimit)
  await app.register(api, { store, handlers, product: config.product, upstream, limitCostly })
  await app.register(docs, { store, config })
  const sendMade = await createMadePictures(config.cacheDir, app.log, limitCostly)
  await app.register(images, { ...config, sendMade })
  if (distDir && template)
    await app.register(pages, { store, handlers, config, distDir, template, upstream, limitCostly, sendMade })
  return app
}

function noCompiler(): never {
  throw new Error('Payloads are checked in server/api/routes.ts, not by schemas of Fastify.')
}

/** The addresses below which there is no page: files and the API answer for themselves. */
const notPages = /^\/(?:api|images|cards|assets)(?:[/?]|$)/

/** Accepts absolute-form request targets, as some proxies send them (RFC 9112, 3.2.2): the path is enough. */
function pathOf(url = ''): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path === url || path.startsWith('/') ? path : `/${path}`
}

/** What Fastify refuses before the contract can look at it, in the contract's words. */
function payloadFaults({ code }: FastifyError, { headers }: FastifyRequest): Fault[] | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const expected = 'content-type application/json or application/x-www-form-urlencoded'
    return [{ pointer: '', expected, found: describe(headers['content-type']) }]
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const found = headers['content-length'] ? `${headers['content-length']} bytes` : 'more'
    return [{ pointer: '', expected: `a payload of at most ${bodyLimit} bytes`, found }]
  }
  return undefined
}

/** What an address that no route answers gets: 405 with Allow where another method would do, else 404; never a page. */
function unknownAddress(method: string, url: string): ProblemError {
  const [path = ''] = url.split('?', 1)
  const name = operationAt(path)
  const operation = name && operations[name]
  const isRead = method === 'GET' || method === 'HEAD'
  if (!operation && (isRead || path === '/api' || path.startsWith('/api/'))) {
    return new ProblemError(404, `There is nothing at ${path.slice(0, 200)}.`)
  }
  const allow = operation?.method === 'POST' ? 'POST, OPTIONS' : operation ? 'GET, HEAD, OPTIONS' : 'GET, HEAD'
  const fault = { pointer: '', expected: `one of the methods ${allow}`, found: method }
  return new ProblemError(405, `${path.slice(0, 200)} answers ${allow}, not ${method}.`, [fault], { allow })
}
