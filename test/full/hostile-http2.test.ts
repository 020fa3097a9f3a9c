import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import { Agent, fetch } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { childrenOf } from '../../bench/process-time'
import { startBuiltServer } from '../support/built-server'
import { makeCertificate } from '../support/certificate'
import { emptyFolder } from '../support/folders'
import { findNginx, startNginx } from '../support/nginx'
import { requireProgram } from './requirements'

const connections = 100
const megabyte = 1_000_000

test(`an HTTP/2 client with ${connections} connections that reads no answer takes little of nginx's memory, and others are served`, async ({
  skip,
}) => {
  requireProgram('nginx', await findNginx(), skip)
  const env = { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://www.example.org' }
  const instances = await Promise.all([startBuiltServer(env), startBuiltServer(env)])
  for (const { stop } of instances) onTestFinished(() => void stop())
  const nginx = await startNginx([instances[0].port, instances[1].port], await makeCertificate(await emptyFolder()))
  onTestFinished(nginx.stop)
  const { port, pid } = nginx

  let peak = 0
  const measure = () => {
    peak = Math.max(peak, residentBytes(pid))
  }
  await visit(port, 50, measure)
  const before = peak
  const sessions = await Promise.all(Array.from({ length: connections }, () => openSession(port)))
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
  })
  const statuses: unknown[] = []
  const asked = sessions.map((session) => askForAll(session, (status) => statuses.push(status)))
  const total = asked.reduce((sum, count) => sum + count, 0)
  const visits = await visit(port, 1_000, measure)
  // nginx keeps the last few headers of a connection until it has more to send.
  await expect.poll(() => statuses.length).toBeGreaterThan(0.9 * total)
  measure()
  if (process.env.FIGURES) {
    const sizes = [before, peak].map((bytes) => `${Math.round(bytes / megabyte)} MB`)
    const kinds = [...new Set(statuses)].map((kind) => `${statuses.filter((each) => each === kind).length} x ${kind}`)
    console.info(
      `nginx ${sizes.join(', then ')}; ${total} streams: ${kinds.join(', ')}; others' p95 ${visits.p95.toFixed(1)} ms`,
    )
  }
  expect(statuses).toContain(200)
  expect(visits.statuses).toStrictEqual([200])
  expect(peak - before).toBeLessThan(150 * megabyte)
})

/** A connection whose peer may send no byte of a body. */
async function openSession(port: number): Promise<ClientHttp2Session> {
  const options = { settings: { initialWindowSize: 0 }, rejectUnauthorized: false, localAddress: '127.0.0.2' }
  const session = connect(`https://127.0.0.1:${port}`, options)
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  return session
}

/** Opens as many streams as nginx allows and returns their number. Reports the status of each, or undefined if it ends without one. */
function askForAll(session: ClientHttp2Session, onStatus: (status: number | undefined) => void): number {
  const allowed = session.remoteSettings.maxConcurrentStreams ?? 0
  for (let index = 0; index < allowed; index++) {
    // An invalid date, which makes nginx skip its cache.
    const stream = session.request({ ':path': '/api/get-data', 'if-modified-since': 'x' })
    stream.on('error', () => undefined)
    let isTold = false
    const tell = (status: number | undefined) => {
      if (!isTold) onStatus(status)
      isTold = true
    }
    stream.once('response', (headers) => tell(headers[':status']))
    stream.once('close', () => tell(undefined))
  }
  return allowed
}

/** Requests pages and answers from another address; returns the statuses and the 95th percentile of the response times. */
async function visit(port: number, count: number, onAnswer: () => void): Promise<{ statuses: unknown[]; p95: number }> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false, localAddress: '127.0.0.1' } })
  const paths = ['/', '/ar/courses', '/api/get-blogs', '/who-we-are']
  const statuses = new Set<unknown>()
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const began = performance.now()
    const response = await fetch(`https://127.0.0.1:${port}${paths[index % paths.length]}`, { dispatcher })
    await response.arrayBuffer()
    statuses.add(response.status)
    times.push(performance.now() - began)
    onAnswer()
  }
  await dispatcher.close()
  times.sort((a, b) => a - b)
  return { statuses: [...statuses], p95: times[Math.floor(count * 0.95)] ?? Number.NaN }
}

/** Memory of nginx and its workers. */
function residentBytes(pid: number): number {
  const sizes = [pid, ...childrenOf(pid)].map((each) => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1_024
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
