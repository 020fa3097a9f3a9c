import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type GenerateOptions, generateContent } from '../generated-content'
import { launchBrowser } from './chromium'
import { startGeneratedSite } from './generated-site'
import { listen } from './page'

export * from './page'

export type Visit = {
  page: Page
  /** The browser's complaints so far: console, uncaught errors, broken policy, flips of language or direction. */
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
