import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, type RouteObject, StaticRouterProvider } from 'react-router-dom'
import { type Locale, locales } from '#contract/locales'
import { createPaths, splitLocale } from '#contract/paths'
import type { Api } from '../data/api'
import { createHomeData } from '../data/home-data'
import { loadMessages } from '../language/i18n'
import { productName } from '../language/product'
import { alternatesOf, errorHead, type Head, manifestOf, type PageHandle } from '../layout/head'
import { createRoutes } from './routes'
import type { Settings } from './settings'

export { createApi, createLocalApi } from '../data/api'
export { loadPages } from './routes'

export type RenderOptions = {
  api: Api
  settings: Settings
  /** Makes a body's HTML safe; the server brings its own sanitiser. */
  sanitize: (html: string) => string | Promise<string>
}

/** A page: either where to go instead, or the parts that go into the template, all ready to be inserted as HTML. */
export type Rendered =
  | { status: number; location: string }
  | {
      status: number
      locale: Locale
      head: string
      preload: string
      body: string
      hydration: string
      modules: string[]
    }

/** Renders the page at `url` (pathname and query): data through the routes' loaders, markup, head and hydration data. */
export async function render(url: string, { api, settings, sanitize }: RenderOptions): Promise<Rendered> {
  // Put together, not resolved: `//host/courses` is a path here, and one that isn't listed.
  const address = new URL(`http://page.invalid${url}`)
  const [locale] = splitLocale(address.pathname)
  // Before the routes' loaders ask for them.
  const t = await loadMessages(locale)
  const routes = createRoutes(
    { api, homeData: createHomeData(api), product: settings.product, sanitize, waitsForNavigation: 'always' },
    settings,
  )
  const handler = createStaticHandler(routes)
  // What the router and the loaders read of a request; a real one loads the client of HTTP, which takes a tenth of the first page.
  const request = { method: 'GET', url: address.href, signal: new AbortController().signal } as Request
  const context = await handler.query(request)
  if (!('matches' in context)) {
    return { status: context.status, location: context.headers.get('location') ?? '/' }
  }
  const router = createStaticRouter(handler.dataRoutes, context)
  const { body, preload } = parted(
    renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />),
  )

  const { loaderData, errors } = context
  const match = context.matches.at(-1)
  const route: RouteObject | undefined = match?.route
  const headContext = {
    t,
    locale,
    paths: createPaths({ locale, product: settings.product }),
    productName: productName(settings.product, t),
  }
  const handle = route?.handle as PageHandle | undefined
  const errorKind = context.statusCode === 404 ? 'notFound' : 'failed'
  const head = errors || !handle ? errorHead(errorKind, t) : handle.head(loaderData[match?.route.id ?? ''], headContext)
  return {
    status: context.statusCode,
    locale,
    head: headHtml(head, address.pathname, {
      locale,
      settings,
      isMissing: errors !== null,
      siteName: t('institute.name'),
    }),
    preload,
    body,
    hydration: escapeJson(JSON.stringify({ loaderData, ...(errors && { errors: plainErrors(errors) }) })),
    modules: [...(handle ? [handle.module] : []), `messages/${locale}.json`],
  }
}

/**
 * React puts a preload of each eager picture before everything else, inside the root. The first picture's goes to the head,
 * where it is found at once and where links belong; the others would only keep the first one from the line.
 */
function parted(html: string): { body: string; preload: string } {
  const links = /^(?:<link rel="preload" as="image"[^>]*>)*/.exec(html)?.[0] ?? ''
  const [first] = /<link[^>]*fetchPriority="high"[^>]*>/.exec(links) ?? /<link[^>]*>/.exec(links) ?? ['']
  const preload = first
    .replace('/>', '>')
    .replace(/(?<= )(?:imageSrcSet|imageSizes|fetchPriority)(?==")/g, (name) => name.toLowerCase())
  return { body: html.slice(links.length), preload }
}

/** Errors as the browser's router reads them: an error response is told by its fields, not by its class. */
function plainErrors(errors: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => {
      if (typeof error === 'object' && error !== null && 'status' in error) {
        const { status, statusText, data } = error as { status: unknown; statusText?: unknown; data?: unknown }
        return [id, { status, statusText: statusText ?? '', data: data ?? null, internal: false }]
      }
      return [id, { status: 500, statusText: '', data: null, internal: false }]
    }),
  )
}

type HeadPlace = { locale: Locale; settings: Settings; isMissing: boolean; siteName: string }

function headHtml({ title, description, image, type }: Head, path: string, place: HeadPlace): string {
  const { locale, isMissing, siteName } = place
  const { origin, imageBase } = place.settings
  const { canonical, hreflang } = alternatesOf(path, origin)
  const other = locale === 'en' ? locales.ar : locales.en
  const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}">`
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...(isMissing
      ? ['<meta name="robots" content="noindex">']
      : [
          `<link rel="canonical" href="${escapeHtml(canonical)}">`,
          ...hreflang.map(([lang, href]) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}">`),
        ]),
    property('og:type', type),
    property('og:site_name', siteName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonical),
    property('og:image', new URL(encodeURI(image), new URL(imageBase, `${origin}/`)).href),
    property('og:locale', locales[locale].openGraph),
    property('og:locale:alternate', other.openGraph),
    '<meta name="twitter:card" content="summary_large_image">',
    `<link rel="manifest" href="${manifestOf(locale)}">`,
  ]
  return tags.join('\n    ')
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** JSON that is safe inside a script element: nothing in it can end the element or open a comment. */
function escapeJson(json: string): string {
  return json
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
