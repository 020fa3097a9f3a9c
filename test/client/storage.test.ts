import { expect, onTestFinished, test, vi } from 'vitest'
import { homeQuery } from '../../client/data/queries'
import { createHomeStorage, storingHome } from '../../client/data/storage'
import { generateContent } from '../support/generated-content'
import { apiOver } from './page-views'

const content = generateContent({ seed: 9, size: 3 })
const stored = { home: content, at: 1_700_000_000_000 }
const lang = JSON.stringify(content)

/** Makes a local storage in memory. Node.js has no IndexedDB, so every use of it rejects, as if access were denied. */
function memory(entries: Record<string, string> = {}) {
  const inLocal = new Map(Object.entries(entries))
  const local = {
    getItem: (key: string) => inLocal.get(key) ?? null,
    setItem: (key: string, value: string) => void inLocal.set(key, value),
    removeItem: (key: string) => void inLocal.delete(key),
  } as Storage // only these three members are used
  return { inLocal, local, storage: createHomeStorage(() => local) }
}

test('the home data is stored under "lang", whole, with its time beside it, and read again', async () => {
  const { inLocal, storage } = memory()
  await storage.write(stored.home, stored.at)
  expect(Object.fromEntries(inLocal)).toStrictEqual({ lang, 'lang.at': '1700000000000' })
  expect(await storage.read()).toStrictEqual(stored)
})

test('the stored text is read as it is, but only after an earlier visit', async () => {
  const { inLocal, storage } = memory()
  expect(await storage.storedText()).toBeUndefined()
  await storage.write(stored.home, stored.at)
  expect(await storage.storedText()).toBe(inLocal.get('lang'))
})

test('home data stored without a time has an unknown age', async () => {
  const { storage } = memory({ lang, 'lang.at': 'never' })
  expect(await storage.read()).toStrictEqual({ home: content, at: 0 })
})

test('the home data of each answer is stored, and no other answer', async () => {
  const { inLocal, storage } = memory()
  const api = storingHome(apiOver({ homeData: [content], blogs: content.blogs }).api, storage)
  expect(await api({ queryKey: ['blogs', undefined] })).toStrictEqual(content.blogs)
  expect(inLocal.size).toBe(0)
  expect(await api({ queryKey: homeQuery })).toStrictEqual([content])
  await expect.poll(() => storage.read()).toStrictEqual({ home: content, at: expect.any(Number) })
})

const odd = JSON.stringify({ ...content, news: {} })
test.each(['', 'null', '{}', odd, '{"courses":'])('a spoiled copy (%#) is removed', async (spoiled) => {
  const { inLocal, storage } = memory({ lang: spoiled, locale: 'ar' })
  expect([await storage.read(), [...inLocal.keys()]]).toStrictEqual([undefined, ['locale']])
})

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}
test.each([
  ['is denied', denied],
  ['is full', () => ({ getItem: () => null, setItem: denied, removeItem: denied }) as unknown as Storage],
  ['throws on reading', () => ({ getItem: denied, setItem: denied, removeItem: denied }) as unknown as Storage],
])('when storage %s, there is nothing, and nothing fails', async (_, local) => {
  const storage = createHomeStorage(local)
  await storage.write(stored.home, stored.at)
  expect(await storage.read()).toBeUndefined()
})

test('a failed write leaves the older data its own time', async () => {
  const { inLocal, local } = memory({ lang, 'lang.at': '1' })
  const full = (key: string, value: string) => (key === 'lang' ? denied() : local.setItem(key, value))
  await createHomeStorage(() => ({ ...local, setItem: full })).write({ ...content, news: [] }, 2)
  expect(inLocal.get('lang.at')).toBe('1')
})

test('reading the stored copy removes nothing that is stored meanwhile', async () => {
  const { storage } = memory({ lang: '{"courses":' })
  await Promise.all([storage.read(), storage.write(stored.home, stored.at)])
  expect(await storage.read()).toStrictEqual(stored)
})

test('a database that never answers is as one without home data', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const never = new Promise<never>(() => undefined)
  const storage = createHomeStorage(
    () => memory({ 'lang.at': '1' }).local,
    async () => ({ get: () => never, set: () => never }),
  )
  const texts = Promise.all([storage.read(), storage.storedText()])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await texts).toStrictEqual([undefined, undefined])
})

test('home data of more than two million characters goes to IndexedDB, in place of an older text', async () => {
  const { inLocal, local } = memory({ lang: JSON.stringify(content) })
  const texts = new Map<string, string>()
  const set = async (key: string, text: string) => void texts.set(key, text)
  const storage = createHomeStorage(
    () => local,
    async () => ({ get: async (key: string) => texts.get(key), set }),
  )
  const long = { home: { ...content, goals: { en_mission: 'x'.repeat(2_000_000) } }, at: 7 }
  await storage.write(long.home, long.at)
  expect([[...texts.keys()], [...inLocal.keys()]]).toStrictEqual([['lang'], ['lang.at']])
  expect(await storage.read()).toStrictEqual(long)
})
