import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type GenerateOptions, generateContent } from '../generated-content'
import { launchBrowser } from './chromium'
import { startGeneratedSite } from './generated-site'
import { listen } from './page'

export * from './page'

export type Visit = {
  page: Page
  /** What the browser complained about so far: console, uncaught errors, broken policy, flips of language or direction. */
  complaints: string[]
}

/**
 * A browser for all tests of a file. Gives a function that opens a page in a fresh profile, closed after the test, or with
 * `keeps`, as a hook needs it, after the file's last.
 */
export function sharedBrowser() {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(async () => browser?.close())

  return async function open({ keeps = false, ...options }: BrowserContextOptions & { keeps?: boolean } = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // A worker would answer in the place of what a test holds up or changes; the tests of offline support allow it.
      serviceWorkers: 'block',
      ...options,
    })
    // It only ends what hangs.
    context.setDefaultTimeout(120_000)
    if (!keeps) onTestFinished(() => context.close())
    const page = await context.newPage()
    const visit: Visit = { page, complaints: await listen(page) }
    return visit
  }
}

/** Asserts once it holds: what a person would wait for. */
export function eventually<T>(read: () => Promise<T> | T) {
  return expect.poll(read, { timeout: 60_000, interval: 30 })
}

type Scrolling = Window & { scrolling: Set<EventTarget | null> }

/** Lets `isAtRest` know of scrolls that have not ended: the page takes up where it is only then. Call it before the first visit. */
export function watchScrolls(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const scrolling = new Set<EventTarget | null>()
    Object.assign(window, { scrolling })
    addEventListener('scroll', ({ target }) => scrolling.add(target), { capture: true })
    addEventListener('scrollend', ({ target }) => scrolling.delete(target), { capture: true })
  })
}

/** Whether a carousel's track stands at its slide, and the browser has said that no scroll of it goes on. */
export function isAtRest(page: Page, track: string, slide: string): Promise<boolean> {
  return page.evaluate(
    (selectors) => {
      const [row, shown] = selectors.map((selector) => document.querySelector(selector))
      const apart = Number(row?.getBoundingClientRect().left) - Number(shown?.getBoundingClientRect().left)
      return Math.abs(apart) < 1 && !(window as unknown as Scrolling).scrolling.has(row ?? null)
    },
    [track, slide],
  )
}

/** A second site on generated content, for all tests of a file or `describe`. Read its address inside tests only. */
export function generatedSite(options: GenerateOptions = {}, env: Record<string, string> = {}) {
  const site = { content: generateContent(options), address: '' }
  let stop = async (): Promise<void> => undefined
  beforeAll(async () => {
    const started = await startGeneratedSite(options, env)
    site.address = started.address
    stop = started.stop
  })
  afterAll(() => stop())
  return site
}
