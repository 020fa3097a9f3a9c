import type { FastifyBaseLogger } from 'fastify'
import { defaultProduct } from '#contract/operations'
import { buildApp } from './app'
import { type Config, readConfig } from './config'
import { createLastGood } from './content/last-good'
import { FixtureError, openStore, type Rejection, type Store, type StoreEvent } from './content/store'
import { createLogStream } from './http/log-stream'

/** The longest time for closing before the process exits, in milliseconds. */
export const closingTime = 9_500

/**
 * Starts the server. `env` holds the variables of docs/configuration.md. `distDir` is the folder of a build; without it there are no
 * pages. Resolves to the running server: its `url` ends in a slash, and its `close` finishes requests in flight. Rejects with a
 * ConfigError, a FixtureError or the error of listening.
 */
export async function startServer(env: Record<string, string | undefined>, distDir?: string) {
  const config = readConfig(env)
  const { store, doubt } = await openContent(config)
  const logStream = config.isDevelopment ? undefined : createLogStream()
  const app = await buildApp({ config, store, distDir, logStream })
  if (doubt) app.log.warn(doubt)
  const rejection = store.rejection()
  if (rejection) app.log.error(describeRejection(rejection))
  const close = async () => {
    await Promise.all([store.close(), app.close()])
  }
  store.watch((event) => logStoreEvent(app.log, event))
  const { host, port } = config
  const address = await app.listen({ host, port }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url: `${address}/`, app, rejection, close }
}

/**
 * Opens the fixtures. In production with CACHE_DIR, the last good content replaces fixtures with errors. With `BASE_URL` the pages
 * show another API's content, so the server also starts with fixtures that lack only the product's news flag.
 */
async function openContent(config: Config): Promise<{ store: Store; doubt?: string }> {
  const lastGood = config.isDevelopment || !config.cacheDir ? undefined : createLastGood(config.cacheDir, config)
  try {
    return { store: await openStore({ ...config, lastGood }) }
  } catch (error) {
    if (!config.baseUrl || !(error instanceof FixtureError)) throw error
    const store = await openStore({ ...config, product: defaultProduct })
    return { store, doubt: `the local fixtures are those of "${defaultProduct}", not of "${config.product}"` }
  }
}

/** Describes since when the fixtures have errors, and lists the errors. */
export function describeRejection({ since, error }: Rejection): string {
  const count = error.faults.length === 1 ? '1 fault' : `${error.faults.length} faults`
  return `The fixtures have ${count} since ${since.toISOString()}; the last good content is served until they are mended:\n${error.message}`
}

function logStoreEvent(log: FastifyBaseLogger, event: StoreEvent): void {
  if (event.kind === 'reloaded') log.info(`fixtures reloaded, version ${event.version}`)
  else if (event.kind === 'mended') log.info('fixtures mended; they are those that are served')
  else if (event.kind === 'rejected')
    log.warn(`fixtures changed but can't be used, the last good ones stay:\n${event.error.message}`)
  else
    log.warn(
      `CACHE_DIR: no copy of the fixtures could be kept, so a start with faults would fail: ${event.error.message}`,
    )
}
