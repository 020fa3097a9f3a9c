import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import type { Locale } from '#contract/locales'
import type { Parts } from '../../server/pages/template'

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

/**
 * Failing slugs (docs/failure-modes.md) that show the page's skeleton. A server-rendered page would wait and arrive complete,
 * so these pages are rendered in the browser.
 */
const isSlowOnPurpose = /\/slow-\d+$/

const html = 'text/html; charset=utf-8'

async function answer(
  server: ViteDevServer,
  apiAddress: string,
  request: Connect.IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.originalUrl ?? '/'
  const { chosenBy, cookieOf } = await load<Chosen>(server, 'server/api/scenarios/chosen.ts')
  const { names, query, key } = chosenBy({ headers: request.headers, url })
  if (query !== undefined) response.setHeader('set-cookie', cookieOf(query))
  const scenario = { ...(names && { 'x-scenario': names.join() }), ...(key && { 'x-scenario-key': key }) }
  const page = isSlowOnPurpose.test(url)
    ? await pageWithoutContent(server, url)
    : await renderPage(server, apiAddress, url, scenario)
  if ('location' in page) response.writeHead(page.status, { location: page.location }).end()
  else response.writeHead(page.status, { 'content-type': page.type }).end(page.text)
}

type Chosen = typeof import('../../server/api/scenarios/chosen')

/** Loads a module of the site through Vite, so that an edit takes effect without a restart. */
function load<Module>(server: ViteDevServer, path: string): Promise<Module> {
  return server.ssrLoadModule(resolve(import.meta.dirname, '../..', path)) as Promise<Module>
}

type Page = { status: number; type: string; text: string } | { status: number; location: string }

/** The page as a static host sends it: the script fetches its data and shows a skeleton until then. */
async function pageWithoutContent(server: ViteDevServer, url: string): Promise<Page> {
  const { splitLocale } = await load<typeof import('#contract/paths')>(server, 'contract/paths.ts')
  return { status: 200, type: html, text: await filled(server, url, splitLocale(url)[0], { head: styles }) }
}

async function filled(server: ViteDevServer, url: string, locale: Locale, parts: Parts): Promise<string> {
  const { fillTemplate } = await load<Template>(server, 'server/pages/template.ts')
  const index = await readFile(resolve(server.config.root, 'index.html'), 'utf8')
  return server.transformIndexHtml(url, fillTemplate(index, locale, parts))
}

type Template = typeof import('../../server/pages/template')

// Vite adds styles by script in development; these links apply them before the first paint.
const styles = [
  'styles/index.css',
  'pages/home/home.css',
  'pages/lists/lists.css',
  'pages/details/detail-end.css',
  'pages/about/about.css',
  'pages/contact/contact.css',
]
  .map((path) => `\n<link rel="stylesheet" href="/@fs${resolve(import.meta.dirname, '../../client', path)}">`)
  .join('')

async function renderPage(
  server: ViteDevServer,
  apiAddress: string,
  url: string,
  scenario: Record<string, string>,
): Promise<Page> {
  const { render, createApi } = await load<typeof import('../../server/pages/render')>(server, 'server/pages/render.ts')
  const { createSanitizer } = await load<typeof import('../../server/pages/sanitize')>(
    server,
    'server/pages/sanitize.ts',
  )
  const { settingsTags } = await load<Template>(server, 'server/pages/template.ts')
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
  const page = await render(url, { api, settings, sanitize: createSanitizer(settings.imageBase) })
  if ('location' in page || 'text' in page) return page
  const { status, locale, head, body, data } = page
  const parts = { settings: settingsTags(settings), head: head + styles, body, data }
  return { status, type: html, text: await filled(server, url, locale, parts) }
}

/** Reloads open pages when the API serves changed fixtures. Fixtures that the API refuses change nothing. */
function watchFixtures(server: ViteDevServer, apiAddress: string): void {
  const folder = resolve(process.env.FIXTURES_DIR || resolve(server.config.root, '../../fixtures'))
  const stateOf = async () => (await fetch(`${apiAddress}/api/get-data`, { method: 'HEAD' })).headers.get('etag')
  let known: string | null | undefined
  const check = async (triesLeft: number): Promise<void> => {
    const state = await stateOf().catch(() => null)
    if (state && state !== known) {
      if (known !== undefined) server.ws.send('fixtures:changed')
      known = state
    } else if (triesLeft > 0) setTimeout(() => void check(triesLeft - 1), 50)
  }
  server.watcher.add(folder)
  server.watcher.on('all', (_, path) => {
    if (path.startsWith(folder)) void check(20)
  })
  // Remembers the initial state to compare later ones with. The API may still be starting.
  void check(100)
}
