import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, ConfigError, readConfig } from './config'
import { digestFixtures, readImageNames } from './content/load'
import { FixtureError, ReadError } from './content/store'
import { endWithNpm } from './end-with-npm'
import { keepUsed } from './pages/build-folders'
import { closingTime, type Surroundings, startServer } from './start'
import { feedWatchdog } from './watchdog'

/** The time in milliseconds between two looks at fixtures with violations. */
const watchDelay = 200

type Options = Surroundings & {
  /** Where the port is set, for an error: a variable by default. */
  portName?: string
}

/** Starts the server as `startServer` does, and closes it on SIGTERM or SIGINT. Returns the exit code, after printing why it can't start. */
export async function runServer(env: NodeJS.ProcessEnv, distDir?: string, options: Options = {}): Promise<number> {
  try {
    await start(env, distDir, options)
    return 0
  } catch (error) {
    process.stderr.write(`${explain(error, options)}\n`)
    return 1
  }
}

async function start(env: NodeJS.ProcessEnv, distDir: string | undefined, options: Options): Promise<void> {
  const { url, app, contentError, close } = await (distDir ? startServer(env, distDir, options) : startDevelopment())
  if (contentError) process.stderr.write(`${contentError}\n`)
  if (distDir) keepUsed(distDir)
  endOnCrash(app.log)
  feedWatchdog(env, app.log)
  // Signals are handled before the address is printed, because a caller may send one as soon as it reads the address.
  closeOnSignal(close, app.log)
  endWithNpm()
  process.stdout.write(`The ${distDir ? 'site' : 'API'} is at ${url}\n`)
}

/**
 * Starts the server of `npm run dev`. While the fixtures have violations, it waits for changes of them, because `tsx watch` restarts
 * only after changes of the sources.
 */
async function startDevelopment(): ReturnType<typeof startServer> {
  const config = readConfig(process.env)
  const before = await contentState(config)
  try {
    return await startServer(process.env)
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    process.stderr.write(`${explain(error)}\nThe API starts once they are mended.\n`)
    // Polls, because mounts of containers and of Windows, and network drives, have no file events.
    while ((await contentState(config)) === before) await wait(watchDelay)
    return startDevelopment()
  }
}

/** The digest of the fixtures with the names of the pictures, or the error of reading them. */
async function contentState({ fixturesDir, imagesDir }: Config): Promise<string> {
  try {
    return [await digestFixtures(fixturesDir), ...(await readImageNames(imagesDir))].join('/')
  } catch (error) {
    return String(error)
  }
}

/** Logs an uncaught exception and exits, because the state of the process is unknown. The service manager starts it again. */
function endOnCrash(log: FastifyBaseLogger): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, `the server ends: ${origin}`)
    if (log.level === 'silent') process.stderr.write(`The server ends: ${error?.stack ?? error}\n`)
    process.exit(1)
  })
  // Ignores write errors, such as a closed pipe or a full disk, so that the server keeps running.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

function closeOnSignal(close: () => Promise<void>, log: FastifyBaseLogger): void {
  let isClosing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal must not cut off requests in flight.
      if (isClosing) return
      isClosing = true
      setTimeout(() => {
        log.warn(`closing took longer than ${closingTime} ms: what is left is cut off`)
        process.exit(0)
      }, closingTime).unref()
      void close().then(() => process.exit(0))
    })
  }
}

/**
 * The codes for an address that can't be listened on. EINVAL is for a link-local address without its zone, EAFNOSUPPORT for IPv6
 * where it is turned off, and EAI_AGAIN for a name without a DNS server.
 */
const addressCodes = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']

/** The message for an error at the start, with the stack only for unexpected errors. */
function explain(error: unknown, { portName = 'PORT' }: Options = {}): string {
  if (error instanceof ConfigError) return error.message
  if (error instanceof FixtureError) return `The fixtures can't be used, ${error.count}:\n${error.message}`
  if (error instanceof ReadError)
    return `The content can't be read: ${error.message}. Nothing is known to be wrong with it; start again.`
  const { code = '', port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string }
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: another process listens there. Set ${portName} to a free one.`
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set ${portName} to one above 1023.`
  if (addressCodes.includes(code))
    return `HOST: this machine has no address "${address ?? process.env.HOST}" to listen on.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
