import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router-dom'
import { loadMessages } from '#content/i18n'
import type { Navigation, Sanitize } from '#content/page-data'
import type { HomeData } from '#contract/entities'
import { pageAt, splitLocale } from '#contract/paths'
import { redirectOnArrival } from '../boot/remembered-locale'
import { interact } from '../components/interaction'
import { createApi } from '../data/api'
import { homeQuery } from '../data/queries'
import { createQueryClient } from '../data/query-client'
import { createStaticApi } from '../data/static-api'
import { createHomeStorage, fetchingChanges, storingHome } from '../data/storage'
import { writeLanguage } from '../layout/document-language'
import { isPlainPage } from '../pages/errors/plain-page'
import { createBrowserLoaders } from './browser-loaders'
import { deleteCookies } from './cookies'
import { collectClicksBeforeHydration } from './event-replay'
import { definitions, loadPages } from './pages'
import { createRoutes, type PageHandle } from './routes'
import type { ServedPage } from './served-page'
import { readSettings } from './settings'
import { takeQuery } from './static-address'
import { whenIdle } from './when-idle'
import '../styles/index.css'

// `npm run dev` sends these events when the API has loaded changed fixtures, or has refused them.
import.meta.hot?.on('fixtures:changed', () => location.reload())
import.meta.hot?.on('fixtures:refused', (error) => {
  const Overlay = customElements.get('vite-error-overlay') as (new (error: unknown) => HTMLElement) | undefined
  if (error && Overlay) document.body.append(new Overlay(error))
})
import.meta.hot?.send('fixtures:ask')

/** Matches the metadata of a server-rendered page (`layout/PageHead.tsx`). */
const metadata =
  'title, [name="description"], [name^="twitter"], [property], [rel="canonical"], [rel="alternate"], [rel="manifest"]'

/** True in the build for static export, which has no server. */
const isStatic = import.meta.env.MODE === 'static'

type Router = ReturnType<typeof createBrowserRouter>

void start()

/** Hydrates a page that was rendered before, or renders the site into an empty template. */
async function start(): Promise<void> {
  // Starts in a new task. Evaluating this script takes 60 ms on a slow phone, and input that arrives meanwhile is handled first.
  await new Promise((nextTask) => setTimeout(nextTask))
  deleteCookies()
  const settings = readSettings(document)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  const hydrationData = readHydrationData()
  if (isPlainPage() && hydrationData) return
  const query = isStatic && hydrationData ? takeQuery() : ''
  // Leaves a page that an archive or a proxy shows at another address. The router would replace it by the home page.
  if (hydrationData && !pageAt(location.pathname)) return
  const [locale] = splitLocale(location.pathname)
  // If the HTML has content, the inline script `client/boot/arrival.ts` has done so before the first paint.
  if (!hydrationData && redirectOnArrival()) return
  writeLanguage(locale)

  const { product, baseUrl, imageBase } = settings
  const storage = createHomeStorage(() => localStorage)
  const { fetch } = globalThis
  // Only the site's own server is known to tell what has changed.
  const fetchFrom = baseUrl ? fetch : fetchingChanges(fetch, storage)
  const api = isStatic
    ? createStaticApi(product, storage)
    : createApi({ baseUrl, product, fetch: fetchFrom, isOwn: !baseUrl })
  const client = createQueryClient(storingHome(api, storage))
  // The service worker sets this attribute on pages from its cache.
  const cachedAt = Number(document.documentElement.dataset.keptAt) || undefined
  // A page from the cache may say what is no longer true, such as that a course starts soon, so all of it hydrates at once.
  if (cachedAt) interact()
  let router: Router | undefined
  const shownPage = () => {
    if (!router) return undefined
    const { pathname, search } = router.state.location
    return { pathname, address: pathname + search, served: servedPage(router.state) }
  }
  // A static export has no server that makes pages for a search.
  const readsPages = !isStatic && settings.readsPages
  const reload = readsPages ? async () => router?.revalidate() : undefined
  const pageLoaders = async () => {
    // An empty answer, so that nothing fetches the home data.
    client.setQueryData<HomeData[]>(homeQuery, [])
    const { createPageLoaders } = await import('./page-loaders')
    const navigation = (hydrationData?.loaderData?.layout ?? null) as Navigation | null
    const entry = new URL(import.meta.url).pathname
    return createPageLoaders({ fetch, entry, shownPage, openedAt: cachedAt ?? performance.timeOrigin, navigation })
  }
  const loaders = readsPages
    ? await pageLoaders()
    : createBrowserLoaders({ client, storage, product, shownPage, loadSanitizer })
  const browser = {
    sanitize: ((html, context) => sanitizer?.sanitize(imageBase, html, context) ?? '') satisfies Sanitize,
    cachedAt,
    reload,
  }
  const routes = createRoutes({ loaders, settings, browser })
  try {
    // A page without content starts with a skeleton. All other pages load these styles later (`after-start.ts`).
    const skeletons = !hydrationData && import('../layout/skeletons.css').catch(() => undefined)
    await Promise.all([loadMessages(locale), skeletons])
    if (hydrationData) await loadMatchedPages(routes)
    router = createBrowserRouter(routes, hydrationData && { hydrationData })
    // React renders a navigation only once everything is hydrated that it may change.
    router.subscribe(interact)
    // An outdated page reads its query as soon as it is hydrated, so the code that its view needs is loaded before.
    const page = servedPage(router.state)
    if (page && (!page.view || cachedAt || page.staleSince !== undefined)) {
      const { prepare } = (router.state.matches.at(-1)?.route.handle ?? {}) as Partial<PageHandle>
      await Promise.all([loadSanitizer(), prepare?.()])
    }
  } catch (error) {
    // If code cannot be loaded, the rendered page stays, because its links work without script.
    if (hydrationData) return
    throw error
  }
  const replayClicks = collectClicksBeforeHydration()
  const onShown = () => {
    // Tests wait for this mark.
    document.documentElement.dataset.hydrated = ''
    replayClicks()
    const { pathname, hash } = location
    if (query) void router?.navigate(pathname + query + hash, { replace: true, state: { keepsScroll: true } })
    whenIdle(() => void begin())
  }
  const app = (
    <QueryClientProvider client={client}>
      <App router={router} onShown={onShown} />
    </QueryClientProvider>
  )
  // A browser's translation has replaced the server's texts by others inside of `font`, which React could not hydrate.
  const isTranslated = () => root.querySelector('font') !== null
  const served = [...document.head.querySelectorAll(metadata)]
  const removeServed = () => {
    for (const element of served) element.remove()
  }
  const onRecoverableError = (error: unknown) => {
    // Safari, Edge and Firefox translate texts in place. React then renders the page anew, with metadata of its own.
    if (document.head.querySelectorAll('title').length > 1) removeServed()
    // React renders parts anew that the browser has translated before they are hydrated.
    if (!isTranslated()) reportError(error)
  }
  const mustRender = !hydrationData || isTranslated()
  if (isTranslated()) removeServed()
  // A transition hydrates in slices, so that the browser can respond to input in between.
  if (mustRender) createRoot(root).render(app)
  else startTransition(() => void hydrateRoot(root, app, { onRecoverableError }))

  async function begin() {
    // Spec section 4: the home data is fetched once when the app starts. The page works without it.
    client.query({ queryKey: homeQuery, staleTime: performance.now() }).catch(() => undefined)
    if (reload && (cachedAt || (router && servedPage(router.state)?.staleSince !== undefined))) void reload()
    // A failure to load this code is ignored, because the site works without it.
    const later = await import('./after-start').catch(() => undefined)
    if (router) later?.afterStart({ product, router, client, loadItemPage, loadCode, reload })
  }
}

/** Renders the site and calls `onShown` after the first render. */
function App({ router, onShown }: { router: Router; onShown: () => void }) {
  // Runs once, because `App` is rendered once.
  useEffect(() => onShown(), [onShown])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}

let sanitizer: typeof import('./sanitize') | undefined

/** Loads the HTML sanitiser. The loader of every page except the contact page waits for it. */
async function loadSanitizer(): Promise<void> {
  sanitizer ??= await import('./sanitize')
}

/** Loads the code of an item's page, to which most links lead. */
async function loadItemPage(): Promise<void> {
  await Promise.all([loadSanitizer(), definitions.course.module.load()])
}

/** Loads the code of all pages. */
async function loadCode(): Promise<void> {
  await loadSanitizer()
  await loadPages(() => new Promise<void>((run) => whenIdle(run)))
}

/** The loader data of the shown page. */
function servedPage({ loaderData, matches }: Router['state']) {
  return (loaderData[matches.at(-1)?.route.id ?? ''] ?? null) as ServedPage<unknown> | null
}

function readHydrationData(): HydrationState | undefined {
  const block = document.getElementById('hydration')?.textContent
  return block ? (JSON.parse(block) as HydrationState) : undefined
}

/** Loads the page's code before hydration. Otherwise the first render would be the loading page, unlike the server's HTML. */
async function loadMatchedPages(routes: ReturnType<typeof createRoutes>): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'object' || !route.lazy.element) return
      Object.assign(route, { element: await route.lazy.element(), lazy: undefined })
    }),
  )
}
