import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadOptions = {
  port: number
  connections: number
  /** Ends it. */
  signal: AbortSignal
  /** Told of each right answer. */
  onAnswer?: () => void
  /** Requests of all connections together per second; as many as there can be, when absent. */
  perSecond?: number
}

export type LoadFigures = {
  answered: number
  /** The fault of each request that failed. */
  errors: string[]
  /** Milliseconds that 95 % of the requests took at most. */
  p95: number
  /** Milliseconds that the longest request took. */
  longest: number
}

type Call = { method: string; path: string; body?: string; status: number; text?: string }

/** Typical requests: pages, API answers and pictures. `text` must be in the answer, which must be complete. */
const calls: Call[] = [
  { method: 'GET', path: '/', status: 200, text: '</html>' },
  { method: 'GET', path: '/ar/courses', status: 200, text: '</html>' },
  { method: 'GET', path: '/api/get-blogs', status: 200, text: ']}' },
  { method: 'POST', path: '/api/get-courses-by-category', body: '{"slug":""}', status: 200, text: '}' },
  { method: 'POST', path: '/api/get-course', body: '{"slug":"there-is-no-such-thing"}', status: 404, text: '}' },
  { method: 'GET', path: '/api/get-data', status: 200, text: ']}' },
  { method: 'GET', path: '/who-we-are', status: 200, text: '</html>' },
  { method: 'GET', path: '/health', status: 200, text: 'ok' },
]

/** Loads a server until the signal: every connection asks one thing after the other. */
export async function load({ port, connections, signal, onAnswer, perSecond }: LoadOptions): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const errors: string[] = []
  const pause = perSecond === undefined ? 0 : (connections * 1_000) / perSecond
  const visitor = async (index: number) => {
    // Not all at once.
    await sleep((pause * index) / connections)
    let round = index
    do {
      const call = calls[round++ % calls.length] as Call // the remainder is always in the list
      const began = performance.now()
      const error = await visit(agent, port, call)
      if (error) errors.push(`${call.method} ${call.path}: ${error}`)
      else {
        times.push(performance.now() - began)
        onAnswer?.()
      }
      if (pause > 0) await sleep(Math.max(0, pause - (performance.now() - began)))
    } while (!signal.aborted)
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => visitor(index)))
  agent.destroy()
  times.sort((a, b) => a - b)
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
  return { answered: times.length, errors, p95, longest: times.at(-1) ?? Number.NaN }
}

/** One request; gives what went wrong with it, `undefined` when nothing did. */
function visit(agent: Agent, port: number, call: Call): Promise<string | undefined> {
  const { method, path, body, status, text = '' } = call
  return new Promise<string | undefined>((resolve) => {
    const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}
    const asked = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
      let last = ''
      response.setEncoding('latin1').on('data', (chunk: string) => {
        last = (last + chunk).slice(-100)
      })
      response.on('error', (error) => resolve(String(error)))
      response.on('end', () => {
        if (response.statusCode !== status) resolve(`answered ${response.statusCode}`)
        else resolve(last.includes(text) ? undefined : 'answered half')
      })
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The server may end an idle connection in the moment of its reuse. Every HTTP client asks again then (RFC 9112, 9.3.1).
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(visit(agent, port, call))
      else resolve(String(error))
    })
    asked.end(body)
  })
}
