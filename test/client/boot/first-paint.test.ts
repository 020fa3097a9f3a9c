import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { buildBootScript } from '../../../scripts/vite/boot-scripts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** Runs the inline script of a page below `base`. Returns the media for which the page's font faces then apply. */
async function mediaAt(base: string, localStorage: Storage): Promise<string> {
  const faces = { media: '(scripting: none)' }
  const fonts = { load: async () => [] }
  const document = { documentElement: { dataset: {} }, getElementById: () => faces, fonts }
  const script = await buildBootScript('first-paint', base)
  runInNewContext(script, { document, navigator: {}, localStorage })
  return faces.media
}

vi.mock('idb-keyval', () => ({ createStore: vi.fn(), get: vi.fn(), set: vi.fn() }))

// Longer home data is stored elsewhere.
test.each([
  ['/', 10],
  ['/', 2_000_001],
  ['/demo/', 10],
  ['/demo/', 2_000_001],
])('a site below %s has web fonts at first paint after a visit with %i characters', async (base, length) => {
  vi.stubEnv('BASE_URL', base)
  const { createHomeStorage } = await import('../../../client/data/storage')
  // Data of a site at the root of this origin does not concern a site below it.
  const texts = new Map<string, string>(base === '/' ? [] : Object.entries({ lang: '[]', 'lang.at': '1' }))
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  } as Storage // only these two members are needed
  expect(await mediaAt(base, storage)).toBe('(scripting: none)')
  await createHomeStorage(() => storage).write('x'.repeat(length), 1)
  expect(await mediaAt(base, storage)).toBe('all')
})
