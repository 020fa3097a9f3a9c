import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router-dom'
import { inLocale, splitLocale } from '#contract/paths'
import { createApi } from '../data/api'
import { createPageQueries, type Shown } from '../data/page-queries'
import { createQueryClient } from '../data/query-client'
import { createStaticApi } from '../data/static-api'
import { createHomeStorage } from '../data/storage'
import { loadMessages } from '../language/i18n'
import { formatDate } from '../language/localize'
import { localeOfArrival } from '../language/remembered-locale'
import { writeLanguage } from '../layout/head'
import type { AfterStartOptions } from './after-start'
import { createBrowserSite } from './browser-site'
import { deleteCookies } from './cookies'
import { collectEarlyClicks } from './event-replay'
import { createRoutes, loadPages } from './routes'
import { readSettings } from './settings'
import { takeQuery } from './static-address'
import { whenIdle } from './when-idle'
import '../styles/index.css'

/** A static export is a build of its own, of what has no server. */
const isStatic = import.meta.env.MODE === 'static'

type Router = ReturnType<typeof createBrowserRouter>

void start()

/** Takes over the page that the server rendered, or renders the bare template of a static host. */
async function start(): Promise<void> {
  deleteCookies()
  const settings = readSettings(document)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id "root" to render into')
  const hydrationData = readHydrationData()
  const query = isStatic && hydrationData ? takeQuery() : ''
  const [locale] = splitLocale(location.pathname)
  // Only the bare home page honours the choice here: the server's pages have asked before their first paint.
  const remembered = localeOfArrival()
  if (!hydrationData && location.pathname === import.meta.env.BASE_URL && remembered && remembered !== locale) {
    location.replace(inLocale(location.pathname + location.search + location.hash, remembered))
    return
  }
  writeLanguage(locale)

  const { product, baseUrl, imageBase } = settings
  const storage = createHomeStorage(() => localStorage, product)
  const api = isStatic ? createStaticApi(product) : createApi({ baseUrl, product, fetch })
  const client = createQueryClient(api, storage)
  // Of a page that the service worker had kept.
  const keptAt = Number(document.documentElement.dataset.keptAt) || undefined
  let router: Router | undefined
  const shown = () => router && shownBy(router)
  const servedAt = keptAt ?? performance.timeOrigin
  const pages = createPageQueries({ client, product, storage, shown, servedAt })
  const routes = createRoutes(
    createBrowserSite({
      ...{ client, pages, shown, product, isRendered: hydrationData !== undefined },
      sanitize: (html) => sanitize(imageBase, html),
    }),
    settings,
  )
  try {
    await loadMessages(locale)
    if (hydrationData) await loadMatchedPages(routes)
  } catch (error) {
    // Without a line, or when the visitor has left: the server's page is there, and its links work.
    if (hydrationData) return
    throw error
  }
  router = createBrowserRouter(routes, hydrationData && { hydrationData })
  pages.follow(router)
  const replayClicks = collectEarlyClicks()
  const onShown = () => {
    replayClicks()
    const { pathname, hash } = location
    if (query) void router?.navigate(pathname + query + hash, { replace: true, state: { keepsPlace: true } })
    begin()
  }
  const app = <App router={router} onShown={onShown} />
  // As a transition React does it in slices, and lets go of the page in between for what the visitor does.
  if (hydrationData) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)

  // Spec section 4: the home data is fetched once when the app starts; here after the page has had the line to itself.
  function begin() {
    whenIdle(() => {
      void pages.fetchHome(keptAt === undefined)
      if (router) void startLate({ router, pages, isOld: keptAt !== undefined, loadCode })
    })
  }
}

/** What nobody waits for; without a line it may not come, and the site works without. */
async function startLate(options: AfterStartOptions): Promise<void> {
  const { afterStart } = await import('./after-start').catch(() => ({ afterStart: undefined }))
  afterStart?.(options)
}

/** The site, which tells when it has been shown for the first time. */
function App({ router, onShown }: { router: Router; onShown: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    onShown()
  }, [])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}

let sanitizer: typeof import('../content/sanitize') | undefined

/** Bodies that come over fetch are made safe by code that comes with the first of them, or before. */
async function sanitize(imageBase: string, html: string): Promise<string> {
  // Even of what is there browsers' `import()` takes a while to say so, the more while a finger touches the page.
  sanitizer ??= await import('../content/sanitize')
  return sanitizer.sanitize(imageBase, html)
}

async function loadCode(): Promise<void> {
  const idle = () => new Promise<void>((run) => whenIdle(run))
  await sanitize('', '')
  await loadPages(idle)
  await idle()
  // The first date of a visit takes a slow phone 0.2 s, a third of what a tap on a course waits for: browsers load their time zones.
  formatDate(new Date(0).toISOString())
}

/** The page that the router shows now, with its loader's data. */
function shownBy({ state: { location, loaderData, matches } }: Router): Shown {
  const { pathname, search } = location
  return { pathname, search, pageData: loaderData[matches.at(-1)?.route.id ?? ''] }
}

function readHydrationData(): HydrationState | undefined {
  const block = document.getElementById('hydration')?.textContent
  return block ? (JSON.parse(block) as HydrationState) : undefined
}

/** The page's own chunk must be there before hydration, or React would find a loading page where the server put content. */
async function loadMatchedPages(routes: ReturnType<typeof createRoutes>): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object' || !route.lazy.Component) return
      const Component = await route.lazy.Component()
      Object.assign(route, { Component, lazy: undefined })
    }),
  )
}
