import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { chosenBy, cookieOf } from '../../server/api/scenarios/chosen'

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
          const url = request.originalUrl ?? '/'
          const { names, query, key } = chosenBy({ headers: request.headers, url })
          if (query !== undefined) response.setHeader('set-cookie', cookieOf(query))
          const scenario = { ...(names && { 'x-scenario': names.join() }), ...(key && { 'x-scenario-key': key }) }
          const made = isSlowOnPurpose.test(url) ? barePage(server, url) : renderPage(server, apiAddress, url, scenario)
          void made.then((page) => {
            if ('location' in page) response.writeHead(page.status, { location: page.location }).end()
            else response.writeHead(page.status, { 'content-type': page.type }).end(page.text)
          }, next)
        })
      }
    },
  }
}

/** Failing slugs (docs/failure-modes.md) that show the page's skeleton: a server-rendered page would wait and arrive complete. */
const isSlowOnPurpose = /\/slow-\d+$/

type Page = { status: number; type: string; text: string } | { status: number; location: string }

const html = 'text/html; charset=utf-8'

/** The template as a static host sends it: the script fetches the page's data and shows a skeleton until then. */
async function barePage(server: ViteDevServer, url: string): Promise<Page> {
  const page = (await templateOf(server)).replace('<!--/head-->', `${styles}<!--/head-->`)
  return { status: 200, type: html, text: await server.transformIndexHtml(url, page) }
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
  .map((path) => `\n<link rel="stylesheet" href="/@fs${resolve(import.meta.dirname, '../../client', path)}">`)
  .join('')

function templateOf(server: ViteDevServer): Promise<string> {
  return readFile(resolve(server.config.root, 'index.html'), 'utf8')
}

async function renderPage(
  server: ViteDevServer,
  apiAddress: string,
  url: string,
  scenario: Record<string, string>,
): Promise<Page> {
  const { render, createApi } = (await server.ssrLoadModule(
    resolve(server.config.root, '../../server/pages/render.ts'),
  )) as typeof import('../../server/pages/render')
  const { createSanitizer } = (await server.ssrLoadModule(
    resolve(server.config.root, '../../server/pages/sanitize.ts'),
  )) as {
    createSanitizer: (imageBase: string) => (html: string) => string
  }
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
  const page = await render(url, {
    api,
    settings,
    sanitize: createSanitizer(settings.imageBase),
  })
  if ('location' in page || 'text' in page) return page
  const text = (await templateOf(server))
    .replace('<html lang="en" dir="ltr">', `<html lang="${page.locale}" dir="${page.locale === 'ar' ? 'rtl' : 'ltr'}">`)
    .replace('name="product" content="ugarit"', `name="product" content="${settings.product}"`)
    .replace(/<!--head-->[\s\S]*<!--\/head-->/, () => page.head + styles)
    .replace(/<div id="root">[\s\S]*<!--\/root--><\/div>/, () => `<div id="root">${page.body}</div>`)
    .replace('<!--hydration-->', () => page.data)
  return { status: page.status, type: html, text: await server.transformIndexHtml(url, text) }
}

/** Reloads open pages when the API serves changed fixtures. Fixtures that the API refuses change nothing. */
function watchFixtures(server: ViteDevServer, apiAddress: string): void {
  const folder = resolve(process.env.FIXTURES_DIR || resolve(server.config.root, '../../fixtures'))
  const stateOf = async () => (await fetch(`${apiAddress}/api/get-data`, { method: 'HEAD' })).headers.get('etag')
  let known: string | null | undefined
  const check = async (triesLeft: number): Promise<void> => {
    const state = await stateOf().catch(() => null)
    if (state && state !== known) {
      if (known !== undefined) server.ws.send({ type: 'full-reload' })
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
