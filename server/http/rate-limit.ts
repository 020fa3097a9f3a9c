import type { IncomingHttpHeaders } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from './problem'

/** Counts costly work for an address, before it is done: rendering a page, resizing a picture, calling another API. Rejects with a 429. */
export type LimitCostly = (request: FastifyRequest, cost?: number) => Promise<void>

/** Addresses that are remembered, at most. */
const mostAddresses = 50_000

export type RateLimitOptions = {
  perMinute: number
  includesLoopback: boolean
  /** Whether TRUST_PROXY is set, so that addresses of visitors behind a proxy are known. */
  hasTrustedProxy: boolean
}

/**
 * Allows each address `perMinute` costly requests in a minute that begins with its first one; `0` is no limit. A /64 network of IPv6
 * is one address: a household has that many to choose from (RFC 6177). Requests of this machine itself are free unless
 * `includesLoopback`, but not those that a proxy on it passes on: without TRUST_PROXY these count as one address.
 */
export async function createRateLimit(
  app: FastifyInstance,
  { perMinute, includesLoopback, hasTrustedProxy }: RateLimitOptions,
): Promise<LimitCostly> {
  if (perMinute === 0) return async () => undefined
  let hasWarned = false
  const isFromThisMachine = ({ ip, headers }: FastifyRequest) => {
    if (!isLoopback(ip)) return false
    if (hasTrustedProxy || !isForwarded(headers)) return true
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
    cache: mostAddresses,
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

/** True for a request that a proxy says it has passed on. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)
}

/** True for an address of this machine, as sockets have it. */
export function isLoopback(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(address)
}
