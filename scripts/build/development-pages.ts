import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plugin, ViteDevServer } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/**
 * Serves the pages of `npm run dev`: rendered on the server as in production, from the current sources and the API at `apiAddress`.
 * Reloads the open page when that API has loaded changed fixtures.
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
          // Loaded through Vite, so that an edit of the site takes effect without a restart.
          const module = server.ssrLoadModule(answerFile) as Promise<typeof import('./development-answer')>
          module.then(({ answer }) => answer(server, apiAddress, request, response)).catch(next)
        })
      }
    },
  }
}

/** Reloads open pages when the API serves changed fixtures. Fixtures that the API refuses change nothing. */
function watchFixtures(server: ViteDevServer, apiAddress: string): void {
  const folder = resolve(process.env.FIXTURES_DIR || resolve(root, 'fixtures'))
  const stateOf = async () => (await fetch(`${apiAddress}/api/get-data`, { method: 'HEAD' })).headers.get('etag')
  let known: string | undefined
  const check = async (tries = 100): Promise<void> => {
    const state = await stateOf().catch(() => undefined)
    if (!state || state === known) return tries > 1 ? sleep(50).then(() => check(tries - 1)) : undefined
    if (known) server.ws.send('fixtures:changed')
    known = state
  }
  server.watcher.add(folder)
  server.watcher.on('all', (_, path) => {
    if (path.startsWith(folder)) void check()
  })
  // Remembers the initial state to compare later ones with. The API may still be starting.
  void check()
}
