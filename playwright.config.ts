import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import type { SheetOptions } from './test/contact-sheet/contact-sheet.spec'
import { jsonReport } from './test/json-report'
import { launchOptions } from './test/site/chromium'
import type { Options } from './test/site/fixtures'

/** Browser tests, in each language; `vitest.config.ts` has the others. */
export default defineConfig<Options, SheetOptions>({
  testMatch: '*.spec.ts',
  globalSetup: './test/site/start-site.ts',
  fullyParallel: true,
  // One server answers them all.
  workers: Math.min(2, availableParallelism()),
  forbidOnly: Boolean(process.env.CI),
  // These limits only end tests that hang.
  timeout: 300_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ...jsonReport('playwright')],
  use: {
    launchOptions: await launchOptions(),
    baseURL: process.env.SITE,
    viewport: { width: 1280, height: 800 },
    // A worker would answer in the place of what a test holds up or changes.
    serviceWorkers: 'block',
    // Snapshots of each step would take half as long again; `--trace on` adds them.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    ...(['en', 'ar'] as const).flatMap((siteLocale) => [
      { name: siteLocale, testDir: 'test/browser', use: { siteLocale } },
      { name: `full ${siteLocale}`, testDir: 'test/full', use: { siteLocale } },
      // Pictures of every page and state, kept as the report: no part of any other run.
      { name: `contact sheet ${siteLocale}`, testDir: 'test/contact-sheet', use: { siteLocale } },
      { name: `pseudo ${siteLocale}`, testDir: 'test/contact-sheet', use: { siteLocale, isPseudo: true } },
    ]),
    // One `npm run dev` for all tests of a file, and one at a time, because they share Vite's cache.
    { name: 'dev', testDir: 'test/development', fullyParallel: false, workers: 1 },
  ],
})
