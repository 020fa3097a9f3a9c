import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Locale, locales } from '#contract/locales'
import { pageOfShareImage, splitLocale } from '#contract/paths'
import { picturePolicy } from '#contract/picture-files'
import { ageSince, type ContentSource, originHeaders, retryAfterIn } from '../api/content-source'
import { representationOf } from '../api/routes'
import type { ScenariosOfPage } from '../api/scenarios/scenarios'
import type { Config } from '../config'
import type { Store } from '../content/store'
import { loadLater } from '../http/load-later'
import { ProblemError } from '../http/problem'
import type { LimitCostly } from '../http/rate-limit'
import { type Representation, represent, sendRepresentation } from '../http/representation'
import { requestTarget } from '../http/request-target'
import { loadResize, type Resizing } from '../images/load-resize'
import { findOriginal, maxFileBytes, readPicture } from '../images/original'
import type { SendMade } from '../images/picture-cache'
import { isFile } from '../publish/publication'
import { drawShareImage, sharedPictureSize, shareImageVersion } from '../publish/share-image'
import { clientFiles, offlineFiles } from './client-files'
import { createPageAnswers } from './page-answers'
import { canonicalUrl, costOf, createPageCache, type PageResponse, pageAddress, type ShownPage } from './page-cache'
import type { Template } from './template'

export type PagesOptions = {
  source: ContentSource
  /** Gives the times at which the fixtures changed, for feeds and the site map. */
  store: Store
  config: Config
  limitCostly: LimitCostly
  sendMade: SendMade
  /** The folder of a build: `client` with the browser's files, `server` with the client's server entry. */
  distDir: string
  template: Template
  /** Unset if scenarios are off. */
  scenariosOf?: ScenariosOfPage | undefined
}

/** Indexing lets requests run after this time, in milliseconds. */
const longestSlice = 10

/** Serves every page. The server entry of the client renders it, the template surrounds it, and it is cached by its address. */
export async function pages(
  app: FastifyInstance,
  { source, store, config, distDir, template, limitCostly, sendMade, scenariosOf }: PagesOptions,
): Promise<void> {
  const { baseUrl, homeDataLimit, imageBase, imageHosts, imagesDir, product, publicUrl } = config
  const site = () => store.content().site
  const settings = () => ({ baseUrl, imageBase, imageHosts, product, site: site(), origin: publicUrl })
  // The bundle that renders pages. React takes as long to load as the server itself, so the bundle is loaded after the start.
  const renderer = pathToFileURL(join(distDir, 'server', 'render.js')).href
  const entry = () => import(renderer) as Promise<typeof import('./render')>
  // Ignores errors, because rendering a page reports them.
  app.addHook('onListen', () => void entry().catch(() => undefined))
  loadLater(app, async () => {
    await (await entry()).loadPages()
    void indexLists()
  })

  /** True if the home data is over the limit. Only this server's own pages are known to be what a browser can read instead. */
  const isOverLimit = (home: object) => !baseUrl && representationOf(home).body.length > homeDataLimit
  /** True if it was so for the last page. */
  let readsPages = false

  const shellOf = (locale: Locale, now?: number) =>
    represent(template.bare(locale, site(), readsPages, now), 'text/html; charset=utf-8')
  let shells: { [Name in Locale]?: Representation } = {}
  const shell = (locale: Locale) => {
    if (!source.isRemote) readsPages = isOverLimit(store.content().homeData)
    shells[locale] ??= shellOf(locale)
    return shells[locale]
  }
  const barePage = (url: string, now?: number): ShownPage => {
    if (isFile.test(url)) throw new ProblemError(503, 'The content is not there.', undefined, { 'retry-after': '10' })
    const [locale] = splitLocale(url)
    // `x-page: bare` marks the app shell. The service worker then keeps the page that it has cached.
    const headers = {
      'content-language': locales[locale].lang,
      'x-page': 'bare',
      ...(now !== undefined && { 'content-security-policy': template.policyAt(now) }),
    }
    const representation = now === undefined ? shell(locale) : shellOf(locale, now)
    return { status: 200, representation, headers, isComplete: false, madeFrom: performance.now() }
  }
  const cache = createPageCache((url) => renderPage(url, source))
  source.onChange(cache.clear)
  // Pages of another API's content have the settings of this site's fixtures, too.
  store.onChange(() => {
    cache.clear()
    shells = {}
    void indexLists()
  })

  await clientFiles(app, distDir)
  offlineFiles(app, {
    clientDir: join(distDir, 'client'),
    hasWorker: config.hasServiceWorker,
    product,
    site,
    shell: () => shell('en'),
  })

  // Draws share images only for existing pages, with the text of the page's own head.
  app.get('/cards/*', async (request, reply) => {
    const resizing = await loadResize()
    if (!resizing) throw new ProblemError(404, 'Share images are drawn by sharp, which is not installed.')
    const path = pageOfShareImage(request.url)
    const page = path ? await pageAt(request, path, scenariosOf?.(request, reply)) : undefined
    if (!page || 'location' in page || page.status === 404) throw new ProblemError(404, 'There is no such share image.')
    const { shareImage } = page
    if (!shareImage) throw new ProblemError(503, 'The page of this image could not be made; try again soon.')
    reply.header('cross-origin-resource-policy', 'cross-origin').header('content-security-policy', picturePolicy)
    const { image } = shareImage
    const found = image === undefined ? undefined : await findOriginal(imagesDir, image)
    const original = found && found.size <= maxFileBytes ? found : undefined
    const make = async () => {
      const picture = original && (await cutPicture(original.path, resizing.cutTo))
      return drawShareImage(join(distDir, 'server', 'share-image'), shareImage, picture)
    }
    return sendMade(request, reply, {
      key: JSON.stringify([shareImageVersion, shareImage, original]),
      format: 'jpeg',
      make,
    })
  })

  app.get('/*', async (request, reply) => {
    const canonical = canonicalUrl(requestTarget(request.originalUrl), isFile)
    if (canonical !== undefined) return reply.header('cache-control', 'no-cache').redirect(canonical, 301)
    const own = scenariosOf?.(request, reply)
    const page = await pageAt(request, request.url, own).catch((error: unknown) =>
      pageInstead(error, request, own?.now),
    )
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    if ('location' in page) {
      // A page that has another address keeps its query. The home page, which stands in for unlisted paths, gets none.
      const query = page.status === 301 ? /\?.*/s.exec(request.url) : undefined
      return reply.redirect(page.location + (query ?? ''), page.status)
    }
    if (page.status === 404 && isFile.test(request.url)) throw new ProblemError(404, 'There is no such file.')
    // Scripts of other sites read the headers of the API only.
    reply.code(page.status).headers(page.headers).removeHeader('access-control-expose-headers')
    if (source.isRemote) reply.header('age', ageSince(page.madeFrom))
    return sendRepresentation(request, reply, page.representation)
  })

  /** Indexes the fixtures for searches, so that no visitor waits for it. Stops when the fixtures have changed again. */
  async function indexLists(): Promise<void> {
    if (source.isRemote) return
    const content = store.content()
    let since = performance.now()
    const pause = async () => {
      if (performance.now() - since < longestSlice) return
      if (store.content() !== content) throw new Error('the fixtures have changed')
      await letOthersRun()
      since = performance.now()
    }
    // A list that is not indexed now is indexed by its first search.
    await entry()
      .then((bundle) => bundle.indexLists(content.answer, product, pause))
      .catch(() => undefined)
  }

  /** The picture of an item for its share image; `undefined` for a file that is no picture, which is logged. */
  async function cutPicture(path: string, cutTo: Resizing['cutTo']): Promise<Buffer | undefined> {
    const original = await readPicture(path, (each) => readFile(each))
    return cutTo(original ?? Buffer.alloc(0), sharedPictureSize).catch((err: unknown) => {
      app.log.warn({ err, path }, 'the picture is left out of the share image')
      return undefined
    })
  }

  /** Returns the app shell for an error. Its script calls the API again or shows the error in the page's language. Throws for a published file. */
  function pageInstead(error: unknown, { url, log }: FastifyRequest, now?: number): PageResponse {
    const { statusCode, headers } = error instanceof ProblemError ? error : { statusCode: 500, headers: {} }
    if (statusCode >= 500) log.error({ err: error }, 'the page failed')
    else if (isFile.test(url)) throw error
    const page = barePage(url, now)
    return { ...page, status: statusCode, headers: { ...page.headers, ...headers } }
  }

  /** The page at an address, from the cache unless the request has scenarios of its own. */
  async function pageAt(request: FastifyRequest, url: string, own: ReturnType<ScenariosOfPage>): Promise<PageResponse> {
    const address = pageAddress(url)
    if (own) return renderPage(address, own.source ?? source, own.now)
    if (!cache.has(address)) await limitCostly(request, costOf(address))
    return cache.get(address)
  }

  async function renderPage(url: string, source: ContentSource, now?: number): Promise<PageResponse> {
    const { render, ApiError } = await entry()
    const answers = createPageAnswers(source, ApiError, now)
    const changed = source.isRemote ? undefined : store.content().changed
    const onLeftOut = (err: unknown) => app.log.warn({ err, url }, 'a part of the page is left out')
    const current = { ...settings(), now }
    const rendered = await render(url, { ask: answers.ask, settings: current, changed, onLeftOut })
    const origin = answers.origin()
    const isOver = origin.home ? isOverLimit(origin.home) : readsPages
    if (isOver !== readsPages) shells = {}
    readsPages = isOver
    if (origin.hasTimedOut) return barePage(url, now)
    if ('location' in rendered) return rendered
    const { status } = rendered
    const page = {
      status,
      headers: {
        ...(origin.told && source.isRemote && originHeaders(origin.told)),
        ...(status === 503 && { 'retry-after': retryAfterIn(origin.retryAfter) }),
      },
      isComplete: origin.isComplete && status < 500,
      madeFrom: origin.staleSince ?? performance.now(),
      freshUntil: origin.freshUntil,
    }
    if ('text' in rendered) return { ...page, representation: represent(rendered.text, rendered.type) }
    const { lang } = locales[rendered.locale]
    const isHome = url.split('?', 1)[0] === '/'
    const { html, policy } = template.page({ ...rendered, site: current.site, isHome, readsPages, now })
    const representation = represent(html, 'text/html; charset=utf-8')
    const headers = { 'content-language': lang, 'content-security-policy': policy, ...page.headers }
    return { ...page, headers, shareImage: rendered.shareImage, representation }
  }
}
