import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** Headers of proxies, besides those that begin with `x-forwarded`. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'cdn-loop']

/** True for a request with headers of a proxy. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded') || proxyHeaders.includes(name))
}

/** True for an address of this machine, in the form in which sockets give it. */
export function isLoopback(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(address)
}

/**
 * True for a direct request from this machine, by the address of the connection, because a client can choose its `Host`. HTTP/1.0
 * counts as forwarded, because nginx up to 1.29 forwards so by default, without any header.
 */
export function isFromThisMachine({ headers, socket, httpVersion }: IncomingMessage): boolean {
  return isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers) && httpVersion !== '1.0'
}

/**
 * True if the request has the token. The name of the scheme may be in any case (RFC 9110, 11.1). Takes the same time for every wrong
 * token of the same length.
 */
export function hasToken({ authorization = '' }: IncomingHttpHeaders, token: string): boolean {
  const given = Buffer.from(authorization.replace(/^bearer +/i, 'Bearer '))
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
