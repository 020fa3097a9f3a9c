import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin, ViteDevServer } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/**
 * Serves the pages of `npm run dev`. Renders them on the server as in production, but from the current sources, with the data of
 * the API at `apiAddress`. Reloads open pages when that API has loaded changed fixtures.
 */
export function developmentPages(apiAddress: string): Plugin {
  const answerFile = resolve(root, 'scripts/build/development-answer.ts')
  return {
    name: 'development-pages',
    apply: 'serve',
    configureServer(server) {
      watchFixtures(server, apiAddress)
      return () => {
        server.middlewares.use((request, response, next) => {
          // Loads the module through Vite, so that an edit of the site takes effect without a restart.
          const module = server.ssrLoadModule(answerFile) as Promise<typeof import('./development-answer')>
          module
            .then(({ answer }) => answer(server, apiAddress, request, response))
            .catch((error: Error & { statusCode?: number }) => {
              // Vite would answer a refused request by 500.
              if (error.statusCode !== 400) return next(error)
              response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(error.message)
            })
        })
      }
    },
  }
}

/** Reloads open pages when the API serves changed fixtures. Fixtures that the API refuses cause no reload. */
function watchFixtures(server: ViteDevServer, apiAddress: string): void {
  const folder = resolve(process.env.FIXTURES_DIR || resolve(root, 'fixtures'))
  const stateOf = async () => (await fetch(`${apiAddress}/api/get-data`, { method: 'HEAD' })).headers.get('etag')
  let known: string | undefined
  let triesLeft = 0
  /** Polls the API for 5 s, because it needs time to load changed fixtures. During a poll, a call only extends that poll. */
  const check = async (): Promise<void> => {
    const isRunning = triesLeft > 0
    triesLeft = 100
    if (isRunning) return
    for (; triesLeft > 0; triesLeft--) {
      const state = await stateOf().catch(() => undefined)
      if (state && known && state !== known) server.ws.send('fixtures:changed')
      known = state ?? known
      await sleep(50)
    }
  }
  server.watcher.add(folder)
  server.watcher.on('all', (_, path) => {
    if (path.startsWith(folder)) void check()
  })
  // Finds the initial state, with which later states are compared. Polls, because the API may still be starting.
  void check()
}
