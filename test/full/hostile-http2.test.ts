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
  const address = `https://127.0.0.1:${nginx.port}`

  const before = (await visit(address, 50, nginx.pid)).peak
  const sessions = await Promise.all(Array.from({ length: connections }, () => openSession(address)))
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
  })
  const statuses: unknown[] = []
  const total = sessions.reduce((sum, session) => sum + askForAll(session, (status) => statuses.push(status)), 0)
  const visits = await visit(address, 1_000, nginx.pid)
  // nginx keeps the last few headers of a connection until it has more to send.
  await expect.poll(() => statuses.length).toBeGreaterThan(0.9 * total)
  const growth = Math.max(visits.peak, residentBytes(nginx.pid)) - before
  if (process.env.FIGURES) console.info({ before, growth, total, p95: visits.p95 })
  expect(statuses).toContain(200)
  expect(visits.statuses).toStrictEqual([200])
  expect(growth).toBeLessThan(150 * megabyte)
})

/** A connection whose peer may send no byte of a body. */
async function openSession(address: string): Promise<ClientHttp2Session> {
  const options = { settings: { initialWindowSize: 0 }, rejectUnauthorized: false, localAddress: '127.0.0.2' }
  const session = connect(address, options)
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
    const answered = once(stream, 'response').then(([headers]) => headers[':status'])
    const ended = once(stream, 'close').then(() => undefined)
    void Promise.race([answered, ended]).then(onStatus, () => onStatus(undefined))
  }
  return allowed
}

/** Requests pages and answers from another address; returns the statuses, the 95th percentile of the times and nginx's memory. */
async function visit(address: string, count: number, pid: number) {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false, localAddress: '127.0.0.1' } })
  const paths = ['/', '/ar/courses', '/api/get-blogs', '/who-we-are']
  const statuses = new Set<unknown>()
  const times: number[] = []
  let peak = 0
  for (let index = 0; index < count; index++) {
    const began = performance.now()
    const response = await fetch(`${address}${paths[index % paths.length]}`, { dispatcher })
    await response.arrayBuffer()
    statuses.add(response.status)
    times.push(performance.now() - began)
    peak = Math.max(peak, residentBytes(pid))
  }
  await dispatcher.close()
  times.sort((a, b) => a - b)
  return { statuses: [...statuses], p95: times[Math.floor(count * 0.95)], peak }
}

/** Memory of nginx and its workers. */
function residentBytes(pid: number): number {
  const sizes = [pid, ...childrenOf(pid)].map((each) => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1_024
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}
