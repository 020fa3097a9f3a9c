import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, isRouteErrorResponse, StaticRouterProvider } from 'react-router-dom'
import { alternatesOf, type ShareImage } from '#content/head'
import { type LabelKey, loadMessages } from '#content/i18n'
import { instituteOf } from '#content/institute'
import type { Locale } from '#contract/locales'
import { jsonScript } from '#contract/markup/json-script'
import type { PageName } from '#contract/pages'
import { createPaths, splitLocale } from '#contract/paths'
import type { Settings } from '../components/site-context'
import { createQueryClient } from '../data/query-client'
import { createRoutes, type PageHandle } from './routes'
import type { ServedPage } from './served-page'
import { type Ask, createServerLoaders, type ServerLoaderOptions } from './server-loaders'

export { ApiError, createApi } from '../data/api'
export { loadPages } from './pages'
export type { AgedAnswer } from './server-loaders'

export type RenderOptions = Pick<ServerLoaderOptions, 'sanitize'> & { ask: Ask; settings: Settings }

/** A rendered page, from which the server makes JSON-LD: its name, path, the label of its heading, and its view. */
export type SitePage = { name: PageName; path: string; heading: LabelKey | undefined; view: unknown }

/** A redirect, or the parts of a page as HTML for the template. */
export type Rendered =
  | { status: number; location: string }
  | {
      status: number
      locale: Locale
      head: string
      body: string
      /** The script element that hydration reads. */
      data: string
      modules: string[]
      /** An error page has none. */
      page?: SitePage | undefined
      /** The text of the page's share image. An error page has none. */
      shareImage?: ShareImage | undefined
    }

/** Renders the page at `url`, a path below the site's base: loads its data, then makes markup, head and hydration data. */
export async function render(url: string, { ask, settings, sanitize }: RenderOptions): Promise<Rendered> {
  // Concatenates instead of resolving, because `//host/courses` is a path here and not the address of another host.
  const address = new URL(`http://page.invalid${import.meta.env.BASE_URL.slice(0, -1)}${url}`)
  const [locale] = splitLocale(address.pathname)
  const t = await loadMessages(locale)
  const loaders = createServerLoaders(ask, { product: settings.product, now: settings.now, sanitize })
  const routes = createRoutes({ loaders, settings })
  const handler = createStaticHandler(routes)
  // Has only the fields that are read. A real Request would load Node's HTTP client, which takes a tenth of the first page's time.
  const request = { method: 'GET', url: address.href, signal: new AbortController().signal } as Request
  const context = await handler.query(request)
  if (!('matches' in context)) {
    return { status: context.status, location: context.headers.get('location') ?? '/' }
  }
  const { loaderData, errors, statusCode: status } = context
  for (const error of Object.values(errors ?? {})) {
    // A path with a line break, which React Router's `*` does not match, redirects like any unlisted path.
    if (isRouteErrorResponse(error) && error.status === 404)
      return { status: 302, location: createPaths({ locale, product: settings.product }).home() }
    // A failed API call is shown by an error page, so any other error is a bug in this site's code. The caller logs it.
    throw error
  }
  const router = createStaticRouter(handler.dataRoutes, context)
  const { head, body } = renderApp(
    <QueryClientProvider client={createQueryClient(async ({ queryKey }) => (await ask(queryKey)).data)}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </QueryClientProvider>,
  )

  const route = context.matches.at(-1)?.route
  const handle = route?.handle as PageHandle | undefined
  const served = loaderData[route?.id ?? ''] as ServedPage<never> | null | undefined
  const shown = status === 200 ? handle : undefined
  const view = served?.view
  const institute = instituteOf(settings.site, locale, settings.product)
  const { shareImage } = shown?.head(view as never, { t, locale, institute }) ?? {}
  const path = alternatesOf(address.pathname, '').canonical
  return {
    status,
    locale,
    head,
    body,
    data: jsonScript('type="application/json" id="hydration"', { loaderData }),
    // The pages of a missing item and of a failure have their styles from the lists.
    modules: [
      ...(handle ? [handle.module.name] : []),
      ...(status === 200 ? [] : ['ListPage']),
      `messages/${locale}.json`,
    ],
    page: shown && { name: shown.name, path, heading: shown.heading, view: view as unknown },
    shareImage: shareImage && { ...shareImage, locale, institute: institute.name },
  }
}

/** Renders the app inside `<html>` and `<body>`, because React then writes title, metadata and preloads into a `<head>`. */
function renderApp(app: ReactNode): { head: string; body: string } {
  const html = renderToString(
    // biome-ignore lint/a11y/useHtmlLang: the template has the <html> element of the page
    <html>
      <body>{app}</body>
    </html>,
  )
  const [before, between, after] = ['<html><head>', '</head><body>', '</body></html>']
  const middle = html.indexOf(between)
  if (!html.startsWith(before) || middle < 0 || !html.endsWith(after))
    throw new Error('React rendered no whole document')
  const head = html.slice(before.length, middle)
  const body = html.slice(middle + between.length, -after.length)
  // React writes `hrefLang`. It escapes the quotes of texts, so this changes only attributes.
  return { head: head.replaceAll(' hrefLang="', ' hreflang="'), body }
}
