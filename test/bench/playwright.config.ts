import { defineConfig } from '@playwright/test'
import { launchOptions } from '../site/chromium'

/** The measurements of `npm run bench`, one project each. They run one by one and print tables for `docs/performance.md`. */
export default defineConfig({
  workers: 1,
  timeout: 0,
  reporter: 'list',
  use: { launchOptions: await launchOptions() },
  projects: [
    'server',
    'hooks',
    'start',
    'growth',
    'taps',
    'cards',
    'blocking',
    'work',
    'pages',
    'visits',
    'http3',
    'search',
  ].map((name) => ({
    name,
    testDir: '.',
    testMatch: `${name}.spec.ts`,
  })),
})
