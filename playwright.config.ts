import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './test/site/chromium'
import { languageFlips, type Options } from './test/site/fixtures'
import { jsonReport } from './test/support/json-report'

/** Limits in milliseconds: for an expectation, and for a test with several of them. */
const limits = (timeout: number) => ({ timeout: 5 * timeout, expect: { timeout } })

/** Tests of what differs by language. `npm test` runs the others in English only, and `npm run test:full` in Arabic. */
const inBothLanguages = /\b(?:carousel-order|detail|home|search|web-fonts)\.spec\.ts$/

/** Browser tests; `vitest.config.ts` has the others. */
export default defineConfig<Options>({
  testMatch: '*.spec.ts',
  globalSetup: './test/site/start-site.ts',
  fullyParallel: true,
  // One more than the cores, because tests also wait for timers; at most three, because one server answers them all.
  workers: Math.min(3, availableParallelism() + 1),
  forbidOnly: Boolean(process.env.CI),
  // A broken header fails every test: the first few tell enough. 20 s are ten times what a loaded machine needs.
  maxFailures: 5,
  globalTimeout: process.env.CI ? 40 * 60_000 : 0,
  ...limits(20_000),
  reporter: [['list'], ...jsonReport('playwright')],
  use: {
    launchOptions: await launchOptions(),
    baseURL: process.env.SITE,
    viewport: { width: 1280, height: 800 },
    // A worker would answer in the place of what a test holds up or changes.
    serviceWorkers: 'block',
    // Snapshots of each step would take half as long again; `--trace on` adds them.
    actionTimeout: 20_000,
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // Runs first; the others don't start if it fails.
    { name: 'smoke', testDir: 'test/smoke' },
    ...(['en', 'ar'] as const).flatMap((siteLocale) => [
      {
        name: siteLocale,
        testDir: 'test/browser',
        grepInvert: siteLocale === 'ar' ? /@once/ : [],
        ...(siteLocale === 'ar' && { testMatch: inBothLanguages }),
        dependencies: ['smoke'],
        use: { siteLocale, tolerated: languageFlips },
      },
      {
        name: `full ${siteLocale}`,
        testDir: 'test/full',
        grepInvert: siteLocale === 'ar' ? /@once/ : [],
        ...limits(120_000),
        use: { siteLocale, actionTimeout: 120_000 },
      },
      // Pictures of every page and state, kept as the report: no part of any other run.
      // Their screenshots add inline styles, which the policy refuses.
      {
        name: `contact sheet ${siteLocale}`,
        testDir: 'test/contact-sheet',
        use: { siteLocale, tolerated: /style-src/ },
      },
    ]),
    {
      name: 'full browser ar',
      testDir: 'test/browser',
      testIgnore: inBothLanguages,
      grepInvert: /@once/,
      use: { siteLocale: 'ar', tolerated: languageFlips },
    },
    // One `npm run dev` for all tests of a file, and one at a time, because they share Vite's cache.
    {
      name: 'dev',
      testDir: 'test/development',
      fullyParallel: false,
      workers: 1,
      dependencies: ['smoke'],
      ...limits(60_000),
    },
  ],
})
