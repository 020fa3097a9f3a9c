import { startServer } from '../site/start-site'
import { engines } from './engines'
import { startExports } from './exports'
import { openTab } from './tab'

/** Prints the engines, and starts the production build once for all journeys. */
export default async function startSite(): Promise<() => Promise<void>> {
  for (const engine of engines) {
    if (engine.path) {
      const tab = await openTab(engine)
      console.log(`${engine.name} ${tab.version}`)
      await tab.quit()
    } else {
      const missing = `${engine.name} is not installed: there is no ${engine.command}`
      if (process.env.CI) throw new Error(missing)
      console.log(`${missing}, and its journeys are skipped`)
    }
  }
  const server = await startServer({})
  process.env.SITE = server.address
  const exports = await startExports()
  return async () => {
    await server.stop()
    await exports.stop()
  }
}
