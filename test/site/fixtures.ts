import { test as base } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { secondBuild } from '../support/second-build'
import { firstOf } from '../support/site-pages'
import { type Front, startFront } from './front'
import { type Language, languages, listen } from './page'
import { type Server, startServer } from './start-site'

export { expect } from '@playwright/test'

/** A test that is the same in both languages has this tag, and only the first project runs it. */
export const once = { tag: '@once' }

/** Options that a project of `playwright.config.ts` sets. */
export type Options = { siteLocale: Locale }

type Fixtures = {
  /** The project's language. */
  language: Language
  /** The browser's errors and warnings so far on `page`. */
  complaints: string[]
  /** A proxy in front of the site. */
  front: Front
  /** Starts a server that is stopped after the test. */
  serve: (env?: Record<string, string>, distDir?: string) => Promise<Server>
  /** Another build of the site, with other names of files. */
  otherBuild: string
}

export const test = base.extend<Options & Fixtures, { faultySite: string }>({
  siteLocale: ['en', { option: true }],
  language: async ({ siteLocale }, use) => use(firstOf(languages, ({ locale }) => locale === siteLocale)),
  complaints: [async ({ page }, use) => use(await listen(page)), { auto: true }],
  front: async ({ baseURL }, use) => {
    const front = await startFront(String(baseURL))
    await use(front)
    front.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  serve: async ({}, use) => {
    const started: Server[] = []
    await use(async (...given) => {
      const server = await startServer(...given)
      started.push(server)
      return server
    })
    for (const { stop } of started) await stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  otherBuild: async ({}, use) => {
    const { distDir, remove } = await secondBuild()
    await use(distDir)
    await remove()
  },
  /** The address of a site with failing slugs. */
  faultySite: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const { address, stop } = await startServer({ SCENARIOS: 'yes' })
      await use(address)
      await stop()
    },
    { scope: 'worker' },
  ],
})
