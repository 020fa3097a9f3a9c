import { attempt } from '#content/attempt'
import type { Navigation } from '#content/page-data'
import { homeKey, timeKey } from '../boot/storage-keys'
import type { ServedPage } from './served-page'
import type { Loaders } from './server-loaders'

type Options = {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  /** The script that the open page has loaded. The pages of another build have another. */
  entry: string
  /** The address of the shown page without its origin, and its loader data. */
  shownPage: () => { address: string; served: ServedPage<unknown> | null } | undefined
  /** The time of the first page's content, in milliseconds since 1970. */
  openedAt: number
  /** The first page's menu entries. */
  navigation: Navigation | null
}

type PageData = { served: ServedPage<unknown> | null; navigation: Navigation | null }

/**
 * Creates the loaders of a site whose home data is over the limit. They read what a page shows from the page's HTML, so that a
 * visit loads and stores only the pages that the visitor opens. The service worker caches these pages.
 */
export function createPageLoaders({ fetch, entry, shownPage, openedAt, ...first }: Options): Loaders {
  /** The calls of a navigation, whose loaders share a request. */
  const calls = new WeakMap<Request, Promise<PageData>>()
  const visited = new Set([location.href])
  let fetchedAt = openedAt
  let { navigation } = first

  async function read(request: Request): Promise<PageData> {
    const call = calls.get(request) ?? readPage(request.url, request.signal)
    calls.set(request, call)
    return call
  }

  const fetchPage = (address: string, init: RequestInit = {}) =>
    fetch(address, { ...init, headers: { accept: 'text/html' } })

  async function readPage(address: string, signal: AbortSignal): Promise<PageData> {
    const response = await fetchPage(address, { signal })
    const html = await response.text()
    const [, json] = /<script type="application\/json" id="hydration">(.*?)<\/script>/s.exec(html) ?? []
    if (json === undefined || response.status >= 500) throw new Error(`${address} was answered with ${response.status}`)
    // The code of this build may not fit the data of another, so the browser opens the page itself.
    if (!html.includes(entry)) {
      location.assign(address)
      return new Promise(() => undefined)
    }
    visited.add(address)
    // The service worker sets this header on pages from its cache.
    const cachedAt = Number(response.headers.get('kept-at')) || undefined
    fetchedAt = cachedAt ?? Date.now()
    const { loaderData } = JSON.parse(json) as { loaderData: Record<string, ServedPage<unknown> | null> }
    const served = Object.values(loaderData).at(-1) ?? null
    navigation = loaderData.layout as Navigation | null
    return { served: served && cachedAt ? { staleSince: cachedAt, ...served } : served, navigation }
  }

  attempt(() => {
    // Marks the visit for the web fonts of the next page load (`boot/first-paint.ts`).
    localStorage.setItem(timeKey, String(Date.now()))
    // Removes the home data of the time when it was below the limit.
    localStorage.removeItem(homeKey)
    indexedDB.deleteDatabase('site')
  })
  // Caches the pages that were read before there was a worker. The HTTP cache still has them.
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    for (const address of visited) fetchPage(address).catch(() => undefined)
  })

  return {
    page:
      () =>
      async ({ request }) => {
        try {
          return (await read(request)).served
        } catch (error) {
          if (request.signal.aborted) throw error
          const shown = shownPage()
          const { pathname, search } = new URL(request.url)
          // A page that cannot be read again stays.
          const served = shown?.address === pathname + search ? shown.served : null
          return served?.view ? { staleSince: fetchedAt, ...served } : ({} satisfies ServedPage<unknown>)
        }
      },
    plain: async () => null,
    /** Runs again after a switch of the language. */
    navigation: async ({ request }) =>
      read(request).then(
        (page) => page.navigation,
        () => navigation,
      ),
  }
}
