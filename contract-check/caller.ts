import { setTimeout as sleep } from 'node:timers/promises'
import type { Headers, Response } from 'undici'
import { maxJsonBytes } from '#contract/limits/json-limits'
import { brokenConnectionCodes, type FailedTry, isUnavailable, retryOf } from '#contract/retry'
import type { ApiAccess } from '../server/http-client/access'
import { createHttpClient, type HttpRequest } from '../server/http-client/http-client'
import manifest from './package/package.json' with { type: 'json' }

/** One HTTP request, complete enough to repeat it with curl. */
export type Request = HttpRequest & {
  method: 'GET' | 'POST' | 'OPTIONS'
  /** The names of the user's headers, which only the API's origin gets. No output contains the values of these headers. */
  secretHeaders?: readonly string[]
}

/** A response. `time` is in milliseconds to the last byte, and `url` is the address after redirects. */
export type Reply = { status: number; headers: Headers; body: Buffer; time: number; url: string; isKnown: boolean }

/** An error for a request without a usable response, such as a refused connection, a timeout, or status 503 at each try. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor(
    readonly kind: 'failed' | 'timeout' | 'broken' | 'unavailable' | 'planned',
    message: string,
    /** The status or error code that decides when the call may be sent again. */
    readonly failure: FailedTry = {},
  ) {
    super(message)
  }
}

export type SendOptions = {
  /** Stops reading the body after this many bytes. */
  enough?: number
  /** Returns the body if the headers of a 200 response show that it is already known. The response's body is then not read. */
  readKnown?: (headers: Headers) => Promise<Buffer | undefined>
}

/** The longest Retry-After that is honoured, in milliseconds. It is enough for servers that limit calls per minute. */
const longestWait = 90_000

export type CallerOptions = ApiAccess & {
  /** The address of the API. Only its origin gets the headers and the certificate, because these identify the user. */
  base: string
  /** Milliseconds that a call may take. */
  timeout: number
  /** Calls per second. */
  rate?: number | undefined
  /** Returns the reason to make no more calls, if there is one. Called before each try, and each second while a try waits. */
  whyStop?: (request: Request) => string | undefined
  /** The only hosts that are called. Addresses and redirects of an API could otherwise lead into this machine's own network. */
  onlyHosts?: readonly string[]
  /** Called for each pause that the server asks for, with the pause's length in seconds. Concurrent calls share one pause. */
  onPause?: ((seconds: number) => void) | undefined
}

/**
 * Creates a function that sends requests, each within its time limit, through the proxy that the environment names (`HTTPS_PROXY`,
 * `NO_PROXY`). The function rejects with Unreachable if there is no usable response.
 */
export function createCaller(options: CallerOptions): (request: Request, how?: SendOptions) => Promise<Reply> {
  const { timeout, rate = Number.POSITIVE_INFINITY, onPause, whyStop, onlyHosts } = options
  const client = createHttpClient({
    ...options,
    checkHost: (host) => {
      if (onlyHosts && !onlyHosts.includes(host))
        throw new Unreachable('failed', `an address at ${host}, which --picture-host does not name`)
    },
  })
  let pausedUntil = 0 // by performance.now(), like `nextCall`
  let nextCall = 0

  return async (request, how = {}) => {
    for (let tries = 1; ; tries++) {
      await waitForTurn(request)
      const reply = await exchange(request, timeout, client, how).catch((error: Unreachable) => error)
      if (!(reply instanceof Unreachable)) return reply
      const { kind, message, failure } = reply
      const retry = retryOf(failure, tries)
      if (!retry) throw reply
      const { delay, asked } = retry
      if (delay > longestWait)
        throw new Unreachable(kind, `${message}, asked ${tries === 1 ? 'once' : `${tries} times`}`)
      if (asked !== undefined && pausedUntil < performance.now()) onPause?.(Math.round(delay / 1000))
      // nginx limits calls by a 503 without Retry-After, so the other calls wait as well.
      if (asked !== undefined || failure.status === 503) pausedUntil = Math.max(pausedUntil, performance.now() + delay)
      else await sleep(delay)
    }
  }

  async function waitForTurn(request: Request): Promise<void> {
    for (;;) {
      const stop = whyStop?.(request)
      if (stop !== undefined) throw new Unreachable('planned', stop)
      const wait = Math.max(pausedUntil, nextCall) - performance.now()
      if (wait <= 0) break
      // Then checks again, because the pause may have grown, another call may have the turn, or the check may have to stop.
      await sleep(Math.min(wait, 1000))
    }
    nextCall = performance.now() + 1000 / rate
  }
}

async function exchange(
  { url, method, headers, body }: Request,
  timeout: number,
  client: ReturnType<typeof createHttpClient>,
  options: SendOptions,
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeout)
  const start = performance.now()
  try {
    const named = { 'user-agent': `${manifest.name}/${manifest.version}`, ...headers }
    const request = { url, method, headers: named, ...(body !== undefined && { body }) }
    // Each redirect of a call as from a page is checked.
    const response = await client({ ...request, ...(headers.origin && { redirect: 'manual' }) }, signal)
    const { status, headers: answered } = response
    const known = status === 200 ? await options.readKnown?.(answered) : undefined
    if (known) await response.body?.cancel()
    const bytes = known ?? (await readBody(response, options.enough))
    const time = performance.now() - start
    if (isUnavailable(status))
      throw new Unreachable('unavailable', `status ${status}`, { status, retryAfter: answered.get('retry-after') })
    return { status, headers: answered, body: bytes, time, url: response.url, isKnown: known !== undefined }
  } catch (error) {
    const own = [error, (error as Error).cause].find((one) => one instanceof Unreachable)
    if (own) throw own
    if (signal.aborted) throw new Unreachable('timeout', `no answer within ${timeout / 1000} s`)
    throw unreachable(error as Error)
  }
}

async function readBody({ body }: Response, enough = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the rest of the response.
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= enough) break
    // A longer response is an error, so that an endless one cannot fill the memory.
    if (size > maxJsonBytes) throw new Unreachable('failed', `an answer of more than ${maxJsonBytes / 2 ** 20} MB`)
  }
  return Buffer.concat(chunks)
}

/** The meanings of Node's error codes, and of undici's messages for a request that it refuses. */
const meanings = Object.entries({
  'no such host': ['ENOTFOUND', 'EAI_AGAIN'],
  'nothing is listening there': ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  'its host does not answer': ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
  'its certificate has expired': ['CERT_HAS_EXPIRED'],
  'its certificate is of another host': ['ERR_TLS_CERT_ALTNAME_INVALID'],
  'its certificate is not trusted; NODE_EXTRA_CA_CERTS names a file of further ones': [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  'it speaks no TLS at this port': ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
  'it is not compressed as content-encoding says': ['Z_DATA_ERROR', 'Z_BUF_ERROR'],
  'browsers call nothing at this port': ['bad port'],
  'it redirects in a loop': ['redirect count exceeded'],
  'it redirects to an address that is none': ['ERR_INVALID_URL', 'URL scheme must be a HTTP(S) scheme'],
})

function unreachable(error: Error): Unreachable {
  const cause = (error.cause ?? error) as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }
  // If a host name has several addresses, `cause` has a list of errors.
  const code = cause.code ?? cause.errors?.[0]?.code ?? ''
  const said = code || cause.message || error.message
  const [meaning] = meanings.find(([, all]) => all.includes(said)) ?? []
  const what = meaning ?? (code === '' ? 'the call failed' : 'the connection broke')
  return new Unreachable(brokenConnectionCodes.includes(code) ? 'broken' : 'failed', `${what} (${said})`, { code })
}
