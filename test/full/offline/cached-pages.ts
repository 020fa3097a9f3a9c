import { expect, type Page } from '@playwright/test'

/* The pages that the service worker keeps. */

export const hour = 3_600_000

/** Opens a page and waits until the service worker has cached the server's current version. */
export async function visitAgain(page: Page, address: string): Promise<void> {
  await makeOlder(page, address, 3 * hour)
  const before = await cachedAt(page, address)
  await page.goto(address)
  await expect.poll(() => cachedAt(page, address)).toBeGreaterThan(before ?? 0)
}

/** The time when the cached page of an address was fetched. */
export function cachedAt(page: Page, address: string): Promise<number | undefined> {
  return page.evaluate(async (url) => {
    const cached = await caches.match(url, { ignoreVary: true })
    return cached ? Number(cached.headers.get('kept-at')) : undefined
  }, address)
}

/** Makes the cached page of an address older by `age` milliseconds. */
export async function makeOlder(page: Page, address: string, age: number): Promise<void> {
  await page.evaluate(
    async ({ url, time }) => {
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        const cached = await cache.match(url, { ignoreVary: true })
        if (!cached) continue
        const html = (await cached.text()).replace(/data-kept-at="\d+"/, `data-kept-at="${time}"`)
        const headers = new Headers(cached.headers)
        headers.set('kept-at', String(time))
        await cache.put(url, new Response(html, { headers }))
      }
    },
    { url: address, time: Date.now() - age },
  )
}

/** True if the page came from the service worker's cache. */
export function isOfWorker(page: Page): Promise<boolean> {
  return page.evaluate(() => 'keptAt' in document.documentElement.dataset)
}
