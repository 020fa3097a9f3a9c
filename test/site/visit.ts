import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type GenerateOptions, generateContent } from '../support/generated-content'
import { launchBrowser } from './chromium'
import { startGeneratedSite } from './generated-site'
import { listen } from './page'

export * from './page'

export type Visit = {
  page: Page
  /** Errors so far: console, uncaught errors, policy violations, changes of `lang` or `dir`. */
  complaints: string[]
}

/**
 * Starts a browser for all tests of a file. Returns a function that opens a page in a new profile, which is closed after the test,
 * or after the file's last test with `keeps`, as a hook needs it.
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
      // The worker would answer instead of the responses that a test holds or changes; offline tests allow it.
      serviceWorkers: 'block',
      ...options,
    })
    // Only ends hanging tests.
    context.setDefaultTimeout(120_000)
    if (!keeps) onTestFinished(() => context.close())
    const page = await context.newPage()
    const visit: Visit = { page, complaints: await listen(page) }
    return visit
  }
}

/** Retries an assertion until it holds. */
export function eventually<T>(read: () => Promise<T> | T) {
  return expect.poll(read, { timeout: 60_000, interval: 30 })
}

/** A second site on generated content for all tests of a file or `describe`. Read its address inside tests only. */
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
