/**
 * The service worker: after one visit every page opens without a line, and what was seen before opens at once. Where data is
 * saved it is those pages that were visited.
 *
 * It keeps the site's own code: a page that can't be fetched is answered with the bare page (`index.html`), which makes itself
 * from the home data that the browser keeps. So all pages of both languages are there, with one age that can be told, and none
 * shows another state than its header. API answers are mostly to POST, which Cache Storage refuses.
 *
 * And it keeps the pages that were visited, as the server rendered them, and answers the next visit with them without waiting for
 * a connection, which takes a slow line more than a second. They say when they were fetched, and once script has taken them over
 * it asks the API whether they still hold (`client/data/freshness.ts`). What the server says meanwhile is for the visit after that.
 *
 * By hand and not by Workbox: what of it would be used (precaching, three routes, one limit by count and age) is this file,
 * 2.5 kB by gzip with its list of files; the same of Workbox 7.4.1 without a list, built by esbuild, is 9.0 kB (measured), and
 * vite-plugin-pwa adds its own registration with a reload.
 */

import { knownQuery } from '#contract/paths'
import { isSavingData } from '../data/saving-data'
import { dropOldest, type Fetching, isFile, picture, store, type Waiting } from './service-worker-pictures'

/**
 * Filled in by `scripts/build/build-service-worker.ts`: the build's own name, and addresses of files: those that each of its pages names, and no
 * other build's; then all, by how much they are needed.
 */
declare const build: { version: string; named: string[]; shell: string[]; rest: string[] }

const { version, named, shell, rest } = build

// The worker's global scope; TypeScript's library for it contradicts the one for pages.
const worker = globalThis as unknown as {
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<{ url: string }[]>
  }
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
}

/** The path that the site lies below; other sites of the origin may have caches too. */
const base = import.meta.env.BASE_URL
const [siteCache = '', pageCache = ''] = ['site-', 'pages-'].map((name) => base.slice(1) + name + version)
const isOwn = new RegExp(`^${base.slice(1)}(?:site|pages)-[^/]*$`)

/** Where the bare page is: of a server or an export; of an export whose host hides the ends of names; of the built client alone. */
const shellPaths = ['shell.html', 'shell', ''].map((path) => base + path)

/** A page is waited for so long, in milliseconds, before the bare one takes its place. */
const patience = 3_000

/**
 * Pages kept, at most, some 3 MB; and how long one may be shown before the server was asked, in milliseconds. What has changed
 * since is put right before the reader's eyes, a second or two later: after a few days that would be most of it.
 */
const mostPages = 40
const pageLifetime = 3 * 86_400_000

/** The header in which a kept page says when the server gave it, in milliseconds since 1970. */
const timeHeader = 'kept-at'

/** Only what the browser's own cache has, as it has the page that the visitor is on and its code: that costs nothing. */
const ownCache: RequestInit = { cache: 'only-if-cached', mode: 'same-origin' }

/** Addresses that are no pages though a browser may navigate to them. */
const noPage =
  /^\/(?:(?:api|assets|cards|images|icons|docs)(?:\/|$)|__|(?:ar\/)?(?:calendar\/|[\w.-]+\.(?:json|txt|xml|ics|js|html|webmanifest)$)|(?:health|ready|metrics)$)/

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const path = pathOf(request.url)
  if (request.method !== 'GET' || path === undefined) return
  if (request.mode === 'navigate') {
    if (!noPage.test(path)) event.respondWith(page(event, path).catch(() => Response.error()))
  } else if (path.startsWith('/assets/')) event.respondWith(asset(event).catch(notHad))
  else if (path.startsWith('/images/') && request.destination === 'image')
    event.respondWith(picture(event).catch(notHad))
})

/** The path of one of the site's addresses, below its base. */
function pathOf(address: string): string | undefined {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && pathname.startsWith(base) ? pathname.slice(base.length - 1) : undefined
}

/** Firefox reports a promise that is rejected, and `Response.error()` too, as an error of the page. */
function notHad(): Response {
  return new Response(null, { status: 504 })
}

/** Without any of the shell the site can't start, so then nothing is installed, and the next visit tries again. */
async function install(): Promise<void> {
  const cache = await caches.open(siteCache)
  await cache.put(shellPaths[0] ?? '', await fetchShell())
  await Promise.all(shell.map((path) => keep(cache, path)))
  await keepOpenPages()
  const kept = isSavingData() ? await keptBefore() : undefined
  // One after the other: what the visitor does meanwhile goes first.
  for (const path of rest)
    await keep(cache, path, kept && !kept.has(stemOf(path)) ? ownCache : undefined).catch(() => undefined)
}

/** The files that earlier versions have cached, by the part of the name that is the same in each. */
async function keptBefore(): Promise<Set<string>> {
  const names = (await caches.keys()).filter((name) => isOwn.test(name) && name !== siteCache)
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return new Set(requests.flat().map(({ url }) => stemOf(url)))
}

/** A file's name without what tells its versions apart. */
function stemOf(path: string): string {
  return path.replace(/.*\/|-[\w-]{8}(?=\.\w+$)/g, '')
}

/**
 * Caches the page of a first visit, which came before there was a worker. The browser's own cache mostly has it, but not for a page
 * that another site's link has led to; then the page's 12 to 25 kB are fetched once more.
 */
async function keepOpenPages(): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const address of new Set(open.map(({ url }) => url.replace(/#.*/, '')))) {
    const path = pathOf(address)
    if (path === undefined || noPage.test(path)) continue
    try {
      const answer = await fetch(address, ownCache).catch(() => (isSavingData() ? undefined : fetch(address)))
      if (answer) await keepPage(address, answer)
    } catch {
      // The next visit is as slow as the first.
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

async function keep(cache: Cache, path: string, how?: RequestInit): Promise<void> {
  const answer = await fetch(new Request(path, { ...how, priority: 'low' } as RequestInit))
  if (!isFile(answer)) throw new Error(`${path} was answered with ${answer.status}`)
  await cache.put(path, answer)
}

/** Runs when no page of the version before is open any more: its files were theirs. */
async function activate(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => isOwn.test(name) && name !== siteCache && name !== pageCache)
      .map((name) => caches.delete(name)),
  )
  // Earlier versions had enabled it. In Firefox a preload that fails ends in the browser's error page, whatever the worker answers.
  await worker.registration.navigationPreload?.disable()
  await worker.clients.claim()
}

async function page(event: Fetching, path: string): Promise<Response> {
  const answer = fetch(event.request)
  const address = addressOf(event.request)
  event.waitUntil(answer.then((fresh) => keepPage(address, fresh.clone())).catch(() => undefined))
  const kept = await keptPage(event.request, address)
  if (kept) return kept
  const first = await Promise.race([answer, pause()]).catch(() => undefined)
  // A server that fails or has too much to do, or the one before it, has nothing better than what is kept.
  if (first && !isFailure(first)) return first
  return (await barePage(path)) ?? answer
}

function pause(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, patience, undefined))
}

/** A page's address in the cache: without the queries that make no other page, as of campaigns. */
function addressOf({ url }: Request): string {
  const { origin, pathname, search } = new URL(url)
  return origin + pathname + knownQuery(pathname, search)
}

function isFailure({ status }: Response): boolean {
  return status >= 500 || status === 429
}

/** The cached copy of a page that the visitor navigates to; a reload asks the server. */
async function keptPage({ cache: mode }: Request, url: string): Promise<Response | undefined> {
  if (mode !== 'default' && mode !== 'force-cache') return undefined
  const kept = await caches.match(url, { cacheName: pageCache, ignoreVary: true }).catch(() => undefined)
  return Date.now() - Number(kept?.headers.get(timeHeader)) < pageLifetime ? kept : undefined
}

/**
 * Keeps what the server has answered to a page's address, marked with its time, so that it needs no change when it is wanted.
 * Only a whole page of this build: the files of another are not here, and may be nowhere. Any other answer but a failure means
 * that what was kept is no longer so.
 */
async function keepPage(address: string, answer: Response): Promise<void> {
  const { headers } = answer
  if (isFailure(answer) || headers.get('x-page') === 'bare') return
  const isWanted = answer.status === 200 && !answer.redirected && !/no-store/.test(headers.get('cache-control') ?? '')
  const html = isWanted && /html/.test(headers.get('content-type') ?? '') ? await answer.text() : ''
  // A rendered page names the files of its own; the bare page names none.
  const [, files] = /<script data-files="([^"]*)"/.exec(html) ?? []
  const cache = await caches.open(pageCache)
  if (files === undefined || !named.every((path) => html.includes(`"${path}"`)))
    return void (await cache.delete(address))
  const site = await caches.open(siteCache)
  const paths = files.split(' ').filter(Boolean)
  await Promise.all(paths.map(async (path) => (await site.match(path, { ignoreVary: true })) ?? keep(site, path)))
  // By the server's clock, as the browser's own cache may have had it for long.
  const time = Math.min(Date.now(), Date.parse(headers.get('date') ?? '') || Date.now())
  const marked = new Headers(headers)
  marked.set(timeHeader, String(time))
  try {
    await cache.put(address, new Response(html.replace('<html ', `<html data-kept-at="${time}" `), { headers: marked }))
    await dropOldest(cache, mostPages)
  } catch {
    // No room: what is only quicker goes before what nothing works without.
    await caches.delete(pageCache)
  }
}

/** The bare page in the language and direction of its path. */
async function barePage(path: string): Promise<Response | undefined> {
  const kept = await caches.match(shellPaths[0] ?? '', { cacheName: siteCache })
  if (!kept || !/^\/ar(?:\/|$)/.test(path)) return kept
  const html = (await kept.text()).replace('<html lang="en" dir="ltr">', '<html lang="ar" dir="rtl">')
  return new Response(html, { headers: kept.headers })
}

/** Names change with content, so what is there is right, of whichever version. */
async function asset({ request }: Fetching): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (isFile(answer)) await store(siteCache, request, answer.clone()).catch(() => undefined)
  return answer
}
