import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The same name that package.json's "imports" gives to the contract, for modules that Vite transforms.
const alias = [{ find: /^#contract\/(.*)$/, replacement: `${resolve(import.meta.dirname, 'contract')}/$1.ts` }]

// Nothing in them hangs on how long something takes, so two browsers share the two cores.
const browserFiles = [
  ...['axe', 'contrast', 'detail', 'developer-pages', 'early-answers', 'every-page', 'first-view', 'gallery'],
  ...['hostile-content', 'journeys', 'kept-pages', 'keyboard', 'language-switch', 'layout', 'navigation', 'no-script'],
  ...['pages', 'search', 'states', 'static-host', 'storage'],
].map((name) => `test/browser/${name}.test.ts`)

const browserTest = { globalSetup: 'test/browser/setup.ts', testTimeout: 60_000, hookTimeout: 60_000 }

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
        test: { name: 'browser', include: browserFiles, maxWorkers: 2, sequence: { groupOrder: 1 }, ...browserTest },
      },
      {
        resolve: { alias },
        test: {
          name: 'browser alone',
          include: ['test/browser/**/*.test.ts'],
          exclude: browserFiles,
          // Carousels, gestures and letters keep time: one browser at a time leaves the other core to the server.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...browserTest,
        },
      },
    ],
  },
})
