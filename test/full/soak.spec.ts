import type { CDPSession, Page } from '@playwright/test'
import { launchOptions } from '../site/chromium'
import { expect, languageFlips, once, test } from '../site/fixtures'
import { started } from '../site/router-walk'
import { createRandom } from '../support/generated-content'

const { SOAK_MINUTES = '1', SOAK_SEED = '1' } = process.env
const milliseconds = Number(SOAK_MINUTES) * 60_000
const random = createRandom(Number(SOAK_SEED))

const { args = [], ...options } = await launchOptions()
test.use({
  serviceWorkers: 'allow',
  // V8's optimising compilers use half a megabyte and free it later. V8 also drops bytecode that has not run lately.
  launchOptions: { ...options, args: [...args, '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode'] },
  // A trace of thousands of steps would take memory.
  trace: 'off',
})

test(
  `a random walk through the site (seed ${SOAK_SEED}) meets no error, and the heap grows by less than a tenth`,
  once,
  async ({ page, complaints }) => {
    test.setTimeout(milliseconds + 1_200_000)
    const session = await page.context().newCDPSession(page)
    await page.goto('/')
    await started(page)
    // Fills the caches (texts, scroll positions), whose size is limited, before the first measurement.
    for (let warm = 0; warm < 240; warm++) await step(page)
    const before = await heapOf(session, page)
    let steps = 0
    for (const end = Date.now() + milliseconds; Date.now() < end; steps++) await step(page)
    const after = await heapOf(session, page)
    if (process.env.FIGURES) console.info({ steps, before, after, growth: after / before - 1 })
    expect(complaints.filter((each) => !languageFlips.test(each) && !each.startsWith('warning'))).toEqual([])
    expect(after / before).toBeLessThan(1.1)
  },
)

/** Follows a random link, which may be the language switch or "load more", or goes back. */
async function step(page: Page): Promise<void> {
  // `idx` counts the router's history entries. Going back from the first entry would leave the site.
  if (random() < 0.1) {
    if (await page.evaluate(() => history.state?.idx > 0)) await page.goBack()
  } else {
    await page.evaluate((chance) => {
      // Feeds and calendars are not pages. A link in a text loads a new document, whose heap starts 1 MB smaller.
      const pages = 'a[href^="/"]:not(.prose a, [href$=".xml"], [href$=".ics"])'
      const links = [...document.querySelectorAll<HTMLAnchorElement>(pages)]
      links[Math.floor(chance * links.length)]?.click()
    }, random())
  }
  await waitUntilRendered(page)
}

/**
 * Waits until a page is complete, which its tags in the head show, and nothing is being rendered. A click that interrupts a rendering
 * would leave pictures in the heap: Chromium 147 keeps an image with `srcset` that was never inserted as long as the document.
 */
async function waitUntilRendered(page: Page): Promise<void> {
  await waitUntilIdle(page)
  await page.waitForFunction(() => {
    const canonical = document.querySelector<HTMLLinkElement>('html:has(main[aria-busy="false"]) link[rel="canonical"]')
    return canonical && new URL(canonical.href).pathname === location.pathname
  })
  await waitUntilIdle(page)
}

const waitUntilIdle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))

/** Returns the heap in bytes after a full garbage collection on the home page. */
async function heapOf(session: CDPSession, page: Page): Promise<number> {
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('html[lang="ar"] a[hreflang="en"]')?.click())
  await page.waitForFunction(() => document.documentElement.lang === 'en')
  // Waits until the home data has loaded.
  await page.waitForLoadState('networkidle')
  for (const path of ['/who-we-are', '/', '/who-we-are', '/']) {
    await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), path)
    await page.waitForURL((url) => url.pathname === path)
    await waitUntilRendered(page)
  }
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
