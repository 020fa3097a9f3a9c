import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../support/app'
import { startBuiltServer } from '../support/built-server'
import { makeCertificate } from '../support/certificate'
import { emptyFolder } from '../support/folders'
import { findNginx, startNginx } from '../support/nginx'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'
import { requireProgram } from './requirements'

/** `OBSERVATORY=full` scans every page. All pages have the same headers, so a few are enough by default. */
const isFull = process.env.OBSERVATORY === 'full'

/**
 * The scanner is no dependency of this repository, because it has 233 packages of 131 MB, of which the scan uses a twentieth. The
 * rest runs the scanner as a service. Its installation also downloads two lists from other hosts.
 */
const scanner = '@mdn/mdn-http-observatory@1.4.8'

const folder = join(root, 'node_modules/.cache', scanner.slice(1).replace(/\W+/g, '-'))
const program = 'node_modules/@mdn/mdn-http-observatory'
const run = promisify(execFile)

// The maximum for a site without cookies.
test("every page has 130 points of Mozilla's HTTP Observatory behind deploy/nginx.conf", async ({ skip }) => {
  requireProgram('nginx', await findNginx(), skip)
  await bringScanner()
  const certificate = await makeCertificate(await emptyFolder())
  const server = await startBuiltServer({ PUBLIC_URL: 'https://www.example.org', TRUST_PROXY: '127.0.0.1' })
  onTestFinished(async () => void (await server.stop()))
  const nginx = await startNginx([server.port, server.port], certificate)
  onTestFinished(nginx.stop)
  const pages = sitePages(await readContent()).filter(
    // The scanner does not score other statuses.
    ({ name, status }) => status === 200 && (isFull || ['home', 'course'].includes(name)),
  )
  expect(pages.length).toBeGreaterThanOrEqual(4)
  const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate.file }
  const scans = await pLimit(2).map(pages, async ({ path }) => {
    const address = `localhost:${nginx.port}${path}`
    const { stdout } = await run(process.execPath, [join(folder, program, 'src/scan.js'), address], { env })
    const { scan, tests } = JSON.parse(stdout) as { scan: { score: number }; tests: Record<string, { pass: boolean }> }
    return { path, score: scan.score, failed: Object.entries(tests).filter(([, { pass }]) => !pass) }
  })
  expect(scans.filter(({ score }) => !(score >= 130))).toStrictEqual([])
})

/** Installs the scanner next to this repository's packages if it is missing, without the lists that it would download. */
async function bringScanner(): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}-${process.pid}`
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--ignore-scripts', '--omit=optional', '--no-save', scanner], { cwd: unfinished })
  // Replaces the list of hosts that browsers know to be HTTPS-only, which does not include this machine.
  await writeFile(join(unfinished, program, 'conf/hsts-preload.json'), '{}')
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
}
