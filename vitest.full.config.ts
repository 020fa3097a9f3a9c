import { defineConfig } from 'vitest/config'
import config from './vitest.config.ts'

/** `npm run test:full`: the checks that take long. One at a time, as some load the machine on purpose. */
export default defineConfig({
  ...(config.resolve && { resolve: config.resolve }),
  test: {
    name: 'full',
    include: ['test/full/**/*.test.ts'],
    fileParallelism: false,
    globalSetup: 'test/site/setup.ts',
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
})
