import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/locales'
import { splitLocale } from '#contract/paths'
import { pageOfCard } from '#contract/share-card'
import { cardVersion, drawCard } from '../../publish/card'
import { isFile } from '../../publish/publication'
import type { Handlers } from '../api/handlers'
import { type Answer, mostBytes, originHeaders, type Upstream } from '../api/upstream'
import type { Config } from '../config'
import type { Store } from '../content/store'
import { ProblemError } from '../http/problem'
import type { LimitCostly } from '../http/rate-limit'
import { fetchAtMost } from '../http/read-text'
import { represent, sendRepresentation } from '../http/representation'
import type { SendMade } from '../images/made-pictures'
import { assets } from './assets'
import { offlineFiles } from './offline-files'
import { createPageCache, type Page, type ShownPage } from './page-cache'
import { isKeptAddress } from './page-keys'
import type { Template } from './template'

/** The client's server entry, as its bundle exports it. */
type ClientEntry = typeof import('../../client/app/server')

export type PagesOptions = {
  store: Store
  handlers: Handlers
  config: Config
  /** Answers in the store's place, when the server passes a real API through. */
  upstream?: Upstream | undefined
  limitCostly: LimitCostly
  sendMade: SendMade
  /** The folder of a build: `client` with the browser's files, `server` with the client's server entry. */
  distDir: string
  template: Template
}

/** Every page of the site: request to the client's `render`, its parts into the template, and the result kept by URL. */
export async function pages(
  app: FastifyInstance,
  { store, handlers, config, distDir, template, upstream, limitCostly, sendMade }: PagesOptions,
): Promise<void> {
  const { baseUrl, imageBase, imageHosts, product, publicUrl: origin } = config
  const settings = { baseUrl, imageBase, imageHosts, product, origin }
  const isRemote = baseUrl !== ''
  const entryFile = join(distDir, 'server', 'render.js')
  // React takes as long to load as the server itself, so it listens first.
  const entry = once(async () => {
    const client = (await import(pathToFileURL(entryFile).href)) as ClientEntry
    const remote = baseUrl && client.createApi({ baseUrl, product, fetch: fetchAtMost(mostBytes), timeout: 8_000 })
    return { ...client, remote }
  })
  const sanitizer = once(async () => (await import('./sanitize')).createSanitizer(imageBase))
  const sanitize = async (html: string) => (await sanitizer())(html)
  const warmUp = async () => {
    const { loadPages } = await entry()
    // The first answers come first.
    await wait(1_000, undefined, { ref: false })
    await Promise.all([loadPages(), sanitizer()])
  }
  // A failure is told by whoever needs it.
  app.addHook('onListen', () => void warmUp().catch(() => undefined))

  const bare = (locale: Locale): ShownPage => ({
    status: 200,
    representation: represent(template.bare(locale), 'text/html; charset=utf-8'),
    headers: { 'content-language': locales[locale].lang },
  })
  const barePages = { en: bare('en'), ar: bare('ar') }
  const barePage = (url: string) => {
    if (isFile.test(url)) throw new ProblemError(503, 'The content is not there.', undefined, { 'retry-after': '10' })
    return barePages[splitLocale(url)[0]]
  }
  const cache = createPageCache({
    render: renderPage,
    // No page is kept that passes a real API through: nothing tells when that changes, fails or is back.
    isKept: (url) => (isRemote || !upstream) && isKeptAddress(url),
    bare: isRemote ? barePage : undefined,
  })
  // Pages of another API are not made of this content, and may be the last good ones.
  if (!isRemote) store.onChange(cache.clear)

  assets(app, distDir)

  offlineFiles(app, join(distDir, 'client'), config, barePages.en.representation)

  // Only what a page of the site says is drawn.
  app.get('/cards/*', async (request, reply) => {
    const path = pageOfCard(request.url)
    const page = path ? await pageAt(request, path) : undefined
    if (!page || 'location' in page || page.status === 404) throw new ProblemError(404, 'There is no such card.')
    const { card } = page
    if (!card) throw new ProblemError(503, 'The page of this card could not be made; try again soon.')
    reply.header('cross-origin-resource-policy', 'cross-origin')
    const make = () => drawCard(join(distDir, 'server', 'card'), card)
    return sendMade(request, reply, { key: JSON.stringify([cardVersion, card]), format: 'jpeg', make })
  })

  app.get('/*', async (request, reply) => {
    const page = await pageAt(request, request.url).catch((error: unknown) => pageInstead(error, request))
    reply.header('cache-control', 'no-cache')
    if ('location' in page) return reply.redirect(page.location, page.status)
    reply.code(page.status).headers(page.headers)
    return sendRepresentation(request, reply, page.representation)
  })

  /** Who asks for a page is told by one: the bare page makes itself, or says in its language that it can't, and asks again. */
  function pageInstead(error: unknown, { url, log }: FastifyRequest): Page {
    const { statusCode, headers } = error instanceof ProblemError ? error : { statusCode: 500, headers: {} }
    if (statusCode >= 500) log.error({ err: error }, 'the page failed')
    else if (isFile.test(url)) throw error
    const page = barePage(url)
    return { ...page, status: statusCode, headers: { ...page.headers, ...headers } }
  }

  async function pageAt(request: FastifyRequest, url: string): Promise<Page> {
    if (!cache.has(url)) await limitCostly(request)
    return cache.get(url)
  }

  async function renderPage(url: string): Promise<Page> {
    const content = store.content()
    const { render, createLocalApi, remote } = await entry()
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
    const changed = isRemote || upstream ? undefined : content.changed
    const rendered = await render(url, { api, settings, sanitize, changed })
    if ('location' in rendered) return rendered
    // A page of which one part comes from the fixtures says so.
    const answer = answers.find(({ by }) => by === 'fixtures') ?? answers[0]
    const headers = answer ? originHeaders(answer) : {}
    const { status } = rendered
    if (status === 404 && 'text' in rendered) throw new ProblemError(404, rendered.text)
    if ('text' in rendered) return { status, headers, representation: represent(rendered.text, rendered.type) }
    const { lang, dir } = locales[rendered.locale]
    const html = template.page({ ...rendered, lang, dir, isHome: url.split('?', 1)[0] === '/' })
    const representation = represent(html, 'text/html; charset=utf-8')
    return { status, headers: { 'content-language': lang, ...headers }, card: rendered.card, representation }
  }
}

/** Does the work when it is first asked for, and gives the same result ever after; what failed is tried again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
