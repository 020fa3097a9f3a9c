import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../helper'

/**
 * No dependency of this repository: of its 233 packages and 131 MB the scan itself uses a twentieth, the rest is for running it as a
 * service, and installing it fetches two lists from other hosts.
 */
const scanner = '@mdn/mdn-http-observatory@1.4.8'

const folder = join(root, 'node_modules/.cache', scanner.slice(1).replace(/\W+/g, '-'))
const program = 'node_modules/@mdn/mdn-http-observatory'

/** Installs the scanner beside this repository's packages, unless it is there, without what it would fetch from elsewhere. */
export async function bringScanner(): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'package.json'), '{"private":true}')
  const run = promisify(execFile)
  await run('npm', ['install', '--ignore-scripts', '--omit=optional', '--no-save', scanner], { cwd: unfinished })
  // The hosts that browsers know to be for https alone: this machine is none of them.
  await writeFile(join(unfinished, program, 'conf/hsts-preload.json'), '{}')
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
}

/** Scores a host, which may have a port and a path; `certificate` is a file with the one that is to be trusted. */
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
