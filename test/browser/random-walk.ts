import type { CDPSession, Page } from 'playwright-core'
import { started } from './router-walk'

export type Walk = { steps: number; heapBefore: number; heapAfter: number; growth: number }

/**
 * Walks through the site by random links, the language switch, "load more" and Back for `milliseconds`. Heap figures are bytes of
 * JavaScript after a full collection, the first after a warm-up.
 */
export async function walkAtRandom(
  page: Page,
  address: string,
  milliseconds: number,
  random: () => number,
  /** Milliseconds between two steps, because the server limits the requests of one address. */
  pause = 0,
): Promise<Walk> {
  const session = await page.context().newCDPSession(page)
  await page.goto(address)
  await page.locator('main h1').waitFor()
  const walk = async (until: () => boolean): Promise<number> => {
    let steps = 0
    while (!until()) {
      await step(page, random)
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
      steps++
    }
    return steps
  }
  // Fills the caches (texts, scroll positions), whose size is limited, before the first measurement.
  let warm = 0
  await walk(() => warm++ >= 240)
  const heapBefore = await heapOf(session, page, address)
  const end = Date.now() + milliseconds
  const steps = await walk(() => Date.now() >= end)
  const heapAfter = await heapOf(session, page, address)
  return { steps, heapBefore, heapAfter, growth: heapAfter / heapBefore - 1 }
}

async function step(page: Page, random: () => number): Promise<void> {
  // `idx` counts the router's history entries; going back from the first would leave the site.
  if (random() < 0.1) await page.evaluate(() => history.state?.idx > 0 && history.back())
  else {
    await page.evaluate((chance) => {
      // Feeds and calendars are not pages and would end the walk.
      const pages = 'a[href^="/"]:not([href$=".xml"], [href$=".ics"])'
      const links = [...document.querySelectorAll<HTMLAnchorElement>(pages)]
      links[Math.floor(chance * links.length)]?.click()
    }, random())
  }
  await page.locator('main[aria-busy="false"] h1').first().waitFor()
  // A link in a text may load a new document; it must hydrate before the next step, or that loads another one.
  await started(page)
}

/**
 * Measures on the home page and takes the least of several visits, so that memory still held by the last page or a timer does not
 * count as a leak.
 */
async function heapOf(session: CDPSession, page: Page, address: string): Promise<number> {
  const home = new URL(address).pathname
  const sizes: number[] = []
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('html[lang="ar"] a[hreflang="en"]')?.click())
  await page.waitForFunction(() => document.documentElement.lang === 'en')
  // Waits for the home data.
  await page.waitForLoadState('networkidle')
  for (let visit = 0; visit < 5; visit++) {
    for (const path of [`${home}who-we-are`, home]) {
      await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), path)
      await page.waitForURL((url) => url.pathname === path)
      await page.locator('main[aria-busy="false"] h1').first().waitFor()
    }
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    sizes.push((await session.send('Runtime.getHeapUsage')).usedSize)
  }
  return Math.min(...sizes)
}

/** A seeded random number generator from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
