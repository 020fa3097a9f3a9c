import type { FastifyInstance } from 'fastify'
import { buildApp } from './app'
import { readConfig } from './config'
import { openStore, type Store, type StoreEvent } from './store'

/** A server that listens. `url` is its address with a slash at the end; `close` answers what is under way and stops. */
export type RunningServer = { url: string; app: FastifyInstance; store: Store; close: () => Promise<void> }

/**
 * Starts the server: configuration, content, listening, reloading. `env` holds the variables of the README, and `PORT: '0'`
 * takes a free port; `distDir` is where `npm run build` has put the client, without it there are no pages. Rejects with a
 * ConfigError, a FixtureError or what listening fails with.
 */
export async function startServer(env: Record<string, string | undefined>, distDir?: string): Promise<RunningServer> {
  const config = readConfig(env)
  const store = await openStore(config)
  const app = await buildApp({ config, store, distDir })
  const close = async () => {
    store.close()
    await app.close()
  }
  store.watch((event) => logStoreEvent(app.log, event))
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    throw error
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  return { url: `http://${host}:${port}/`, app, store, close }
}

function logStoreEvent(log: { info: (text: string) => void; warn: (text: string) => void }, event: StoreEvent): void {
  if (event.kind === 'reloaded') log.info(`fixtures reloaded, version ${event.version}`)
  else log.warn(`fixtures changed but can't be used, the last good ones stay:\n${event.error.message}`)
}
