import { type ChildProcess, fork } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../observatory/front'
import type { LineOrder } from './line-process'
import { slowLine } from './slow-line'

export type SlowLink = {
  /** The address, without a slash at its end, under which the browser finds a server of this machine at the end of the line. */
  addressOf: (server: string) => string
  /** What a browser is started with to believe the line's certificate. */
  browserArgs: string[]
  /** Cuts all connections. */
  cut: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Puts servers of this machine, by their addresses, behind a line of 400 ms and 400 kbit/s, each by TLS and HTTP/2 in the same
 * way. Needs openssl.
 */
export async function startSlowLink(servers: string[]): Promise<SlowLink> {
  const folder = await mkdtemp(join(tmpdir(), 'slow-link-'))
  const { key, cert } = await makeCertificate(folder).finally(() => rm(folder, { recursive: true, force: true }))
  const child = fork(join(import.meta.dirname, 'line-process.ts'), { execArgv: ['--import', 'tsx'] })
  child.send({
    certificate: { key, cert },
    line: slowLine,
    targets: servers.map((server) => Number(new URL(server).port)),
  } satisfies LineOrder)
  const ports = (await nextMessage(child)) as number[]
  // By its key, as a browser that ignores errors of certificates keeps nothing and has no service worker.
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    addressOf: (server) => `https://localhost:${ports[servers.indexOf(server)]}`,
    browserArgs: [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`],
    cut: async () => {
      child.send('cut')
      await nextMessage(child)
    },
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process of the line ended with exit code ${code}`)
    }),
  ])
  return message
}
