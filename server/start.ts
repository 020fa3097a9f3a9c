import { defaultProduct } from '#contract/operations'
import { buildApp } from './app'
import { type Config, readConfig } from './config'
import { createLastGood } from './content/last-good'
import { FixtureError, openStore, type ReadFailure, type Rejection, type Store } from './content/store'
import { createLogStream } from './http/log-stream'

export type Surroundings = {
  /** The folder with the shipped fixtures and images; the current folder by default. */
  shipped?: string
  /** The stream for log lines; standard output by default. */
  logStream?: { write: (line: string) => void }
}

/** The longest time for closing before the process exits, in milliseconds. */
export const closingTime = 9_500

/**
 * Starts the server. `env` holds the variables of docs/configuration.md. `distDir` is the folder of a build; without it there are no
 * pages. Resolves to the running server: its `url` ends in a slash, and its `close` finishes requests in flight. Rejects with a
 * ConfigError, a FixtureError or the error of listening.
 */
export async function startServer(
  env: Record<string, string | undefined>,
  distDir?: string,
  { shipped, logStream }: Surroundings = {},
) {
  const config = readConfig(env, shipped)
  const { store, doubt } = await openContent(config)
  const stream = logStream ?? (config.isDevelopment ? undefined : createLogStream())
  const app = await buildApp({ config, store, distDir, logStream: stream })
  if (doubt) app.log.warn(doubt)
  const [rejection, readFailure] = [store.rejection(), store.readFailure()]
  const contentError = rejection ? describeRejection(rejection) : readFailure && describeReadFailure(readFailure)
  if (contentError) app.log.error(contentError)
  const close = async () => {
    await Promise.all([store.close(), app.close()])
  }
  store.watch(app.log)
  const { host, port } = config
  const address = await app.listen({ host, port }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { url: `${address}/`, app, contentError, rejection, close }
}

/**
 * Opens the fixtures. If they have errors, production with CACHE_DIR uses the copy of the last good content. With `BASE_URL` the
 * pages show another API's content, so fixtures that lack only the product's news flag are also accepted.
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
function describeRejection({ since, error }: Rejection): string {
  return `The fixtures have ${error.count} since ${since.toISOString()}; the last good content is served until they are mended:\n${error.message}`
}

function describeReadFailure({ since, error }: ReadFailure): string {
  return `The content can't be read since ${since.toISOString()}; the last good content is served, and reading is tried again: ${error.message}`
}
