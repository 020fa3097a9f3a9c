import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentBuild } from '../../scripts/site-build'
import { startFileServer } from '../support/file-server'

/** Serves the built client in `folder`, as a static host does, with values of its meta tags. `stop` removes the folder. */
export async function startStaticHost(folder: string, settings: Record<string, string>) {
  await cp(join(currentBuild(), 'client'), folder, { recursive: true })
  const page = join(folder, 'index.html')
  let html = await readFile(page, 'utf8')
  for (const [name, content] of Object.entries(settings))
    html = html.replace(new RegExp(`(<meta name="${name}" content=)"[^"]*"`), `$1"${content}"`)
  await writeFile(page, html)
  const host = await startFileServer(folder, { fallback: { file: 'index.html', status: 200 } })
  return {
    ...host,
    stop: async () => {
      await host.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
