import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { locales } from '#contract/locales'
import type { Config } from './config'
import type { Handlers } from './handlers'
import { isKeptAddress } from './page-keys'
import { type Prepared, prepare, sendPrepared } from './prepared'
import { createSanitizer } from './sanitize'
import type { Content, Store } from './store'
import { refuseExcess, type Traffic } from './traffic'
import { type Answer, originHeaders, type Upstream } from './upstream'

/** The client's server entry, as its bundle exports it. */
type ClientEntry = typeof import('../client/entry-server')

export type PagesOptions = {
  store: Store
  handlers: Handlers
  config: Config
  /** Answers in the store's place, when the server passes a real API through. */
  upstream?: Upstream | undefined
  traffic: Traffic
  /** The folder that `npm run build` fills: `client` with the browser's files, `server` with the client's server entry. */
  distDir: string
}

/** Only the home page honours the remembered language (design section 3), and before its first paint. */
const localeScript =
  'try{if(localStorage.getItem("locale")==="ar")location.replace("/ar"+location.search+location.hash)}catch{}'

/** The policy's word for the one inline script. */
export const localeScriptHash = `'sha256-${createHash('sha256').update(localeScript).digest('base64')}'`

/** Pages kept, at most; the oldest goes first. */
const mostPages = 1_000

/** How long a page made from another API's answers is kept, in milliseconds: nothing tells us when they change. */
const remoteLifetime = 10_000

const year = 365 * 24 * 60 * 60

type Page =
  | { status: number; location: string }
  | { status: number; lang: string; prepared: Prepared; headers: Record<string, string> }

/** Every page of the site: request to the client's `render`, its parts into the template, and the result kept by URL. */
export async function pages(
  app: FastifyInstance,
  { store, handlers, config, distDir, upstream, traffic }: PagesOptions,
): Promise<void> {
  const clientDir = join(distDir, 'client')
  const entryFile = join(distDir, 'server', 'entry-server.js')
  if (!existsSync(entryFile))
    throw new Error(`The client is not built: ${entryFile} is missing. Run "npm run build" first.`)
  const { render, createApi, createLocalApi } = (await import(pathToFileURL(entryFile).href)) as ClientEntry
  const template = readTemplate(join(clientDir, 'index.html'), config)
  const settings = {
    baseUrl: config.baseUrl,
    imageBase: config.imageBase,
    product: config.product,
    origin: config.publicUrl,
  }
  const fontPreloads = readFontPreloads(join(clientDir, 'assets'))
  const sanitize = createSanitizer(config.imageBase)
  const remote = config.baseUrl && createApi({ baseUrl: config.baseUrl, fetch: globalThis.fetch, timeout: 8_000 })

  const cache = new Map<string, { page: Page; until: number }>()
  store.onChange(() => cache.clear())

  await app.register(fastifyStatic, {
    root: join(clientDir, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    dotfiles: 'deny',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: year * 1000,
  })

  app.get('/robots.txt', (_, reply) => reply.type('text/plain; charset=utf-8').send(`User-agent: *\nAllow: /\n`))

  app.get('/*', async (request, reply) => {
    const page = await pageAt(request.url, request.ip)
    reply.header('cache-control', 'no-cache')
    if ('location' in page) return reply.redirect(page.location, page.status)
    reply.code(page.status).headers(page.headers).header('content-language', page.lang)
    return sendPrepared(request, reply, page.prepared)
  })

  async function pageAt(url: string, address: string): Promise<Page> {
    // Nor is a page kept that passes a real API through: nothing tells when that changes, fails or is back.
    const isKept = (remote || !upstream) && isKeptAddress(url)
    const kept = isKept ? cache.get(url) : undefined
    if (kept && kept.until > Date.now()) return kept.page
    refuseExcess(traffic, address)
    const content = store.content()
    const page = await renderPage(url, content)
    const isCurrent = content === store.content()
    if (isKept && isCurrent && page.status === 200) {
      cache.delete(url)
      cache.set(url, { page, until: remote ? Date.now() + remoteLifetime : Number.POSITIVE_INFINITY })
      const [oldest] = cache.keys()
      if (cache.size > mostPages && oldest !== undefined) cache.delete(oldest)
    }
    return page
  }

  async function renderPage(url: string, content: Content): Promise<Page> {
    const answers: Answer[] = []
    const ask = async (upstream: Upstream, ...call: Parameters<Upstream>) => {
      const answer = await upstream(...call)
      answers.push(answer)
      return answer.data
    }
    const api =
      remote ||
      createLocalApi((name, payload) =>
        // The loaders call with each operation's own payload.
        upstream ? ask(upstream, name, payload) : handlers[name](content, payload as never),
      )
    const rendered = await render(url, { api, settings, sanitize })
    if ('location' in rendered) return rendered
    const { lang, dir } = locales[rendered.locale]
    const isHome = url.split('?', 1)[0] === '/'
    const html = template({
      lang,
      dir,
      head: [isHome && `<script>${localeScript}</script>`, rendered.head, rendered.preload, fontPreloads[lang]]
        .filter(Boolean)
        .join('\n    '),
      body: rendered.body,
      hydration: `<script type="application/json" id="hydration">${rendered.hydration}</script>`,
    })
    // A page of which one part comes from the fixtures says so.
    const origin = answers.find(({ by }) => by === 'fixtures') ?? answers[0]
    const headers = origin ? originHeaders(origin) : {}
    return { status: rendered.status, lang, headers, prepared: prepare(html, 'text/html; charset=utf-8') }
  }
}

/**
 * Per language, the link that fetches the face of its script along with the styles instead of after them. Only that one:
 * what an Arabic page's first view has in Latin letters can wait, and the page's picture cannot.
 */
function readFontPreloads(assets: string): Record<'en' | 'ar', string> {
  const preload = (face: string) => {
    const file = readdirSync(assets).find((name) => name.startsWith(`readex-pro-${face}-`) && name.endsWith('.woff2'))
    return file ? `<link rel="preload" as="font" type="font/woff2" href="/assets/${file}" crossorigin>` : ''
  }
  return { en: preload('latin'), ar: preload('arabic') }
}

type TemplateParts = { lang: string; dir: string; head: string; body: string; hydration: string }

/** The built index.html as a function: the server's settings put into its meta tags once, a page's parts on each call. */
function readTemplate(file: string, { baseUrl, imageBase, product }: Config): (parts: TemplateParts) => string {
  const html = readFileSync(file, 'utf8')
    .replace('<meta name="baseUrl" content="">', `<meta name="baseUrl" content="${baseUrl}">`)
    .replace('<meta name="imageBase" content="">', `<meta name="imageBase" content="${imageBase}">`)
    .replace('<meta name="product" content="ugarit">', `<meta name="product" content="${product}">`)
  const cuts = [
    /<html lang="en" dir="ltr">/,
    /<!--head-->[\s\S]*<!--\/head-->/,
    /<div id="root">[\s\S]*<!--\/root--><\/div>/,
    /<!--hydration-->/,
  ]
  const fixed: string[] = []
  let rest = html
  for (const cut of cuts) {
    const match = cut.exec(rest)
    if (!match)
      throw new Error(`${file} lacks ${cut}: client/index.html and server/pages.ts must agree on the template`)
    fixed.push(rest.slice(0, match.index))
    rest = rest.slice(match.index + match[0].length)
  }
  const [start, beforeHead, beforeBody, beforeHydration] = fixed
  return ({ lang, dir, head, body, hydration }) =>
    `${start}<html lang="${lang}" dir="${dir}">${beforeHead}${head}${beforeBody}<div id="root">${body}</div>${beforeHydration}${hydration}${rest}`
}
