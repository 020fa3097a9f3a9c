import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { Connect, ViteDevServer } from 'vite'
import type { SiteSettings } from '#contract/entities'
import type { Locale } from '#contract/locales'
import { defaultProduct } from '#contract/operations'
import { splitLocale } from '#contract/paths'
import { renderedPage } from '../../server/api/development/development'
import { chosenBy } from '../../server/api/scenarios/chosen'
import { createApi, render } from '../../server/pages/render'
import { clockScript, fillTemplate, type Parts, settingsTags, siteScript } from '../../server/pages/template'
import { fileAddress } from './file-address.ts'

const client = fileAddress(resolve(import.meta.dirname, '../../client'))

// Vite adds styles by script in development; these links apply them before the first paint.
const styles = [
  'styles/index.css',
  'pages/home/home.css',
  'pages/lists/lists.css',
  'pages/details/details.css',
  'pages/about/about.css',
  'pages/contact/contact.css',
]
  .map((path) => `\n<link rel="stylesheet" href="${client}/${path}">`)
  .join('')

/**
 * Matches the failing slugs (docs/failure-modes.md) that delay a response. The server does not render their pages, because these
 * would arrive late but complete. Instead the browser fetches the data, and the page shows its skeleton meanwhile.
 */
const isSlowOnPurpose = /\/slow-\d+$/

const framedByOwnSite = { 'content-security-policy': "frame-ancestors 'self'", 'x-frame-options': 'SAMEORIGIN' }

/** Answers a request for a page of `npm run dev`. */
export async function answer(
  server: ViteDevServer,
  { apiAddress, site }: { apiAddress: string; site: SiteSettings },
  request: Connect.IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.originalUrl ?? '/'
  const { names, now: chosenNow, key, cookies } = chosenBy({ headers: request.headers, url })
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  // The studio shows pages of the site in frames. Its own pages stay without.
  for (const [name, value] of Object.entries(framedByOwnSite)) response.setHeader(name, value)
  const scenario = {
    ...(names && { 'x-scenario': names.join() }),
    ...(chosenNow !== undefined && { 'x-scenario-now': chosenNow }),
    ...(key && { 'x-scenario-key': key }),
    // Keeps the reads of a page out of `/__requests`. On the built server they are no API calls either.
    [renderedPage]: url.split('?', 1)[0] ?? '',
  }
  // Only the API knows the time of its scenarios.
  const now = await timeUnder(apiAddress, scenario)
  const send = async (status: number, locale: Locale, parts: Parts) => {
    const file = await readFile(resolve(server.config.root, 'index.html'), 'utf8')
    // The browser would resolve a relative path against the page's address.
    const index = file.replace('"../', () => `"${client}/`)
    const data = siteScript(site) + (parts.data ?? '')
    const clock = now === undefined ? '' : `<script>${clockScript(now)}</script>`
    const head = clock + (parts.head ?? '')
    const text = await server.transformIndexHtml(url, fillTemplate(index, locale, { ...parts, head, data }))
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  }
  if (isSlowOnPurpose.test(url)) return send(200, splitLocale(url)[0], { head: styles })
  const product = process.env.PRODUCT || defaultProduct
  const origin = `http://localhost:${server.config.server.port}`
  const settings = { baseUrl: '', imageBase: '/images/', imageHosts: [], product, site, origin, now }
  let isHeld = false
  const fetchInScenario: typeof fetch = async (address, init) => {
    const headers = { ...(init?.headers as Record<string, string>), ...scenario }
    const response = await fetch(address, { ...init, headers })
    isHeld ||= response.headers.has('x-held')
    return response
  }
  const api = createApi({ baseUrl: apiAddress, product, fetch: fetchInScenario })
  const onLeftOut = (error: unknown) => server.config.logger.warn(`${url}: a part is left out: ${error}`)
  const page = await render(url, {
    ask: async (queryKey) => ({ data: await api({ queryKey }) }),
    settings,
    onLeftOut,
  })
  // The browser calls the API itself, and its call is held until it is released.
  if (isHeld) return send(200, splitLocale(url)[0], { settings: settingsTags(settings), head: styles })
  if ('location' in page) response.writeHead(page.status, { location: page.location }).end()
  else if ('text' in page) response.writeHead(page.status, { 'content-type': page.type }).end(page.text)
  else {
    const { status, locale, head, body, data } = page
    await send(status, locale, { settings: settingsTags(settings), head: head + styles, body, data })
  }
}

/** The time at which the scenarios of a request stand, if they have one. */
async function timeUnder(apiAddress: string, headers: Record<string, string>): Promise<number | undefined> {
  const answer = await fetch(`${apiAddress}/__scenarios/now`, { headers })
  const { now } = answer.ok ? ((await answer.json()) as { now: number | null }) : {}
  return now ?? undefined
}
