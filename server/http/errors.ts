import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import fp from 'fastify-plugin'
import { operationAt, operations } from '#contract/operations'
import { inLocale, splitLocale } from '#contract/paths'
import { describe, type Violation } from '#contract/violations'
import { ProblemError, problem, problemType } from './problem'

/** The maximum size of a request's body, in bytes. A payload has only one or two short fields. */
export const bodyLimit = 16 * 1024

/** Answers errors, wrong methods and unknown addresses with problem documents (RFC 9457). The page route handles its own errors. */
export const errors = fp(async (app) => {
  app.setErrorHandler<(FastifyError | ProblemError) & { headers?: Record<string, string> }>((error, request, reply) => {
    const known = error instanceof ProblemError ? error : undefined
    const status = error.statusCode ?? 500
    if (!request.raw.complete) {
      // Reads the rest of a refused payload and drops it, up to the time limit of a request. Fastify would close the connection at
      // once, and a client that is still sending would lose the answer.
      reply.removeHeader('connection')
      request.raw.resume()
    }
    reply
      .type(problemType)
      .code(status)
      .headers(error.headers ?? {})
    if (status >= 500 && !known) {
      request.log.error({ err: error }, 'the request failed')
      return reply.send(problem(500, 'The server failed; its log has more under this id.', { id: request.id }))
    }
    const violations = known ? known.errors : payloadViolations(error as FastifyError, request)
    return reply.send(problem(status, error.message, violations ? { errors: violations } : {}))
  })
  app.setNotFoundHandler((request) => {
    throw unknownAddress(request.method, request.url)
  })
  // Reports a wrong method or address before the body is read.
  app.addHook('onRequest', (request, _, done) => {
    const isNoPage = request.routeOptions.url === '/*' && notPages.test(request.url)
    done(request.is404 || isNoPage ? unknownAddress(request.method, request.url) : undefined)
  })
})

/** Answers requests that Fastify refuses before any hook has run. So this function sets the headers of the hooks itself. */
export function frameworkErrors(hasPages: boolean): NonNullable<FastifyServerOptions['frameworkErrors']> {
  return (error, request, reply: FastifyReply) => {
    const status = error.statusCode ?? 400
    void reply.headers({
      ...(!request.url.startsWith('/__') && { 'access-control-allow-origin': '*' }),
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    const isPage = /^(?:GET|HEAD)$/.test(request.method) && !notPages.test(request.url)
    if (hasPages && error.code === 'FST_ERR_BAD_URL' && isPage) {
      // Spec section 2: unlisted paths redirect to the home page. An address that cannot be decoded is unlisted.
      return void reply
        .header('cache-control', 'no-cache')
        .redirect(inLocale('/', splitLocale(request.url.split('?', 1)[0] ?? '')[0]))
    }
    void reply.code(status).type(problemType).send(problem(status, error.message))
  }
}

/** Matches the addresses of the API and of files, which are never pages. */
const notPages = /^\/(?:api|images|cards|assets)(?:[/?]|$)/

/** Converts Fastify's payload errors to the contract's format. */
function payloadViolations({ code }: FastifyError, { headers, url }: FastifyRequest): Violation[] | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    // Only addresses without pages may name forms here, because only the API accepts forms.
    const form = notPages.test(url) ? ' or application/x-www-form-urlencoded' : ''
    const expected = `content-type application/json${form}`
    return [{ pointer: '', expected, found: describe(headers['content-type']) }]
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const found = headers['content-length'] ? `${headers['content-length']} bytes` : 'more'
    return [{ pointer: '', expected: `a payload of at most ${bodyLimit} bytes`, found }]
  }
  return undefined
}

/** The error for a request without a route: 405 with `Allow` if the address takes another method, else 404. */
function unknownAddress(method: string, url: string): ProblemError {
  const [path = ''] = url.split('?', 1)
  const name = operationAt(path)
  const operation = name && operations[name]
  const isRead = method === 'GET' || method === 'HEAD'
  if (!operation && (isRead || path === '/api' || path.startsWith('/api/'))) {
    return new ProblemError(404, `There is nothing at ${path.slice(0, 200)}.`)
  }
  const allow = operation?.method === 'POST' ? 'POST, OPTIONS' : operation ? 'GET, HEAD, OPTIONS' : 'GET, HEAD'
  const violation = { pointer: '', expected: `one of the methods ${allow}`, found: method }
  return new ProblemError(405, `${path.slice(0, 200)} answers ${allow}, not ${method}.`, [violation], { allow })
}
