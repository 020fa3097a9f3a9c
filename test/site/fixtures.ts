import { test as base, expect } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { secondBuild } from '../support/second-build'
import { firstOf } from '../support/site-pages'
import { type Front, startFront } from './front'
import { type Language, languages, listen } from './page'
import { type Server, startServer } from './start-site'

export { expect } from '@playwright/test'

/** A test that is the same in both languages has this tag, and only the first project runs it. */
export const once = { tag: '@once' }

/** A test that makes requests fail has this tag. Other tests of `test/browser` fail if a request fails. */
export const failing = { tag: '@failing' }

/** Options that a project of `test/playwright.config.ts` sets. `tolerated` matches complaints that do not make a test fail. */
export type Options = { siteLocale: Locale; tolerated: RegExp }

type Fixtures = {
  /** The project's language. */
  language: Language
  /** The browser's errors and warnings so far on `page`. A test fails if one of them is not tolerated. */
  complaints: string[]
  /** A proxy in front of the site. */
  front: Front
  /** Starts a server that is stopped after the test. */
  serve: (env?: Record<string, string>, distDir?: string) => Promise<Server>
}

/** A fixture that is started once for all tests of a worker. */
export function perWorker<Started extends { stop: () => Promise<void> }>(start: () => Promise<Started>) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  const fixture = async ({}, use: (started: Started) => Promise<void>) => {
    const started = await start()
    await use(started)
    await started.stop()
  }
  return [fixture, { scope: 'worker', timeout: 120_000 }] as [typeof fixture, { scope: 'worker'; timeout: number }]
}

/** Matches complaints about changes of `lang` and `dir`, which a language switch makes on purpose. */
export const languageFlips = /^error: flip/

/** Matches complaints that requests cause when they fail on purpose, and all warnings, because these may depend on the speed. */
const causedComplaints = /^warning|Failed to load resource|ERR_|^error: flip/

export const test = base.extend<Options & Fixtures, { otherBuild: string; scenarioSite: Server }>({
  siteLocale: ['en', { option: true }],
  tolerated: [causedComplaints, { option: true }],
  language: async ({ siteLocale }, use) => use(firstOf(languages, ({ locale }) => locale === siteLocale)),
  complaints: [
    async ({ page, tolerated }, use, { tags }) => {
      const complaints = await listen(page)
      await use(complaints)
      const isTolerated = tags.includes(failing.tag) ? causedComplaints : tolerated
      expect(complaints.filter((complaint) => !isTolerated.test(complaint))).toEqual([])
    },
    { auto: true },
  ],
  front: async ({ baseURL }, use) => {
    const front = await startFront(String(baseURL))
    await use(front)
    await front.stop()
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
  /** The folder of a second build of the site, whose files have other names. */
  otherBuild: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const { distDir, remove } = await secondBuild()
      await use(distDir)
      await remove()
    },
    // The folder is removed after all tests of a worker, because a page may still load files when its test ends.
    { scope: 'worker' },
  ],
  /** A site with scenarios and failing slugs. */
  scenarioSite: perWorker(() => startServer({ SCENARIOS: 'yes' })),
})
