import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'
import { jsonReport } from '../support/json-report.ts'

/** Tests that load the machine on purpose, so no other test runs at the same time. */
const alone = ['contract/memory', 'failover', 'fuzz', 'hostile-http2', 'nginx-cache', 'slow-payloads', 'stress'].map(
  (name) => `test/full/${name}.test.ts`,
)

const common = {
  testTimeout: 1_200_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } },
}

/** `npm run test:full`: the tests that take long. */
export default defineConfig({
  test: {
    reporters: ['default', ...jsonReport('vitest')],
    projects: [
      {
        ...(config.resolve && { resolve: config.resolve }),
        test: {
          ...common,
          name: 'full',
          include: ['test/full/**/*.test.ts'],
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...(config.resolve && { resolve: config.resolve }),
        test: { ...common, name: 'alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
