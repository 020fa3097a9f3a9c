import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runShell } from '../scripts/run-script'
import { smallPictures } from '../site/start-site'
import { startFileServer } from '../support/file-server'

/** The base path of each static export, by the word for it in the project's name. */
const bases = { export: '/', 'export-below-demo': '/demo/' }

/** The export that the journeys of each language use. */
export const exportNames = { en: 'export', ar: 'export-below-demo' } as const

/** The base path of a project's export; undefined for a project with the site's own server. */
export function exportOf(project: string): string | undefined {
  return Object.entries(bases).find(([name]) => project.split(' ').includes(name))?.[1]
}

/** Exports the site once for each base and serves only the files. Their addresses are in `EXPORTS`. */
export async function startExports(): Promise<{ stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-exports-'))
  const imagesDir = await smallPictures()
  const hosts: { stop: () => Promise<void> }[] = []
  const addresses: Record<string, string> = {}
  for (const base of Object.values(bases)) {
    const out = join(folder, base === '/' ? 'root' : 'below')
    const { code, stderr } = await runShell(`npm run -s export -- --out ${out} --base ${base}`, {
      IMAGES_DIR: imagesDir,
      CACHE_DIR: join(folder, 'cache'),
    })
    if (code !== 0) throw new Error(stderr)
    const host = await startExportHost(out, base)
    addresses[base] = host.address
    hosts.push(host)
  }
  process.env.EXPORTS = JSON.stringify(addresses)
  return {
    stop: async () => {
      for (const host of hosts) await host.stop()
      for (const path of [folder, imagesDir]) await rm(path, { recursive: true })
    },
  }
}

/** A static host with the export's error page, and with the policy for hosts that read `_headers`. */
export async function startExportHost(root: string, base: string) {
  const [, policy = ''] = /content-security-policy: (.*)/.exec(await readFile(join(root, '_headers'), 'utf8')) ?? []
  const headers = { 'content-security-policy': policy }
  return startFileServer(root, { base, fallback: { file: '404.html', status: 404 }, headers })
}
