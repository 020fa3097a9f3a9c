import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config'
import { hasToken, isFromThisMachine } from '../../http/peer.ts'
import { ProblemError } from '../../http/problem.ts'

/**
 * Refuses strangers at development addresses (`/__...`), because these show recorded calls and change what the server answers. The
 * matched route decides, because the router decodes an address such as `/%5F_requests`.
 */
export function localOnly(app: FastifyInstance, access: Pick<Config, 'isDevelopment' | 'scenariosToken'>): void {
  app.addHook('onRequest', async (request, reply) => {
    // A 404 has no route.
    const path = request.routeOptions.url ?? request.url
    if (!path.startsWith('/__')) return
    reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers')
    reply.header('cache-control', 'no-store')
    if (!mayControl(request.raw, access))
      throw new ProblemError(403, 'Development addresses are for pages and programs of this machine.')
  })
  // Gives every address below `/__` a route, so that no page answers there, and no preflight request.
  app.all('/__*', { config: { cors: false } }, (_, reply) => reply.callNotFound())
}

/** Headers that forbid frames, because a click in an invisible frame of the studio could change files. */
export const notFramed = { 'content-security-policy': "frame-ancestors 'none'", 'x-frame-options': 'DENY' }

function mayControl(
  request: IncomingMessage,
  { isDevelopment, scenariosToken }: Pick<Config, 'isDevelopment' | 'scenariosToken'>,
): boolean {
  if (isDevelopment) return isFromOwnPage(request)
  if (scenariosToken !== '') return hasToken(request.headers, scenariosToken)
  return isFromThisMachine(request) && isFromOwnPage(request)
}

/**
 * True for a request of a page of the same origin or of a program. Checks `Origin`, `Sec-Fetch-Site` and, against DNS rebinding,
 * `Host`. Only loopback hosts are allowed: browsers send no `Sec-Fetch-Site` to others without TLS, such as `0.0.0.0`, which leads
 * to this machine too.
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { host = '', origin } = headers
  const name = hostnameOf(`http://${host}`)
  const isOwnHost = (isIP(name) === 4 && name.startsWith('127.')) || name === '::1' || /^(?:.+\.)?localhost$/.test(name)
  const isOwnOrigin = origin === undefined || origin === `http://${host}` || origin === `https://${host}`
  return isOwnHost && isOwnOrigin && isOfOwnSite(headers)
}

/** False if the browser says that a page of another origin caused the request. */
export function isOfOwnSite({ 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): boolean {
  return site === 'none' || site === 'same-origin'
}

/** The host of an address, without its port and without the brackets of IPv6. Empty if the address is invalid. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : ''
}
