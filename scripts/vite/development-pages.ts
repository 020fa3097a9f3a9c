import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin, ViteDevServer } from 'vite'
import type { ContentState } from '../../server/api/development/development.ts'
import { withSlashes } from './file-address.ts'

const root = resolve(import.meta.dirname, '../..')

/** The delay before the API is asked again for its events, in milliseconds. It restarts after an edit of its sources. */
const retryDelay = 250

/** How long a page waits for the API to start, in milliseconds. */
const startTimeout = 5_000

/**
 * Serves the pages of `npm run dev`. Renders them on the server as in production, but from the current sources, with the data of
 * the API at `apiAddress`. Reloads open pages when that API has loaded changed fixtures, and shows violations of the fixtures in
 * Vite's overlay, as Vite shows errors of the code.
 */
export function developmentPages(apiAddress: string): Plugin {
  return {
    name: 'development-pages',
    apply: 'serve',
    configureServer(server) {
      const content = followContent(server, apiAddress)
      const printUrls = server.printUrls.bind(server)
      server.printUrls = () => {
        printUrls()
        const site = `http://localhost:${server.config.server.port}`
        server.config.logger.info(`  ➜  Studio:  ${site}/__studio\n  ➜  API:     ${apiAddress}/docs`)
      }
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            // The API may still be starting.
            for (const end = Date.now() + startTimeout; !content.isConnected() && Date.now() < end; ) await sleep(50)
            if (!content.isConnected()) throw await content.unavailable()
            // Loads the module through Vite, so that an edit of the site takes effect without a restart.
            const { answer } = await load<typeof import('./development-answer')>(server, 'development-answer.ts')
            await answer(server, { apiAddress, site: content.site() }, request, response)
          } catch (error) {
            // Vite would answer a refused request by 500.
            if ((error as { statusCode?: number }).statusCode !== 400) return next(error)
            response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end((error as Error).message)
          }
        })
      }
    },
    // Labels are read once per document, so a change of them reloads it.
    hotUpdate({ file }) {
      if (!file.startsWith(withSlashes(resolve(root, 'content/messages')))) return undefined
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
  }
}

/**
 * Follows the API's events about its content until the server closes. Reloads pages after a change, and shows violations of the
 * fixtures in them. `unavailable` makes the error of a page that needs the API while it is not connected.
 */
function followContent(server: ViteDevServer, apiAddress: string) {
  const { hot } = server.environments.client
  const closed = new AbortController()
  let hasFailed = false
  let state: ContentState | undefined
  const onState = async (next: ContentState) => {
    const isChanged = next.version !== state?.version || (state.isRefused && !next.isRefused)
    state = next
    // A page of Vite that shows an error listens to nothing else.
    if (hasFailed) hot.send({ type: 'full-reload' })
    hasFailed = false
    // The studio shows changes and violations itself, so it does not listen.
    if (isChanged) hot.send('fixtures:changed')
    else if (state.isRefused) hot.send('fixtures:refused', await violationsOf(server))
  }
  const follow = async () => {
    while (!closed.signal.aborted) {
      try {
        const { body } = await fetch(`${apiAddress}/__content`, { signal: closed.signal })
        if (body) {
          for await (const line of createInterface({ input: Readable.from(body) }))
            if (line.startsWith('data: ')) await onState(JSON.parse(line.slice(6)) as ContentState)
        }
      } catch {
        // The API has not started yet, or has ended.
      }
      // The content after a restart counts as changed.
      state = undefined
      await sleep(retryDelay, undefined, { ref: false })
    }
  }
  void follow()
  server.httpServer?.on('close', () => closed.abort())
  // A page that is opened while fixtures are refused shows their violations, too.
  hot.on('fixtures:ask', async (_, client) => {
    if (state?.isRefused) client.send('fixtures:refused', await violationsOf(server))
  })
  const unavailable = async () => {
    hasFailed = true
    const error = new Error(`The API at ${apiAddress} does not answer. The terminal shows its messages.`)
    return Object.assign(error, await violationsOf(server))
  }
  return { isConnected: () => state !== undefined, site: () => state?.site ?? {}, unavailable }
}

/** The violations of the fixtures as an error of Vite's overlay; `undefined` if there are none. */
async function violationsOf(server: ViteDevServer) {
  const { violationsError } = await load<typeof import('./development-violations')>(server, 'development-violations.ts')
  return violationsError()
}

/** Loads a module of this folder through Vite, with its current sources. */
function load<Module>(server: ViteDevServer, name: string): Promise<Module> {
  return server.ssrLoadModule(resolve(import.meta.dirname, name)) as Promise<Module>
}
