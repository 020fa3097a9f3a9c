import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { processSeconds } from './process-time'

export type Asked = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** The processor time of a server per request, in microseconds, and its requests per second. */
export type Figures = { micros: number; rate: number }

/**
 * Sends requests to a port over 32 connections, for a second or up to an `amount`. `pids` are the processes whose processor time
 * counts.
 */
export async function measure(
  port: number,
  pids: number[],
  { path, ...asked }: Asked,
  amount?: number,
): Promise<Figures> {
  // Waits for the first response, because making it may take longer than the measurement.
  await ask(port, { path, ...asked })
  const secondsOfAll = () => pids.reduce((sum, pid) => sum + processSeconds(pid), 0)
  const before = secondsOfAll()
  const url = `http://127.0.0.1:${port}${path}`
  const { requests, errors, non2xx, ...load } = await autocannon({
    url,
    connections: 32,
    ...(amount ? { amount } : { duration: 1 }),
    ...asked,
  })
  if (errors + non2xx > 0 || requests.total === 0) throw new Error(`${path}: ${errors} errors, ${non2xx} refusals`)
  return { micros: ((secondsOfAll() - before) / requests.total) * 1e6, rate: requests.total / load.duration }
}

/** Sends a request. Returns the body, and the headers that describe the body. */
export function ask(port: number, { method, path, headers, body }: Asked) {
  return new Promise<{ headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', method, path, headers }, async (response) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = response.headers
      const told = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
      resolve({ headers: told, body: await buffer(response) })
    })
    asked.on('error', reject).end(body)
  })
}
