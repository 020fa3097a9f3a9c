import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from './problem'

/** Counts costly work for an address, before it is done: rendering a page, resizing a picture, calling another API. Rejects with a 429. */
export type LimitCostly = (request: FastifyRequest, cost?: number) => Promise<void>

/** Addresses that are remembered, at most. */
const mostAddresses = 50_000

/**
 * Allows each address `perMinute` costly requests in a minute that begins with its first one; `0` is no limit. A /64 network of IPv6
 * is one address: a household has that many to choose from (RFC 6177).
 */
export async function createRateLimit(
  app: FastifyInstance,
  { perMinute, includesLoopback }: { perMinute: number; includesLoopback: boolean },
): Promise<LimitCostly> {
  if (perMinute === 0) return async () => undefined
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    cache: mostAddresses,
    allowList: ({ ip }) => !includesLoopback && isLoopback(ip),
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

/** True for an address of this machine, as sockets tell it. */
export function isLoopback(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(address)
}
