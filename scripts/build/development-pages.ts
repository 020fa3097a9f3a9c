import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import type { Locale } from '#contract/locales'
import type { Parts } from '../../server/pages/template'

const root = resolve(import.meta.dirname, '../..')

/**
 * Serves the pages of `npm run dev`: rendered on the server as in production, from the current sources and the API at `apiAddress`.
 * Reloads the open page when that API has loaded changed fixtures.
 */
export function developmentPages(apiAddress: string): Plugin {
  return {
    name: 'development-pages',
    apply: 'serve',
    configureServer(server) {
      watchFixtures(server, apiAddress)
      return () => {
        server.middlewares.use((request, response, next) => {
          void answer(server, apiAddress, request, response).catch(next)
        })
      }
    },
  }
}

/** The modules that serve a page. */
type Modules = {
  'contract/paths': typeof import('#contract/paths')
  'server/api/scenarios/chosen': typeof import('../../server/api/scenarios/chosen')
  'server/pages/render': typeof import('../../server/pages/render')
  'server/pages/template': typeof import('../../server/pages/template')
}

/** Loads a module of the site through Vite, so that an edit takes effect without a restart. */
function load<Name extends keyof Modules>(server: ViteDevServer, name: Name): Promise<Modules[Name]> {
  return server.ssrLoadModule(resolve(root, `${name}.ts`)) as Promise<Modules[Name]>
}

async function answer(
  server: ViteDevServer,
  apiAddress: string,
  request: Connect.IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.originalUrl ?? '/'
  const { chosenBy, cookieOf } = await load(server, 'server/api/scenarios/chosen')
  const { names, query, key } = chosenBy({ headers: request.headers, url })
  if (query !== undefined) response.setHeader('set-cookie', cookieOf(query))
  const scenario = { ...(names && { 'x-scenario': names.join() }), ...(key && { 'x-scenario-key': key }) }
  const page = await renderPage(server, apiAddress, url, scenario)
  if ('location' in page) response.writeHead(page.status, { location: page.location }).end()
  else response.writeHead(page.status, { 'content-type': page.type }).end(page.text)
}

// Vite adds styles by script in development; these links apply them before the first paint.
const styles = [
  'styles/index.css',
  'pages/home/home.css',
  'pages/lists/lists.css',
  'pages/details/detail-end.css',
  'pages/about/about.css',
  'pages/contact/contact.css',
]
  .map((path) => `\n<link rel="stylesheet" href="/@fs${resolve(root, 'client', path)}">`)
  .join('')

/**
 * Failing slugs (docs/failure-modes.md) that show the page's skeleton. A server-rendered page would wait and arrive complete, so
 * these pages arrive as from a static host: the script fetches their data and shows a skeleton until then.
 */
const isSlowOnPurpose = /\/slow-\d+$/

type Page = { status: number; type: string; text: string } | { status: number; location: string }

async function renderPage(
  server: ViteDevServer,
  apiAddress: string,
  url: string,
  scenario: Record<string, string>,
): Promise<Page> {
  const { fillTemplate, settingsTags } = await load(server, 'server/pages/template')
  const fill = async (status: number, locale: Locale, parts: Parts) => {
    const index = await readFile(resolve(server.config.root, 'index.html'), 'utf8')
    const text = await server.transformIndexHtml(url, fillTemplate(index, locale, parts))
    return { status, type: 'text/html; charset=utf-8', text }
  }
  if (isSlowOnPurpose.test(url)) {
    const { splitLocale } = await load(server, 'contract/paths')
    return fill(200, splitLocale(url)[0], { head: styles })
  }
  const { createApi, render } = await load(server, 'server/pages/render')
  const settings = {
    baseUrl: '',
    imageBase: '/images/',
    imageHosts: [],
    product: process.env.PRODUCT || 'ugarit',
    origin: `http://localhost:${server.config.server.port}`,
  }
  const fetchInScenario: typeof fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...(init?.headers as Record<string, string>), ...scenario } })
  const api = createApi({ baseUrl: apiAddress, product: settings.product, fetch: fetchInScenario })
  const page = await render(url, { api, settings })
  if ('location' in page || 'text' in page) return page
  const { status, locale, head, body, data } = page
  return fill(status, locale, { settings: settingsTags(settings), head: head + styles, body, data })
}

/** Reloads open pages when the API serves changed fixtures. Fixtures that the API refuses change nothing. */
function watchFixtures(server: ViteDevServer, apiAddress: string): void {
  const folder = resolve(process.env.FIXTURES_DIR || resolve(root, 'fixtures'))
  const stateOf = async () => (await fetch(`${apiAddress}/api/get-data`, { method: 'HEAD' })).headers.get('etag')
  let known: string | undefined
  const check = async (tries: number): Promise<void> => {
    for (let left = tries; left > 0; left--) {
      const state = await stateOf().catch(() => undefined)
      if (state && state !== known) {
        if (known) server.ws.send('fixtures:changed')
        known = state
        return
      }
      await sleep(50)
    }
  }
  server.watcher.add(folder)
  server.watcher.on('all', (_, path) => {
    if (path.startsWith(folder)) void check(20)
  })
  // Remembers the initial state to compare later ones with. The API may still be starting.
  void check(100)
}
