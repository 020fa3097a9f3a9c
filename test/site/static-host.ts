import { rm } from 'node:fs/promises'
import { run } from '../scripts/run-command'
import { startFileServer } from '../support/file-server'

type Settings = { baseUrl: string; imageBase: string; product?: string }

/** Serves the folder that `npm run build -- --out` writes, as a static host does. `stop` removes the folder. */
export async function startStaticHost(folder: string, { baseUrl, imageBase, product }: Settings) {
  const args = ['--out', folder, '--base-url', baseUrl, '--image-base', imageBase]
  const { code, stderr } = await run('build', args, { PRODUCT: product })
  if (code !== 0) throw new Error(stderr)
  const host = await startFileServer(folder, { fallback: { file: 'index.html', status: 200 } })
  return {
    ...host,
    stop: async () => {
      await host.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
