import cors from '@fastify/cors'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { pictureOrigins } from '#contract/images'
import type { Config } from '../config'
import { reportsPath } from './reports'

/** Sets security headers, like Helmet, and CORS headers on each response. A page has a content security policy of its own. */
export const commonHeaders = fp(
  async (app, { config, template }: { config: Config; template: { policy: string } | undefined }) => {
    const isHttps = config.publicUrl.startsWith('https:')
    // `Cross-Origin-Embedder-Policy` is not set, because pictures may come from hosts that do not send CORP.
    const headers = {
      'content-security-policy': template?.policy ?? contentPolicy(config),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'strict-origin-when-cross-origin',
      ...(template && { 'reporting-endpoints': `reports="${reportsPath}"` }),
      ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    }
    app.addHook('onRequest', (_, reply, done) => {
      reply.headers(headers)
      done()
    })
    // Any site may read responses, without credentials, because all data is public.
    await app.register(cors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST'],
      strictPreflight: false,
      // Chromium's maximum. Without it, browsers send a preflight again after 5 s, which takes a round trip before each POST.
      maxAge: 7_200,
      exposedHeaders: ['ETag', 'Retry-After', 'X-Answered-By', 'X-Answered-Because', 'X-Request-Id'],
    })
  },
)

/**
 * Removes headers that have no effect on scripts, styles, fonts and pictures. This saves 800 bytes per response, together with
 * the content security policy, which the caller removes or replaces by a shorter one.
 */
export function asPartOfPage(reply: FastifyReply): FastifyReply {
  const headers = ['cross-origin-opener-policy', 'origin-agent-cluster', 'x-frame-options', 'reporting-endpoints']
  for (const name of [...headers, 'access-control-expose-headers']) reply.removeHeader(name)
  return reply
}

/** The values that allow the inline scripts and styles of a page in its policy, such as `'sha256-...'`. */
type Inline = { scripts: string[]; styles: string[] }

/** Makes a content security policy. It allows the API, the hosts of pictures, and the `inline` scripts and styles of pages. */
export function contentPolicy(config: Config, inline?: Inline): string {
  const { baseUrl, publicUrl } = config
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(inline?.scripts ?? [])],
    'style-src': ["'self'", ...(inline?.styles ?? [])],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...pictureOrigins(config)],
    'connect-src': ["'self'", ...(baseUrl ? [new URL(baseUrl).origin] : [])],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // Omitted on plain http, as in a demo on a local network, where this directive would leave the page blank.
    ...(publicUrl.startsWith('https:') && { 'upgrade-insecure-requests': [] }),
    ...(inline && { 'report-to': ['reports'] }),
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join(';')
}
