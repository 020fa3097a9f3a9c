import { join } from 'node:path'
import { currentBuild } from '../../scripts/builds'
import { buildApp } from '../../server/app'
import { readConfig } from '../../server/config'
import { openStore } from '../../server/content/store'

const root = join(import.meta.dirname, '../..')

/**
 * Starts the built site with failing slugs on free ports: an API that has them, and pages that render and hydrate with its answers,
 * as in development. `env` takes the README's variables; `distDir` selects another build.
 */
export async function startFaultySite(
  env: Record<string, string> = {},
  distDir = currentBuild(),
): Promise<{ address: string; apiAddress: string; close: () => Promise<void> }> {
  const folders = { FIXTURES_DIR: join(root, 'fixtures'), IMAGES_DIR: join(root, 'images'), LOG_LEVEL: 'silent' }
  const config = readConfig({ CACHE_DIR: 'off', ...folders, ...env })
  const store = await openStore(config)
  const api = await buildApp({ config, store, hasFaults: true })
  const apiAddress = await api.listen({ host: '127.0.0.1', port: 0 })
  const pages = await buildApp({
    config: { ...config, baseUrl: apiAddress, imageBase: `${apiAddress}/images/` },
    store,
    distDir,
    hasFaults: true,
  })
  const address = await pages.listen({ host: '127.0.0.1', port: 0 })
  // Until React has loaded, which takes a while on a busy machine, the server sends the bare template.
  while (!(await (await fetch(address)).text()).includes('data-files'));
  const close = async () => {
    store.close()
    await Promise.all([pages.close(), api.close()])
  }
  return { address, apiAddress, close }
}
