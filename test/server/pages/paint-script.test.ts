import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** Local storage without its limit of size, and what it holds. */
function fakeStorage(entries: Record<string, string> = {}) {
  const texts = new Map(Object.entries(entries))
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  } as Storage // only these three members are used
  return { texts, storage }
}

/** The inline script of a page of the build below `base` that chooses the fonts of the first paint. */
async function paintScript(base: string): Promise<string> {
  const { readTemplate } = await import('../../../server/pages/template')
  const { config } = await startApp()
  const parts = { locale: 'en' as const, isHome: false, head: '', body: '', data: '', modules: [] }
  const scripts = readTemplate(currentBuild(), config, base)
    .page(parts)
    .html.matchAll(/<script>([^<]*)<\/script>/g)
  return Array.from(scripts, ([, script = '']) => script).find((script) => script.includes('faces')) ?? ''
}

/** The media for which the page's font faces count, after the script. */
function mediaAfter(script: string, localStorage: Storage): string {
  const faces = { media: '(scripting: none)' }
  const document = { documentElement: { dataset: {} }, getElementById: () => faces }
  runInNewContext(script, { document, navigator: {}, localStorage })
  return faces.media
}

const idb = new Map<string, unknown>()
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  get: async (key: string) => idb.get(key),
  set: async (key: string, value: unknown) => void idb.set(key, value),
}))

// Home data that is longer goes to another storage.
test.each([
  ['/', 10],
  ['/', 2_000_001],
  ['/demo/', 10],
  ['/demo/', 2_000_001],
])(
  'a site below %s shows its web fonts at first paint after a visit, with %i characters of home data',
  async (base, length) => {
    vi.stubEnv('BASE_URL', base)
    const { createHomeStorage } = await import('../../../client/data/storage')
    const script = await paintScript(base)
    const { storage, texts } = fakeStorage()
    expect(mediaAfter(script, storage)).toBe('(scripting: none)')
    await createHomeStorage(() => storage).write('x'.repeat(length), 1)
    expect([...texts.keys()].every((key) => key.startsWith(base.slice(1)))).toBe(true)
    expect(mediaAfter(script, storage)).toBe('all')
  },
)

test("another site's stored data says nothing of this one", async () => {
  const { storage } = fakeStorage({ lang: '[]', 'lang.at': '1' })
  expect(mediaAfter(await paintScript('/demo/'), storage)).toBe('(scripting: none)')
})
