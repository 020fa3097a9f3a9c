/**
 * The service worker. After one visit every page opens without a network, and visited pages open at once. If the visitor saves
 * data, the worker fetches no code for pages that were not visited.
 *
 * It caches the site's code and the app shell (`index.html`), which renders any page from the stored home data. API responses are
 * not cached, because most requests are POST, which Cache Storage refuses.
 *
 * It answers the next visit of a page with the page as the server rendered it, and caches the server's new response for the visit
 * after that. A page from the cache reads its query again once it is hydrated (`browser.tsx`).
 */

import { knownQuery, pageAt, splitLocale } from '#contract/paths'
import { isSavingData } from '../data/save-data'
import { dropOldest, type Fetching, isFile, picture, type Waiting } from './service-worker-pictures'

/**
 * Filled in by `scripts/vite/service-worker.ts`. `version` is the build's name. `named` are the files that every page of
 * this build loads and no page of another build does. `shell` are the app shell's files, and `rest` are all other files.
 */
declare const build: { version: string; named: string[]; shell: string[]; rest: string[] }

const { version, named, shell, rest } = build

// Declares a part of the worker's global scope, because TypeScript's library for workers conflicts with the one for pages.
const worker = globalThis as unknown as {
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<{ url: string }[]>
  }
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

/** The site's base path. Cache names start with it, because other sites may share the origin. */
const base = import.meta.env.BASE_URL
const [siteCache = '', pageCache = ''] = ['site-', 'pages-'].map((name) => base.slice(1) + name + version)
const isOwn = new RegExp(`^${base.slice(1)}(?:site|pages)-[^/]*$`)

/** The app shell's path on a server or static export, on a host that hides file extensions, and in the client build alone. */
const shellPaths = ['shell.html', 'shell', ''].map((path) => base + path)

/** The longest wait for a page before the app shell replaces it, in milliseconds. */
const pageTimeout = 3_000

/**
 * The maximum number of cached pages (about 3 MB in all), and the lifetime of a page in milliseconds. One or two seconds after a
 * cached page is shown, fresh content replaces it. The older the page is, the more of it changes while the visitor reads.
 */
const maxPages = 40
const pageLifetime = 3 * 86_400_000

/** The header of a cached page that holds the time of the server's response, in milliseconds since 1970. */
const timeHeader = 'kept-at'

/** Reads only the browser's HTTP cache, which holds the open page and its code. */
const ownCache: RequestInit = { cache: 'only-if-cached', mode: 'same-origin' }

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const path = pathOf(request.url)
  if (request.method !== 'GET' || path === undefined) return
  if (request.mode === 'navigate') {
    // Any other address is a file or is not listed, and the server alone answers it.
    if (pageAt(path))
      event.respondWith(
        page(event, path)
          // An exception of this code must not end a page that the server can send.
          .catch(() => fetch(request))
          .catch(() => Response.error()),
      )
  } else if (path.startsWith('/assets/')) event.respondWith(asset(event).catch(failedResponse))
  else if (path.startsWith('/images/') && request.destination === 'image')
    event.respondWith(picture(event).catch(failedResponse))
  // A page that an open page reads (`page-loaders.ts`)
  else if (pageAt(path)) event.respondWith(pageData(event).catch(failedResponse))
})

/** The path of an address, below the site's base; `undefined` for addresses of other sites. */
function pathOf(address: string): string | undefined {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname.startsWith(base) ? pathname.slice(base.length - 1) : undefined
}

/** Returns an error status, because Firefox reports a rejected promise or `Response.error()` as an error of the page. */
function failedResponse(): Response {
  return new Response(null, { status: 504 })
}

/** Rejects if any file of the app shell is missing. The browser then installs the worker again at the next visit. */
async function install(): Promise<void> {
  const cache = await caches.open(siteCache)
  const bare = await fetchShell()
  const isReading = await readsPages(bare)
  await cache.put(shellPaths[0] ?? '', bare)
  await Promise.all(shell.map((path) => cacheFile(cache, path)))
  await cacheOpenPages()
  const earlier = isSavingData() ? await earlierFiles() : undefined
  // Fetches one file at a time, so that the page's own requests go first. A file that fails is cached when a page loads it.
  // A site that reads pages is to load little, so its pictures are cached when a page shows them.
  for (const path of rest.filter((each) => !isReading || !each.endsWith('.webp')))
    await cacheFile(cache, path, earlier && !earlier.has(pathStem(path)) ? ownCache : undefined).catch(() => undefined)
}

/** The names, without hashes, of the files that earlier versions of the site have cached. */
async function earlierFiles(): Promise<Set<string>> {
  const names = (await caches.keys()).filter((name) => isOwn.test(name) && name !== siteCache)
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return new Set(requests.flat().map(({ url }) => pathStem(url)))
}

/** A file's name without its folder and content hash. */
function pathStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/-[\w-]{8}(\.\w+)$/, '$1')
}

/**
 * Caches the open pages, which were loaded before there was a worker. The HTTP cache has most of them; a page reached by a link
 * of another site is fetched again (12 to 25 kB), unless the visitor saves data.
 */
async function cacheOpenPages(): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const address of new Set(open.map(({ url }) => url.replace(/#.*/, '')))) {
    const path = pathOf(address)
    if (path === undefined || !pageAt(path)) continue
    try {
      const answer = await fetch(address, ownCache).catch(() => (isSavingData() ? undefined : fetch(address)))
      if (answer) await cachePage(address, answer)
    } catch {
      // The page is not cached: the next visit fetches it.
    }
  }
}

async function fetchShell(): Promise<Response> {
  for (const path of shellPaths) {
    const answer = await fetch(path, { cache: 'no-cache' })
    if (answer.ok && !answer.redirected) return answer
  }
  throw new Error('the host has no bare page')
}

async function cacheFile(cache: Cache, path: string, how?: RequestInit): Promise<void> {
  const answer = await fetch(new Request(path, { ...how, priority: 'low' } as RequestInit))
  if (!isFile(answer)) throw new Error(`${path} was answered with ${answer.status}`)
  await cache.put(path, answer)
}

/** Deletes the caches of earlier versions. No page uses them: all pages of the earlier version are closed before activation. */
async function activate(): Promise<void> {
  const outdated = (await caches.keys()).filter((name) => isOwn.test(name) && name !== siteCache && name !== pageCache)
  for (const name of outdated) await caches.delete(name)
  // Turns off navigation preload, which earlier versions enabled: if the preload fails, Firefox shows its own error page.
  await worker.registration.navigationPreload?.disable()
  await worker.clients.claim()
}

/** Asks the server for a page and caches the response. */
function fetchPage(event: Fetching, address: string): Promise<Response> {
  const answer = fetch(event.request)
  // A page that cannot be cached is still shown.
  event.waitUntil(answer.then((fresh) => cachePage(address, fresh.clone())).catch(() => undefined))
  return answer
}

/** A page from the server, or the cached one if that fails. */
async function pageData(event: Fetching): Promise<Response> {
  const address = addressOf(event.request)
  const answer = fetchPage(event, address)
  const first = await answer.catch(() => undefined)
  if (first && !isFailure(first)) return first
  return (await caches.match(address, { cacheName: pageCache, ignoreVary: true })) ?? answer
}

async function page(event: Fetching, path: string): Promise<Response> {
  const address = addressOf(event.request)
  const answer = fetchPage(event, address)
  const cached = await cachedPage(event.request, address)
  if (cached) return cached
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, pageTimeout, undefined))
  const first = await Promise.race([answer, timeout]).catch(() => undefined)
  // Shows the app shell if the network, the server or a proxy fails, or if the response takes longer than `pageTimeout`.
  if (first && !isFailure(first)) return first
  return (await completePage(address)) ?? (await appShell(path)) ?? answer
}

/** The cached page, of any age, of a site that reads pages: its app shell has no home data to make a page from. */
async function completePage(address: string): Promise<Response | undefined> {
  const cached = await caches.match(address, { cacheName: pageCache, ignoreVary: true })
  return cached && (await readsPages(cached)) ? cached : undefined
}

/** True for a page that tells the browser to read pages, because the home data is large. */
async function readsPages(page: Response): Promise<boolean> {
  return (await page.clone().text()).includes('<meta name="readsPages"')
}

/** A page's address in the cache, without query parameters that the site does not know, such as those of campaigns. */
function addressOf({ url }: Request): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + knownQuery(pathname, search)
}

function isFailure({ status }: Response): boolean {
  return status >= 500 || status === 429
}

/** The cached page for a navigation. Reloads get none, because they ask for the new page. */
async function cachedPage({ cache: mode }: Request, url: string): Promise<Response | undefined> {
  if (mode !== 'default' && mode !== 'force-cache') return undefined
  // A browser that refuses the cache, as in some private windows, can still ask the network.
  const cached = await caches.match(url, { cacheName: pageCache, ignoreVary: true }).catch(() => undefined)
  const age = Date.now() - Number(cached?.headers.get(timeHeader))
  // The age is negative if the clock was set back.
  return age >= 0 && age < pageLifetime ? cached : undefined
}

/**
 * Caches a page, marked with the time of its response. Failures and the empty template (`x-page: bare`) do not change the cached
 * page. Any other response that is not a complete page of this build deletes it, because files of other builds may be gone.
 */
async function cachePage(address: string, answer: Response): Promise<void> {
  const { headers } = answer
  if (isFailure(answer) || headers.get('x-page') === 'bare') return
  const isWanted = answer.status === 200 && !answer.redirected && !/no-store/.test(headers.get('cache-control') ?? '')
  const html = isWanted && /html/.test(headers.get('content-type') ?? '') ? await answer.text() : ''
  // The files that only this page needs. The app shell has no such list.
  const [, files] = /<script data-files="([^"]*)"/.exec(html) ?? []
  const cache = await caches.open(pageCache)
  if (files === undefined || !named.every((path) => html.includes(`"${path}"`)))
    return void (await cache.delete(address))
  const site = await caches.open(siteCache)
  const paths = files.split(' ').filter(Boolean)
  await Promise.all(paths.map(async (path) => (await site.match(path, { ignoreVary: true })) ?? cacheFile(site, path)))
  // Uses the `Date` header, because the response may come from the HTTP cache and be old.
  const time = Math.min(Date.now(), Date.parse(headers.get('date') ?? '') || Date.now())
  const marked = new Headers(headers)
  marked.set(timeHeader, String(time))
  try {
    await cache.put(address, new Response(html.replace('<html ', `<html data-kept-at="${time}" `), { headers: marked }))
    await dropOldest(cache, maxPages)
  } catch {
    // The storage is full: delete the pages, which only save time, before the files that the site needs offline.
    await caches.delete(pageCache)
  }
}

/** Returns the app shell with the `lang` and `dir` of the path's language. */
async function appShell(path: string): Promise<Response | undefined> {
  const cached = await caches.match(shellPaths[0] ?? '', { cacheName: siteCache })
  if (!cached || splitLocale(path)[0] === 'en') return cached
  const html = (await cached.text()).replace('<html lang="en" dir="ltr">', '<html lang="ar" dir="rtl">')
  return new Response(html, { headers: cached.headers })
}

/** File names contain content hashes, so a cached file is right whatever version stored it. */
async function asset(event: Fetching): Promise<Response> {
  const cached = await caches.match(event.request, { ignoreVary: true }).catch(() => undefined)
  if (cached) return cached
  const answer = await fetch(event.request)
  const store = async (copy: Response) => (await caches.open(siteCache)).put(event.request, copy)
  // The page does not wait until the file is stored. A file that cannot be stored is still sent to the page.
  if (isFile(answer)) event.waitUntil(store(answer.clone()).catch(() => undefined))
  return answer
}
