import { Pool } from 'undici'
import { firstOf, missingSlug } from './site-pages'

type LoadOptions = {
  port: number
  connections: number
  /** Ends the load. */
  signal: AbortSignal
  /** Called after each correct response. */
  onAnswer?: () => void
}

/** Typical requests for pages and API calls. */
const calls: { path: string; payload?: object; status?: number }[] = [
  ...['/', '/ar/courses', '/api/get-blogs', '/api/get-data', '/who-we-are', '/health'].map((path) => ({ path })),
  { path: '/api/get-courses-by-category', payload: { slug: '' } },
  { path: '/api/get-course', payload: { slug: missingSlug }, status: 404 },
]

/**
 * Loads a server until `signal` is aborted. Each connection sends one request after the other. Returns an error for each request
 * without a complete, correct response, and times of the other requests in milliseconds. 95 % of these took at most `p95`.
 */
export async function load({ port, connections, signal, onAnswer = () => undefined }: LoadOptions) {
  // Sets no timeout, because a busy machine may be slow to accept many connections.
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, connect: { timeout: 0 } })
  const times: number[] = []
  const errors: string[] = []
  const visitor = async (_: unknown, index: number) => {
    for (let round = index; round === index || !signal.aborted; round++) {
      const began = performance.now()
      const { path, payload, status = 200 } = firstOf(calls.slice(round % calls.length))
      const asked = payload && { body: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }
      try {
        const { statusCode, body } = await pool.request({ path, method: payload ? 'POST' : 'GET', ...asked })
        await body.arrayBuffer()
        if (statusCode !== status) throw new Error(`answered ${statusCode}`)
        times.push(performance.now() - began)
        onAnswer()
      } catch (error) {
        errors.push(`${path}: ${error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, visitor))
  await pool.close()
  times.sort((a, b) => a - b)
  const p95 = times[Math.floor(times.length * 0.95)] ?? Number.NaN
  return { answered: times.length, errors, p95, longest: times.at(-1) ?? Number.NaN }
}
