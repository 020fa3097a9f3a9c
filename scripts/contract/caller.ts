import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, EnvHttpProxyAgent, fetch, type Headers, type Response } from 'undici'
import manifest from './package/package.json' with { type: 'json' }

/** Sent as User-Agent with every call. */
const userAgent = `${manifest.name}/${manifest.version}`

/** One HTTP request, complete enough to repeat it with curl. */
export type Request = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  /** The user's headers. Only their names are shown, and only the API's origin gets them. */
  secretHeaders?: Record<string, string>
  body?: string
  /** Returns a redirect as the reply. Without it, GET requests follow redirects. */
  isRedirectKept?: boolean
}

/** A response of any status. `time` is in milliseconds to the last byte; `url` is the address after redirects. */
export type Reply = { status: number; headers: Headers; body: Buffer; time: number; url: string; isKnown: boolean }

/** No usable response: the connection was refused or broke, the timeout passed, or every try got 429, 502, 503 or 504. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor(
    readonly kind: 'failed' | 'timeout' | 'broken' | 'unavailable' | 'planned',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export type SendOptions = {
  /** Stops reading the body after this many bytes. */
  enough?: number
  /** After a 429, waits and repeats the call. */
  isPatient?: boolean
  /** True if the headers of a 200 show that the body is already known. The body is then not read. */
  isKnown?: (headers: Headers) => boolean
}

export type Caller = {
  /** Sends one request. Rejects with Unreachable. */
  send: (request: Request, options?: SendOptions) => Promise<Reply>
}

/** The largest response, in bytes. A longer one is an error, so that an endless response cannot fill the memory. */
const mostBytes = 64 * 1024 * 1024

/** The longest Retry-After that is honoured, in seconds. Enough for limits per minute. */
const longestWait = 90

/** A client certificate and its key, in PEM. */
export type ClientCertificate = { cert: string; key: string }

export type CallerOptions = {
  /** The address of the API. */
  base: string
  /** Milliseconds that a call may take. */
  timeout: number
  /** Calls per second. */
  rate?: number | undefined
  certificate?: ClientCertificate | undefined
  /** Called with the seconds to wait when the server limits calls. */
  onPause?: ((seconds: number) => void) | undefined
}

/** Sends requests, each within its time limit, through the proxy that the environment names (`HTTPS_PROXY`, `NO_PROXY`). */
export function createCaller({ base, timeout, rate, certificate, onPause }: CallerOptions): Caller {
  const plain = new EnvHttpProxyAgent()
  const certified = certificate && new EnvHttpProxyAgent({ connect: certificate, requestTls: certificate })
  // Sends the client certificate to the API's origin only, because it identifies the user.
  const dispatcherOf = (url: string) => (certified && new URL(url).origin === new URL(base).origin ? certified : plain)
  let pausedUntil = 0
  let nextCall = 0

  async function attempt(request: Request, options: SendOptions): Promise<Reply> {
    const pause = pausedUntil - Date.now()
    if (pause > 0) await sleep(pause)
    if (rate !== undefined) {
      const wait = nextCall - Date.now()
      nextCall = Math.max(nextCall, Date.now()) + 1000 / rate
      if (wait > 0) await sleep(wait)
    }
    return exchange(request, { timeout, dispatcherOf }, options)
  }

  return {
    send: async (request, options = {}) => {
      for (let tries = 1; ; tries++) {
        const reply = await attempt(request, options).catch(brokenConnection)
        const isFailure = reply instanceof Unreachable
        if (!isFailure && !unavailable.includes(reply.status)) return reply
        if (!isFailure && reply.status === 429 && !options.isPatient) return reply
        const wait = isFailure ? backoff(tries) : secondsToWait(reply, tries)
        if (wait === undefined || tries === mostTries) {
          throw isFailure ? reply : new Unreachable('unavailable', `status ${reply.status}, asked ${times(tries)}`)
        }
        if (!isFailure && wait >= 1 && pausedUntil < Date.now()) onPause?.(Math.round(wait))
        // Pauses all calls, because the server's limit applies to all of them.
        if (!isFailure && limits.includes(reply.status)) pausedUntil = Math.max(pausedUntil, Date.now() + wait * 1000)
        else await sleep(wait * 1000)
      }
    },
  }
}

/** Statuses of a server that limits calls; nginx answers 503. */
const limits = [429, 503]

/** Statuses of a server or proxy that cannot answer at the moment. All calls only read, so they may be repeated. */
const unavailable = [...limits, 502, 504]

const mostTries = 5

/** Returns the error of a broken connection, because servers may close idle ones at any time. Throws all other errors. */
function brokenConnection(error: unknown): Unreachable {
  if (error instanceof Unreachable && error.kind === 'broken') return error
  throw error
}

/** Seconds before the next try: 0.2, 0.4, 0.8, 1.6. */
function backoff(tries: number): number {
  return 0.1 * 2 ** tries
}

function times(tries: number): string {
  return tries === 1 ? 'once' : `${tries} times`
}

type Connection = { timeout: number; dispatcherOf: (url: string) => Dispatcher }

async function exchange(
  request: Request,
  { timeout, dispatcherOf }: Connection,
  { enough, isKnown }: SendOptions,
): Promise<Reply> {
  const limit = AbortSignal.timeout(timeout)
  const start = performance.now()
  try {
    const response = await follow(request, dispatcherOf, limit)
    const { status, headers } = response.response
    const { url } = response
    const known = status === 200 && isKnown?.(headers) === true
    if (known) await response.response.body?.cancel()
    const body = known ? Buffer.alloc(0) : await readBody(response.response, enough)
    return { status, headers, body, time: performance.now() - start, url, isKnown: known }
  } catch (error) {
    if (error instanceof Unreachable) throw error
    if (limit.aborted) throw new Unreachable('timeout', `no answer within ${timeout / 1000} s`, { cause: error })
    throw unreachable(error)
  }
}

/** The maximum number of redirects that a GET follows. */
const mostRedirects = 5

/** Follows the redirects of a GET. A redirected POST would become a GET, whose 405 would hide the cause. */
async function follow(
  request: Request,
  dispatcherOf: Connection['dispatcherOf'],
  signal: AbortSignal,
): Promise<{ response: Response; url: string }> {
  const { method, body, headers, secretHeaders } = request
  let { url } = request
  for (let redirects = 0; ; redirects++) {
    const isOwn = new URL(url).origin === new URL(request.url).origin
    const response = await fetch(url, {
      method,
      // Brotli's window takes up to 16 MB for each response that is being read.
      headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip', ...headers, ...(isOwn && secretHeaders) },
      signal,
      dispatcher: dispatcherOf(url),
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    const to = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null
    if (
      method !== 'GET' ||
      request.isRedirectKept ||
      to === null ||
      redirects === mostRedirects ||
      !URL.canParse(to, url)
    )
      return { response, url }
    const next = new URL(to, url)
    if (!/^https?:$/.test(next.protocol)) return { response, url }
    await response.body?.cancel()
    url = next.href
  }
}

async function readBody(response: Response, enough?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const most = enough ?? mostBytes
  // Leaving the loop cancels the rest of the response.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (enough !== undefined && size >= most) break
    if (size > mostBytes) throw new Unreachable('failed', `an answer of more than ${mostBytes / 1024 / 1024} MB`)
  }
  return Buffer.concat(chunks)
}

const unknownHosts = ['ENOTFOUND', 'EAI_AGAIN']
const refusals = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']

/** Error codes of connections that broke after they were open. Another try may succeed. */
const drops = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

function unreachable(error: unknown): Unreachable {
  const cause = (error as Error).cause as (NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }) | undefined
  // A name with several addresses fails with a list of errors.
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? ''
  const said = code || cause?.message || (error as Error).message
  if (unknownHosts.includes(code)) return new Unreachable('failed', `no such host (${said})`)
  if (refusals.includes(code)) return new Unreachable('failed', `nothing is listening there (${said})`)
  return new Unreachable(drops.includes(code) ? 'broken' : 'failed', `the connection broke (${said})`, { cause: error })
}

/**
 * The delay before the next try, in seconds: Retry-After, else ten for a 429, else `backoff`. `undefined` if Retry-After is too
 * long.
 */
function secondsToWait({ status, headers }: Reply, tries: number): number | undefined {
  const text = headers.get('retry-after') ?? (status === 429 ? '10' : undefined)
  if (text === undefined) return backoff(tries)
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds <= longestWait ? Math.max(seconds, 1) : undefined
}
