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
  /** The names of the user's headers that the API's origin gets as well. Their values are shown nowhere. */
  secretHeaders?: readonly string[]
  body?: string
}

/** A response of any status. `time` is in milliseconds to the last byte; `url` is the address after redirects. */
export type Reply = { status: number; headers: Headers; body: Buffer; time: number; url: string; isKnown: boolean }

/** No usable response: the connection was refused or broke, the timeout passed, every try got 429, 502, 503 or 504, or the server asked for too long a wait. */
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
  /** The address of the API. Only its origin gets the headers and the certificate, because these identify the user. */
  base: string
  headers: Record<string, string>
  /** Milliseconds that a call may take. */
  timeout: number
  /** Calls per second. */
  rate?: number | undefined
  certificate?: ClientCertificate | undefined
  /** The only hosts that are called. Addresses and redirects of an API could otherwise lead into this machine's own network. */
  onlyHosts?: readonly string[]
  /** Called once for each pause that the server asks for, with its seconds, if it is a second or longer. */
  onPause?: ((seconds: number) => void) | undefined
}

/** Sends requests, each within its time limit, through the proxy that the environment names (`HTTPS_PROXY`, `NO_PROXY`). */
export function createCaller({ base, headers, timeout, rate, certificate, onlyHosts, onPause }: CallerOptions): Caller {
  const plain = new EnvHttpProxyAgent()
  const own = certificate ? new EnvHttpProxyAgent({ connect: certificate, requestTls: certificate }) : plain
  // Applies to each redirect as well.
  const dispatcher = plain.compose((dispatch) => (options, handler) => {
    const { host, origin } = new URL(String(options.origin))
    if (onlyHosts && !onlyHosts.includes(host))
      throw new Unreachable('failed', `an address at ${host}, which --picture-host does not name`)
    if (origin !== new URL(base).origin) return dispatch(options, handler)
    const given = options.headers as Record<string, string> // as `fetch` hands them over
    return own.dispatch({ ...options, headers: { ...given, ...headers } }, handler)
  })
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
    return exchange(request, timeout, dispatcher, options)
  }

  return {
    send: async (request, options = {}) => {
      for (let tries = 1; ; tries++) {
        const reply = await attempt(request, options).catch(brokenConnection)
        if (reply instanceof Unreachable) {
          if (tries === mostTries) throw reply
          await sleep(backoff(tries))
          continue
        }
        const { status } = reply
        if (!unavailable.includes(status)) return reply
        const wait = timeToWait(reply, tries)
        if (wait === undefined || tries === mostTries)
          throw new Unreachable('unavailable', `status ${status}, asked ${tries === 1 ? 'once' : `${tries} times`}`)
        if (!limits.includes(status)) {
          await sleep(wait)
          continue
        }
        if (wait >= 1000 && pausedUntil < Date.now()) onPause?.(Math.round(wait / 1000))
        // Pauses all calls, because the server's limit applies to all of them.
        pausedUntil = Math.max(pausedUntil, Date.now() + wait)
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

/** Milliseconds before the next retry: 200, 400, 800, 1,600. */
function backoff(tries: number): number {
  return 100 * 2 ** tries
}

async function exchange(
  { url, method, headers, body }: Request,
  timeout: number,
  dispatcher: Dispatcher,
  options: SendOptions,
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeout)
  const start = performance.now()
  try {
    const response = await fetch(url, {
      ...{ method, signal, dispatcher },
      // Brotli's window takes up to 16 MB for each response that is being read.
      headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip', ...headers },
      // A redirected POST would become a GET, whose 405 would hide the cause.
      redirect: method === 'GET' ? 'follow' : 'manual',
      ...(body !== undefined && { body }),
    })
    const isKnown = response.status === 200 && options.isKnown?.(response.headers) === true
    if (isKnown) await response.body?.cancel()
    const bytes = isKnown ? Buffer.alloc(0) : await readBody(response, options.enough)
    const time = performance.now() - start
    return { status: response.status, headers: response.headers, body: bytes, time, url: response.url, isKnown }
  } catch (error) {
    const known = [error, (error as Error).cause].find((one) => one instanceof Unreachable)
    if (known) throw known
    if (signal.aborted) throw new Unreachable('timeout', `no answer within ${timeout / 1000} s`, { cause: error })
    throw unreachable(error)
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

/** The messages of undici for a redirect that it cannot follow, with their meaning. */
const badRedirects: Record<string, string> = {
  'redirect count exceeded': 'it redirects in a loop',
  ERR_INVALID_URL: 'it redirects to an address that is none',
  'URL scheme must be a HTTP(S) scheme': 'it redirects to an address that is none',
}

function unreachable(error: unknown): Unreachable {
  const cause = (error as Error).cause as (NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }) | undefined
  // A name with several addresses fails with a list of errors.
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? ''
  const said = code || cause?.message || (error as Error).message
  if (unknownHosts.includes(code)) return new Unreachable('failed', `no such host (${said})`)
  if (refusals.includes(code)) return new Unreachable('failed', `nothing is listening there (${said})`)
  const what = badRedirects[said] ?? (code === '' ? 'the call failed' : 'the connection broke')
  return new Unreachable(drops.includes(code) ? 'broken' : 'failed', `${what} (${said})`, { cause: error })
}

/** Milliseconds before the next retry: Retry-After, else ten seconds for a 429, else `backoff`. `undefined` if Retry-After is too long. */
function timeToWait({ status, headers }: Reply, tries: number): number | undefined {
  const text = headers.get('retry-after') ?? (status === 429 ? '10' : undefined)
  if (text === undefined) return backoff(tries)
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds <= longestWait ? Math.max(seconds, 1) * 1000 : undefined
}
