import { defineConfig } from '@playwright/test'
import { locales } from '#contract/locales'
import { jsonReport } from '../support/json-report'
import { type Engine, engines } from './engines'
import { oldChromiums } from './old-chromiums'

const old: Engine[] = oldChromiums

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
    .flatMap((engine) =>
      Object.values(locales).flatMap(({ locale }) => [
        { name: `${engine.name} ${locale}` },
        // Skips the test of the engine's version, because the engine is the same. The scripts of an export are those of the site,
        // so old engines walk the site alone.
        ...(old.includes(engine) ? [] : [{ name: `${engine.name} export ${locale}`, grepInvert: /README names/ }]),
      ]),
    ),
})
