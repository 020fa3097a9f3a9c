import { Pool } from 'undici'
import { firstOf, missingSlug } from './site-pages'

type LoadOptions = {
  port: number
  connections: number
  /** Ends it. */
  signal: AbortSignal
  /** Told of each right answer. */
  onAnswer?: () => void
}

/** Typical requests for pages and answers of the API. */
const calls: { path: string; payload?: object; status?: number }[] = [
  ...['/', '/ar/courses', '/api/get-blogs', '/api/get-data', '/who-we-are', '/health'].map((path) => ({ path })),
  { path: '/api/get-courses-by-category', payload: { slug: '' } },
  { path: '/api/get-course', payload: { slug: missingSlug }, status: 404 },
]

/**
 * Loads a server until the signal: every connection asks one thing after the other. Gives the fault of each request that failed or
 * was not answered in full, and the times of the others in milliseconds: 95 % were at most `p95`.
 */
export async function load({ port, connections, signal, onAnswer = () => undefined }: LoadOptions) {
  // A busy machine may be slow to accept many connections.
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
