import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The same name that package.json's "imports" gives to the contract, for modules that Vite transforms.
const alias = [{ find: /^#contract\/(.*)$/, replacement: `${resolve(import.meta.dirname, 'contract')}/$1.ts` }]

const cores = availableParallelism()

// They catch what hangs; how long work takes is the machine's affair.
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 240_000 } } }

const browserTest = { globalSetup: 'test/browser/setup.ts', testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/full/**'],
          // One import of the server takes a second, and each of 70 files would do it again.
          isolate: false,
          maxWorkers: cores,
          ...patience,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // One server answers them all.
          maxWorkers: Math.min(2, cores),
          sequence: { groupOrder: 1 },
          ...browserTest,
        },
      },
    ],
  },
})
