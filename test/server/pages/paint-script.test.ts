import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentBuild } from '../../../scripts/builds'
import { startApp } from '../../support/app'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** Local storage without its limit of size. */
function fakeStorage() {
  const texts = new Map<string, string>()
  return {
    texts,
    storage: {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
    } as unknown as Storage,
  }
}

/** The inline script of a page of the build below `base` that chooses the fonts of the first paint. */
async function paintScript(base: string): Promise<string> {
  const { readTemplate } = await import('../../../server/pages/template')
  const { config } = await startApp()
  const parts = { locale: 'en' as const, isHome: false, head: '', body: '', data: '', modules: [] }
  const scripts = readTemplate(currentBuild(), config, base)
    .page(parts)
    .matchAll(/<script>([^<]*)<\/script>/g)
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

describe.each(['/', '/demo/'])('a site below %s', (base) => {
  test.each([
    ['small', 10],
    ['above two million characters', 2_000_001],
  ])('shows its web fonts at first paint after a visit, with home data that is %s', async (_, length) => {
    vi.stubEnv('BASE_URL', base)
    const { createHomeStorage } = await import('../../../client/data/storage')
    const script = await paintScript(base)
    const { storage, texts } = fakeStorage()
    expect(mediaAfter(script, storage)).toBe('(scripting: none)')
    await createHomeStorage(() => storage).write('x'.repeat(length), 1)
    expect([...texts.keys()].every((key) => key.startsWith(base.slice(1)))).toBe(true)
    expect(mediaAfter(script, storage)).toBe('all')
  })
})

test("another site's stored data says nothing of this one", async () => {
  const { storage } = fakeStorage()
  storage.setItem('lang', '[]')
  storage.setItem('lang.at', '1')
  expect(mediaAfter(await paintScript('/demo/'), storage)).toBe('(scripting: none)')
})
