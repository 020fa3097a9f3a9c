import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The same name that package.json's "imports" gives to the contract, for modules that Vite transforms.
const alias = [{ find: /^#contract\/(.*)$/, replacement: `${resolve(import.meta.dirname, 'contract')}/$1.ts` }]

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: 'test/browser/setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Two cores: one browser at a time leaves the other core to the server.
          fileParallelism: false,
        },
      },
    ],
  },
})
