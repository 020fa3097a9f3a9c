import { join } from 'node:path'
import { buildApp } from './app'
import { ConfigError, readConfig } from './config'
import { FixtureError, openStore, type StoreEvent } from './store'

/** How long closing may take, in milliseconds; the process ends then whatever is still open. */
const closingTime = 9_500

await main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
})

/** The process: configuration, content, listening, and an orderly end. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const store = await openStore(config)
  // `npm run dev` has Vite render the pages from the sources; there is no build to serve.
  const distDir = process.env.NODE_ENV === 'development' ? undefined : join(import.meta.dirname, '..')
  const app = await buildApp({ config, store, distDir })
  store.watch((event) => logStoreEvent(app.log, event))
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    store.close()
    await app.close()
    throw error
  }
  // Before the address is told: who reads it may send a signal at once.
  closeOnSignal(async () => {
    store.close()
    await app.close()
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  process.stdout.write(
    `The site is at http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}/\n`,
  )
}

function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal must not cut off what is still being answered.
      if (isClosing) return
      isClosing = true
      setTimeout(() => process.exit(0), closingTime).unref()
      void close().then(() => process.exit(0))
    })
  }
}

function logStoreEvent(log: { info: (text: string) => void; warn: (text: string) => void }, event: StoreEvent): void {
  if (event.kind === 'reloaded') log.info(`fixtures reloaded, version ${event.version}`)
  else log.warn(`fixtures changed but can't be used, the last good ones stay:\n${event.error.message}`)
}

/** A failure to start, as one reads it in a terminal: what happened, to which thing, no stack for what is no bug of ours. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof FixtureError)
    return `The fixtures can't be used, ${error.faults.length} ${error.faults.length === 1 ? 'fault' : 'faults'}:\n${error.message}`
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is taken: another process listens there. Set PORT to a free one.`
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: this machine has no address "${address ?? process.env.HOST}" to listen on.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
