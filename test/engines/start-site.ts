import { startServer } from '../site/start-site'
import { engines } from './engines'
import { startExports } from './exports'
import { fetchOldChromiums } from './old-chromiums'

/** Names the engines that are missing, and starts the production build once for all journeys. */
export default async function startSite(): Promise<() => Promise<void>> {
  for (const { name, command } of engines.filter(({ path }) => !path)) {
    const missing = `${name} is not installed: there is no ${command}`
    if (process.env.CI) throw new Error(missing)
    console.log(`${missing}, and its journeys are skipped`)
  }
  fetchOldChromiums()
  const server = await startServer()
  process.env.SITE = server.address
  const exports = await startExports()
  return async () => {
    await server.stop()
    await exports.stop()
  }
}
