import { type ChildProcess, fork } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../../support/certificate'
import { slowLine } from './flow'
import type { LineChange, LineOrder } from './line-process'

export type SlowLink = {
  /** The address, without a slash at its end, at which the browser reaches a server of this machine over the slow line. */
  addressOf: (server: string) => string
  /** Arguments that make a browser trust the link's certificate. */
  browserArgs: string[]
  /** Cuts all connections, because they would also end between two visits. */
  cut: () => Promise<void>
  /** Makes the line fast for steps that are not measured. */
  quicken: () => Promise<void>
  slowDown: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Puts servers of this machine, by their addresses, behind a line of 400 ms and 400 kbit/s. All are reached over TLS and HTTP/2.
 * Needs openssl.
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
  const change = async (to: LineChange) => {
    child.send(to)
    await nextMessage(child)
  }
  // The browser trusts only this key. If it ignored all errors of certificates, it would have no cache and no service worker.
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    addressOf: (server) => `https://localhost:${ports[servers.indexOf(server)]}`,
    browserArgs: [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`],
    cut: () => change('cut'),
    quicken: () => change({ roundTrip: 0, kilobits: 1_000_000 }),
    slowDown: () => change(slowLine),
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => {
      child.off('exit', onExit)
      resolve(message)
    }
    const onExit = (code: number | null) => {
      child.off('message', onMessage)
      reject(new Error(`the process of the line ended with exit code ${code}`))
    }
    child.once('message', onMessage).once('exit', onExit)
  })
}
