import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** One HTTP request, complete enough to repeat it with curl. */
export type Request = {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Redirects are the reply. GET requests otherwise follow them. */
  isRedirectKept?: boolean
}

/** An answer of any status. `time` is milliseconds to the last byte; `url` is where a redirect led. */
export type Reply = { status: number; headers: Headers; body: Buffer; time: number; url: string; isKnown: boolean }

/** Nothing came back: the connection was refused, the time limit passed, or the answer broke off. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor(
    readonly kind: 'refused' | 'timeout' | 'broken',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export type SendOptions = {
  /** Enough of the body, in bytes: of a longer one the rest is not read. */
  enough?: number
  /** Waits and asks again when the server limits calls (429); else the 429 is the reply. */
  isPatient?: boolean
  /** Says from the headers of a 200 that its body is known already; it is then left, and the reply's is empty. */
  isKnown?: (headers: Headers) => boolean
}

export type Caller = {
  /** Sends one request; rejects with Unreachable. */
  send: (request: Request, options?: SendOptions) => Promise<Reply>
}

/** The most of an answer that is read, in bytes: an endless one must not fill the memory. */
const mostBytes = 64 * 1024 * 1024

/** Bytes of an answer after which memory is given back: reading it leaves more behind than it is long. */
const collectEvery = 512 * 1024

/** Longer than any limit that counts by the minute, in seconds; a server that asks for more is not waited for. */
const longestWait = 90

export type CallerOptions = {
  /** The longest that a call may take, in milliseconds. */
  timeout: number
  /** Called when the server limits calls, with the seconds that it asks to wait. */
  onPause?: ((seconds: number) => void) | undefined
}

/** Sends requests, each within its time limit. */
export function createCaller({ timeout, onPause }: CallerOptions): Caller {
  let pausedUntil = 0

  async function attempt(request: Request, options: SendOptions): Promise<Reply> {
    const pause = pausedUntil - Date.now()
    if (pause > 0) await sleep(pause)
    try {
      return await exchange(request, timeout, options)
    } catch (error) {
      // A server may close an idle connection just as it is used again: that says nothing of the server, so once more.
      if (error instanceof Unreachable && error.kind === 'broken') return exchange(request, timeout, options)
      throw error
    }
  }

  return {
    send: async (request, options = {}) => {
      for (let tries = 1; ; tries++) {
        const reply = await attempt(request, options)
        const wait = reply.status === 429 && options.isPatient ? retryAfter(reply.headers) : undefined
        if (wait === undefined || tries === 4) return reply
        if (pausedUntil < Date.now()) onPause?.(Math.round(wait))
        // The limit is the server's, so every call waits, not this one alone.
        pausedUntil = Math.max(pausedUntil, Date.now() + wait * 1000)
      }
    },
  }
}

async function exchange(request: Request, timeout: number, { enough, isKnown }: SendOptions): Promise<Reply> {
  const limit = AbortSignal.timeout(timeout)
  const start = performance.now()
  try {
    const response = await fetch(request.url, {
      method: request.method,
      // Not br: its window alone takes up to 16 MB for each answer that is being read.
      headers: { 'accept-encoding': 'gzip', ...request.headers },
      signal: limit,
      // A redirected POST would become a GET and its 405 would hide the cause.
      redirect: request.method === 'GET' && !request.isRedirectKept ? 'follow' : 'manual',
      ...(request.body !== undefined && { body: request.body }),
    })
    const { status, headers, url } = response
    const known = status === 200 && isKnown?.(headers) === true
    if (known) await response.body?.cancel()
    const body = known ? Buffer.alloc(0) : await readBody(response, enough)
    return { status, headers, body, time: performance.now() - start, url, isKnown: known }
  } catch (error) {
    if (error instanceof Unreachable) throw error
    if (limit.aborted) throw new Unreachable('timeout', `no answer within ${timeout / 1000} s`, { cause: error })
    throw unreachable(error)
  }
}

async function readBody(response: Response, enough?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  const most = enough ?? mostBytes
  // Leaving the loop cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    if (Math.floor((size + chunk.length) / collectEvery) > Math.floor(size / collectEvery)) collectGarbage()
    size += chunk.length
    if (enough !== undefined && size >= most) break
    if (size > mostBytes) throw new Unreachable('broken', `an answer of more than ${mostBytes / 1024 / 1024} MB`)
  }
  return Buffer.concat(chunks)
}

const refusals = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']

function unreachable(error: unknown): Unreachable {
  const cause = (error as Error).cause as (NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }) | undefined
  // A name with several addresses fails with a list of errors.
  const code = cause?.code ?? cause?.errors?.[0]?.code ?? ''
  const said = code || cause?.message || (error as Error).message
  if (refusals.includes(code)) return new Unreachable('refused', `nothing is listening there (${said})`)
  return new Unreachable('broken', `the connection broke (${said})`, { cause: error })
}

/** Seconds that a 429 asks to wait; `undefined` when it asks for too long. Without the header, ten. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '10'
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds <= longestWait ? Math.max(seconds, 1) : undefined
}

setFlagsFromString('--expose-gc')

/**
 * Gives back the memory of what is done with, in some 10 ms. V8 counts little of buffers outside its heap and would rather
 * grow: reading the home data of 200 items of each kind left 46 MB behind, where it is 5 MB long (measured, Node 20.20).
 */
export const collectGarbage = runInNewContext('gc') as () => void

/** A command line that repeats a request in any POSIX shell. Secrets of `--header` become variables: reports are shared. */
export function curlLine({ url, method, headers, body }: Request): string {
  const parts = ['curl', '-sS', '-i']
  if (method !== 'GET') parts.push('-X', method)
  for (const [name, value] of Object.entries(headers)) {
    parts.push('-H', isSecret(name) ? `"${name}: $${variableOf(name)}"` : quote(`${name}: ${value}`))
  }
  if (body !== undefined) parts.push('--data-raw', quote(body))
  return [...parts, quote(url)].join(' ')
}

/** One word for a POSIX shell: nothing inside single quotes is special but the single quote itself. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

function isSecret(name: string): boolean {
  return /auth|token|key|secret|cookie|session|pass/i.test(name)
}

function variableOf(name: string): string {
  return name.toUpperCase().replace(/\W/g, '_')
}
