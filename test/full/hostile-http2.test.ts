import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import autocannon from 'autocannon'
import { expect, onTestFinished, test } from 'vitest'
import { childrenOf } from '../bench/process-time'
import { startBuiltServer } from '../support/built-server'
import { makeCertificate } from '../support/certificate'
import { emptyFolder } from '../support/folders'
import { findNginx, startNginx } from '../support/nginx'
import { requireProgram } from './requirements'

const connections = 100

test(`${connections} connections that read nothing take little memory, and others are served`, async ({ skip }) => {
  requireProgram('nginx', await findNginx(), skip)
  const env = { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://www.example.org' }
  const instances = await Promise.all([startBuiltServer(env), startBuiltServer(env)])
  for (const { stop } of instances) onTestFinished(() => void stop())
  const nginx = await startNginx([instances[0].port, instances[1].port], await makeCertificate(await emptyFolder()))
  onTestFinished(nginx.stop)
  const address = `https://127.0.0.1:${nginx.port}`

  const requests = ['/', '/ar/courses', '/api/get-blogs', '/who-we-are'].map((path) => ({ path }))
  const visit = (amount: number) => autocannon({ url: address, connections: 1, amount, requests })
  await visit(50)
  const before = residentBytes(nginx.pid)
  const sessions = await Promise.all(Array.from({ length: connections }, () => openSession(address)))
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
  })
  const statuses: unknown[] = []
  const total = sessions.reduce((sum, session) => sum + askForAll(session, (status) => statuses.push(status)), 0)
  const visits = await visit(1_000)
  // nginx keeps the last few headers of a connection until it has more to send.
  await expect.poll(() => statuses.length).toBeGreaterThan(0.9 * total)
  const growth = residentBytes(nginx.pid) - before
  if (process.env.FIGURES) console.info({ before, growth, total, p97: visits.latency.p97_5 })
  expect(statuses).toContain(200)
  expect(visits).toMatchObject({ '2xx': 1_000, errors: 0, timeouts: 0 })
  expect(growth).toBeLessThan(150_000_000)
})

/** Opens a connection on which the server may send no byte of a body. */
async function openSession(address: string): Promise<ClientHttp2Session> {
  const options = { settings: { initialWindowSize: 0 }, rejectUnauthorized: false, localAddress: '127.0.0.2' }
  const session = connect(address, options)
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  return session
}

/** Opens as many streams as nginx allows and returns their number. Reports each stream's status, or `undefined`. */
function askForAll(session: ClientHttp2Session, onStatus: (status: number | undefined) => void): number {
  const allowed = session.remoteSettings.maxConcurrentStreams ?? 0
  for (let index = 0; index < allowed; index++) {
    // Sends an invalid date, which makes nginx skip its cache.
    const stream = session.request({ ':path': '/api/get-data', 'if-modified-since': 'x' })
    stream.on('error', () => undefined)
    const answered = once(stream, 'response').then(([headers]) => headers[':status'])
    const ended = once(stream, 'close').then(() => undefined)
    void Promise.race([answered, ended]).then(onStatus, () => onStatus(undefined))
  }
  return allowed
}

/** Returns the memory of nginx and its workers in bytes. */
function residentBytes(pid: number): number {
  const statuses = [pid, ...childrenOf(pid)].map((each) => readFileSync(`/proc/${each}/status`, 'utf8'))
  return statuses.reduce((sum, status) => sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1_024, 0)
}
