import { isIP } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config'
import { isForwarded, isLoopback } from './peer'
import { ProblemError } from './problem'

/** Counts a costly request (rendering, resizing, calling an API) before the work starts. Rejects with a 429 over the limit. */
export type LimitCostly = (request: FastifyRequest, cost?: number) => Promise<void>

/** The maximum number of addresses whose requests are counted. */
const maxAddresses = 50_000

/**
 * The address of the visitor. If a trusted proxy passes on what is no address, as `X-Forwarded-For` may hold any text, this is the
 * address of the proxy, so that no visitor chooses a new key for each request. A connection that its client has closed has no
 * address; such requests count as those of one.
 */
function clientAddress({ ip, ips = [ip] }: FastifyRequest): string {
  return ips.map(withoutPort).findLast((address) => isIP(address) !== 0) ?? ip ?? ''
}

/** Removes the port that Azure's gateways add to an address, which differs with each connection. */
function withoutPort(address = ''): string {
  const [, v6, v4] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i.exec(address) ?? []
  return v6 ?? v4 ?? address
}

/**
 * Limits the costly requests of each address per minute; `perMinute` 0 is no limit. An IPv6 /64 network counts as one address,
 * because each household has a network of this size (RFC 6177). Requests from this machine are exempt unless `includesLoopback`,
 * but not those that a proxy forwards: without TRUST_PROXY all of these count as one address.
 */
export async function createRateLimit(
  app: FastifyInstance,
  { rateLimit: limit, trustProxy }: Config,
): Promise<LimitCostly> {
  const { perMinute, includesLoopback } = limit
  if (perMinute === 0) return async () => undefined
  let hasWarned = false
  const isFromThisMachine = ({ ip, headers }: FastifyRequest) => {
    if (isIP(ip) === 0 || !isLoopback(ip)) return false
    if (trustProxy.length > 0 || !isForwarded(headers)) return true
    if (!hasWarned) {
      app.log.warn(
        'A proxy on this machine passes requests on, but TRUST_PROXY is not set: all visitors share one rate limit. Set TRUST_PROXY=127.0.0.1,::1',
      )
    }
    hasWarned = true
    return false
  }
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    cache: maxAddresses,
    keyGenerator: (request) => normalizeIP(clientAddress(request)),
    allowList: (request) => !includesLoopback && isFromThisMachine(request),
  })
  const count = app.createRateLimit()
  return async (request, cost = 1) => {
    for (let counted = 1; counted < cost; counted++) await count(request)
    const result = await count(request)
    if (result.isAllowed || !result.isExceeded) return
    const seconds = result.ttlInSeconds
    throw new ProblemError(429, `Too many requests from this address; try again in ${seconds} seconds.`, undefined, {
      'retry-after': String(seconds),
    })
  }
}
