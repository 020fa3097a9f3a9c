import { destination } from 'pino'
import { defaultProduct } from '#contract/operations'
import { buildApp } from './app'
import { type Config, readConfig } from './config'
import { FixtureError, openStore, type Store, type StoreEvent } from './content/store'

/**
 * Starts the server. `env` holds the variables of docs/configuration.md; `distDir` is the folder of a build, without it there are no
 * pages. Rejects with a ConfigError, a FixtureError or the error of listening. `url` ends in a slash; `close` finishes requests in flight.
 */
export async function startServer(env: Record<string, string | undefined>, distDir?: string) {
  const config = readConfig(env)
  const { store, doubt } = await openContent(config)
  // Log lines are written in batches: one by one they take a quarter of the time of a page.
  const batches = { sync: false, minLength: 16_000, periodicFlush: 200 }
  const logStream = config.isDevelopment ? undefined : destination(batches)
  const app = await buildApp({ config, store, distDir, logStream })
  if (doubt) app.log.warn(doubt)
  const close = async () => {
    store.close()
    await app.close()
  }
  store.watch((event) => logStoreEvent(app.log, event))
  const { host, port } = config
  const address = await app.listen({ host, port }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url: `${address}/`, app, store, close }
}

/**
 * Opens the fixtures. With `BASE_URL` the pages show another API's content, so fixtures that lack only the product's news flag are no
 * reason not to start.
 */
async function openContent(config: Config): Promise<{ store: Store; doubt?: string }> {
  try {
    return { store: await openStore(config) }
  } catch (error) {
    if (!config.baseUrl || !(error instanceof FixtureError)) throw error
    const store = await openStore({ ...config, product: defaultProduct })
    return { store, doubt: `the local fixtures are those of "${defaultProduct}", not of "${config.product}"` }
  }
}

function logStoreEvent(log: { info: (text: string) => void; warn: (text: string) => void }, event: StoreEvent): void {
  if (event.kind === 'reloaded') log.info(`fixtures reloaded, version ${event.version}`)
  else if (event.kind === 'rejected')
    log.warn(`fixtures changed but can't be used, the last good ones stay:\n${event.error.message}`)
  else
    log.warn(
      `changes of fixtures and pictures wait for the next start, as they can't be watched: ${event.error.message}`,
    )
}
