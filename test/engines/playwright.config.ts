import { defineConfig } from '@playwright/test'
import { locales } from '#contract/locales'
import { jsonReport } from '../support/json-report'
import { engines } from './engines'

/** `npm run test:engines`: runs the journeys in the machine's own browsers, in both languages. */
export default defineConfig({
  testMatch: '*.spec.ts',
  globalSetup: './start-site.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // The timeouts are long, because they only need to end tests that hang.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ...jsonReport('playwright')],
  // start-site.ts reports engines that are not installed.
  projects: engines
    .filter(({ path }) => path)
    .flatMap(({ name }) =>
      Object.values(locales).flatMap(({ locale }) => [
        { name: `${name} ${locale}` },
        // Skips the test of the engine's version, because the engine is the same.
        { name: `${name} export ${locale}`, grepInvert: /README names/ },
      ]),
    ),
})
