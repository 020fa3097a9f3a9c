import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { launchOptions } from './site/chromium'
import { languageFlips, type Options } from './site/fixtures'
import { jsonReport } from './support/json-report'

/** The timeouts of a project in milliseconds. `timeout` is for an expectation, and a test gets five times as much. */
const limits = (timeout: number) => ({ timeout: 5 * timeout, expect: { timeout } })

/** Tests of features that differ by language. `npm test` runs the others in English only, and `npm run test:full` in Arabic. */
const inBothLanguages = /\b(?:carousel-order|detail|home|search|web-fonts)\.spec\.ts$/

/** The browser tests. `vitest.config.ts` has all other tests. */
export default defineConfig<Options>({
  testMatch: '*.spec.ts',
  // Transcripts are the same on every machine and in every project.
  snapshotPathTemplate: '{testDir}/{testFileDir}/{testFileName}-snapshots/{arg}{ext}',
  globalSetup: './site/start-site.ts',
  fullyParallel: true,
  // One worker more than cores, because tests also wait for timers, but at most three, because one server answers all workers.
  workers: Math.min(3, availableParallelism() + 1),
  forbidOnly: Boolean(process.env.CI),
  // A bug in the page header fails every test, so the run ends after five. 20 s are ten times what a loaded machine needs.
  maxFailures: 5,
  globalTimeout: process.env.CI ? 40 * 60_000 : 0,
  ...limits(20_000),
  reporter: [['list'], ...jsonReport('playwright')],
  use: {
    launchOptions: await launchOptions(),
    baseURL: process.env.SITE,
    viewport: { width: 1280, height: 800 },
    // A service worker would answer requests that a test wants to delay or change.
    serviceWorkers: 'block',
    // With snapshots of each step, tests would take half as long again. `--trace on` adds the snapshots.
    actionTimeout: 20_000,
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    // Runs first; the others don't start if it fails.
    { name: 'smoke', testDir: './smoke' },
    // All tests of a file share one `npm run dev`. Files run one at a time, because they share Vite's cache. They come first, so
    // that the other workers run tests beside them to the end. Of the studio, `npm test` runs the tests of editing and saving.
    ...[
      { name: 'dev', testIgnore: /\bstudio-/, dependencies: ['smoke'] },
      { name: 'full dev', testMatch: /\bstudio-.*\.spec\.ts$/ },
    ].map((project) => ({
      ...project,
      testDir: './development',
      fullyParallel: false,
      workers: 1,
      ...limits(60_000),
    })),
    ...(['en', 'ar'] as const).flatMap((siteLocale) => [
      {
        name: siteLocale,
        testDir: './browser',
        grepInvert: siteLocale === 'ar' ? /@once/ : [],
        ...(siteLocale === 'ar' && { testMatch: inBothLanguages }),
        dependencies: ['smoke'],
        use: { siteLocale, tolerated: languageFlips },
      },
      {
        name: `full ${siteLocale}`,
        testDir: './full',
        grepInvert: siteLocale === 'ar' ? /@once/ : [],
        ...limits(120_000),
        use: { siteLocale, actionTimeout: 120_000 },
      },
      // Takes pictures of every page and state as a report. No other run includes this project. Taking a screenshot adds inline
      // styles, which the content security policy refuses.
      {
        name: `contact sheet ${siteLocale}`,
        testDir: './contact-sheet',
        use: { siteLocale, tolerated: /style-src/ },
      },
    ]),
    {
      name: 'full browser ar',
      testDir: './browser',
      testIgnore: inBothLanguages,
      grepInvert: /@once/,
      use: { siteLocale: 'ar', tolerated: languageFlips },
    },
    // `npm run demo`: takes the pictures of docs/demo.md.
    { name: 'demo', testDir: './demo', use: { tolerated: /./ } },
  ],
})
