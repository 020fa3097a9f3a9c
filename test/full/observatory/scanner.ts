import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../support/app'

/**
 * Not a dependency of this repository: the scan uses a twentieth of its 233 packages and 131 MB, the rest runs it as a service, and
 * installing it downloads two lists from other hosts.
 */
const scanner = '@mdn/mdn-http-observatory@1.4.8'

const folder = join(root, 'node_modules/.cache', scanner.slice(1).replace(/\W+/g, '-'))
const program = 'node_modules/@mdn/mdn-http-observatory'

/** Installs the scanner beside this repository's packages if it is missing, without its own downloads. */
export async function bringScanner(): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'package.json'), '{"private":true}')
  const run = promisify(execFile)
  await run('npm', ['install', '--ignore-scripts', '--omit=optional', '--no-save', scanner], { cwd: unfinished })
  // Replaces the list of hosts that browsers know to be HTTPS-only, which does not include this machine.
  await writeFile(join(unfinished, program, 'conf/hsts-preload.json'), '{}')
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
}

/** Scores a host, which may have a port and a path; `certificate` is the file of the certificate to trust. */
export async function scan(host: string, certificate: string) {
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate }
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, program, 'src/scan.js'), host], { env })
  const found = JSON.parse(stdout) as {
    scan: { score: number }
    tests: Record<string, { pass: boolean; result: string }>
  }
  const failed = Object.entries(found.tests).filter(([, { pass }]) => !pass)
  return { score: found.scan.score, failed: failed.map(([name, { result }]) => `${name}: ${result}`) }
}
