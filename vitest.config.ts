import { readdirSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, relative, resolve, sep } from 'node:path'
import { defineConfig } from 'vitest/config'
import { jsonReport } from './test/support/json-report.ts'

/**
 * Finds the tests of a source file by name. The tests of `search.ts` are `search.test.ts` and `search-corpus.test.ts`, in any
 * folder of its room, or else in any other room.
 */
function testsOf(file: string): string[] | undefined {
  const name = basename(file).replace(/\.tsx?$/, '')
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'))
  const isOfFile = (path: string) => basename(path).startsWith(`${name}.`) || basename(path).startsWith(`${name}-`)
  const named = tests.filter((path) => isOfFile(path) && !path.startsWith('full'))
  const [room = ''] = relative(import.meta.dirname, file).split(sep)
  const inRoom = named.filter((path) => path.startsWith(room + sep))
  const own = (inRoom.length > 0 ? inRoom : named).map((path) => join('test', path))
  // For `undefined`, vitest runs the tests that import the file, if they have run before.
  return own.length > 0 ? own : undefined
}

export default defineConfig({
  // The names of package.json's "imports", for modules that Vite transforms.
  resolve: {
    alias: [{ find: /^#(content|contract)\/(.*)$/, replacement: `${resolve(import.meta.dirname)}/$1/$2.ts` }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // The contract check notes there what failed.
    env: { XDG_CACHE_HOME: join(tmpdir(), 'ugarit-tests-cache') },
    exclude: ['test/full/**'],
    globalSetup: 'test/warn-of-stale-build.ts',
    reporters: ['default', ...jsonReport('vitest')],
    // Importing the server takes 1 s. With isolation, each of 70 test files would import it again.
    isolate: false,
    // `npm run test:watch` uses these, because it knows the imports of a test only after the test has run.
    watchTriggerPatterns: [
      {
        pattern: /\/(?:cli|client|content|contract|contract-check|mock-client|scripts|server|studio)\/.*\.tsx?$/,
        testsToRun: testsOf,
      },
    ],
    // One worker more than cores, because tests also wait for timers.
    maxWorkers: availableParallelism() + 1,
    // On two idle cores our tests take 14 s at most, and poll for 3 s at most.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // A bug in the server fails hundreds of tests, and the first 20 tell enough.
    bail: 20,
  },
})
