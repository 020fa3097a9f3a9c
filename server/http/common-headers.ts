import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config'
import type { Template } from '../pages/template'

/** The headers that all answers have in common: what a page may do, and who may read them. */
export async function commonHeaders(
  app: FastifyInstance,
  config: Config,
  template: Template | undefined,
): Promise<void> {
  await app.register(helmet, helmetOptions(config, template))
  // Everything here is public and nothing is personal, so any site may read it; never with credentials.
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST'],
    strictPreflight: false,
    exposedHeaders: ['ETag', 'Retry-After', 'X-Answered-By', 'X-Answered-Because', 'X-Request-Id'],
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isPartOfPage(request, reply)) return
    for (const name of documentHeaders) {
      reply.raw.removeHeader(name)
      reply.removeHeader(name)
    }
  })
}

/** What says nothing about a script, a style, a font or a picture of a page: 800 bytes, as much as some of these files weigh. */
const documentHeaders = [
  ...['content-security-policy', 'cross-origin-opener-policy', 'origin-agent-cluster', 'x-frame-options'],
  'access-control-expose-headers',
]

/** A drawing (SVG) or a refusal may be opened as a document, and keeps all headers; so does the service worker, which has its own policy. */
function isPartOfPage({ url }: FastifyRequest, reply: FastifyReply): boolean {
  if (!/^\/(?:assets|images)\//.test(url)) return false
  // A 304 has no type, and the headers of the 200 that it stands for.
  if (reply.statusCode === 304) return !/\.svg(?:$|\?)/i.test(url)
  return /^(?:text\/javascript|text\/css|font\/|image\/(?!svg))/.test(String(reply.getHeader('content-type')))
}

/** Helmet's set with a policy that allows nothing inline but what the template has, and the API and pictures where they are. */
function helmetOptions({ baseUrl, imageBase, publicUrl, upstream }: Config, template: Template | undefined) {
  const originOf = (address: string) => (/^https?:/i.test(address) ? [new URL(address).origin] : [])
  const isHttps = publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...(template?.scriptHashes ?? [])],
        'style-src': ["'self'", ...(template?.styleHashes ?? [])],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:', ...originOf(imageBase), ...originOf(upstream)],
        'connect-src': ["'self'", ...originOf(baseUrl)],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        // On plain http, as in a demo on a local network, this would blank the page.
        ...(isHttps && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: isHttps && { maxAge: 365 * 24 * 60 * 60, includeSubDomains: true },
    // Pictures come from other hosts that don't send CORP.
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' as const },
    // What only browsers of the past heed: a page's first packets are better used.
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    // Nothing here links to a host whose name could be looked up ahead.
    dnsPrefetchControl: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
  }
}
