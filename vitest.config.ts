import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { jsonReport } from './test/json-report.ts'

export default defineConfig({
  // The names of package.json's "imports", for modules that Vite transforms.
  resolve: { alias: [{ find: /^#(contract|markup)\/(.*)$/, replacement: `${resolve(import.meta.dirname)}/$1/$2.ts` }] },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/full/**'],
    reporters: ['default', ...jsonReport('vitest')],
    // One import of the server takes a second, and each of 70 files would do it again.
    isolate: false,
    maxWorkers: availableParallelism(),
    // They catch what hangs; how long work takes is the machine's affair.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
})
