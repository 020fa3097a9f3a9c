import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runShell } from '../scripts/run-script'
import { smallPictures } from '../site/start-site'
import { startFileServer } from '../support/file-server'

/** The base paths of the static exports, of which each language's journeys have one. */
export const exportBases = { en: '', ar: '/demo' } as const

/** Exports the site for each language's journeys and serves the files. `EXPORT_en` and `EXPORT_ar` are set to the addresses. */
export async function startExports(): Promise<{ stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ugarit-exports-'))
  const imagesDir = await smallPictures()
  const hosts: { stop: () => Promise<void> }[] = []
  for (const [locale, path] of Object.entries(exportBases)) {
    const [out, base] = [join(folder, locale), `${path}/`]
    const { code, stderr } = await runShell(`npm run -s export -- --out ${out} --base ${base}`, {
      IMAGES_DIR: imagesDir,
      CACHE_DIR: join(folder, 'cache'),
    })
    if (code !== 0) throw new Error(stderr)
    const host = await startExportHost(out, base)
    process.env[`EXPORT_${locale}`] = host.address
    hosts.push(host)
  }
  const stop = async () => {
    for (const host of hosts) await host.stop()
    for (const path of [folder, imagesDir]) await rm(path, { recursive: true })
  }
  return { stop }
}

/** Starts a static host that has the export's error page, and the content security policy of the export's `_headers` file. */
export async function startExportHost(root: string, base: string) {
  const [, policy = ''] = /content-security-policy: (.*)/.exec(await readFile(join(root, '_headers'), 'utf8')) ?? []
  const headers = { 'content-security-policy': policy }
  return startFileServer(root, { base, fallback: { file: '404.html', status: 404 }, headers })
}
