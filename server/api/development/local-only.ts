import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { ProblemError } from '../../http/problem'

/**
 * Refuses requests of other sites to development addresses (`/__...`), because these show recorded calls. Checks `Origin`,
 * `Sec-Fetch-Site` and, against DNS rebinding, `Host`. A host may be an IP address, because DNS cannot rebind it.
 */
export function localOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    if (!url.startsWith('/__')) return
    reply.removeHeader('access-control-allow-origin')
    const { host = '', origin } = headers
    const isOwnHost = isLocalName(`http://${host}`) || isIP(hostnameOf(`http://${host}`)) !== 0
    const isOwnOrigin = origin === undefined || origin.replace(/^https?:\/\//, '') === host || isLocalName(origin)
    const isFromElsewhere = headers['sec-fetch-site'] === 'cross-site'
    if (!isOwnHost || !isOwnOrigin || isFromElsewhere)
      throw new ProblemError(403, 'Development addresses are for pages of this machine.')
  })
}

function isLocalName(address: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|::1)$/.test(hostnameOf(address))
}

/** The host of an address, without its port and without the brackets of IPv6. Empty if the address is invalid. */
function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : ''
}
