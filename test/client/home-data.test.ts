import { expect, test } from 'vitest'
import type { HomeData } from '#contract/schemas'
import { ApiError } from '../../client/data/api'
import { createHomeData } from '../../client/data/home-data'
import { createTextStorage } from '../../client/data/text-storage'
import { generateContent } from '../generated-content'

const content = generateContent({ seed: 9, size: 3 })
const offline = () => Promise.reject(new ApiError('homeData', 'network', 0, 'no line'))

/** Local storage in memory. There is no database on Node.js: its every use rejects, as where it is denied. */
function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries))
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage // the three of its members that are used
  return { kept, storage: createTextStorage(() => storage) }
}

/** A home data call that counts, and answers what `answer` says. */
function counting(answer: () => Promise<HomeData[]> = async () => [content]) {
  let calls = 0
  const homeData = () => {
    calls++
    return answer()
  }
  return { api: { homeData }, calls: () => calls }
}

test('it is fetched once, however many ask at once or later', async () => {
  const { api, calls } = counting()
  const store = createHomeData(api)
  expect(store.peek()).toBeUndefined()
  const answers = await Promise.all([store.get(), store.get(), store.get()])
  for (const answer of [...answers, await store.get(), store.peek()]) expect(answer).toBe(content)
  expect(calls()).toBe(1)
})

test('it is kept in storage under "lang", whole, with its time beside it', async () => {
  const { kept, storage } = memory()
  const before = Date.now()
  await createHomeData(counting().api, storage).get()
  await expect.poll(() => kept.get('lang')).toBeDefined()
  expect([...kept.keys()].sort()).toStrictEqual(['lang', 'lang.at'])
  expect(JSON.parse(kept.get('lang') ?? '')).toStrictEqual(content)
  expect(Number(kept.get('lang.at'))).toBeGreaterThanOrEqual(before)
})

test('when the line fails, the stored copy is at hand with its time, and the next call tries the line again', async () => {
  const { kept, storage } = memory({ lang: JSON.stringify(content), 'lang.at': '1700000000000' })
  let isOffline = true
  const newer = generateContent({ seed: 10, size: 3 })
  const { api, calls } = counting(() => (isOffline ? offline() : Promise.resolve([newer])))
  const store = createHomeData(api, storage)
  await expect(store.get()).rejects.toMatchObject({ kind: 'network' })
  expect(await store.kept()).toStrictEqual({ home: content, at: 1_700_000_000_000 })
  expect(store.peek()).toBeUndefined()
  isOffline = false
  expect(await store.get()).toBe(newer)
  expect((await store.kept())?.home).toBe(newer)
  expect(calls()).toBe(2)
  await expect.poll(() => JSON.parse(kept.get('lang') ?? '')).toStrictEqual(newer)
})

test('with neither line nor copy the failure of the line is told, and the next call tries again', async () => {
  const { api, calls } = counting(offline)
  const store = createHomeData(api, memory().storage)
  await expect(store.get()).rejects.toMatchObject({ kind: 'network' })
  await expect(store.get()).rejects.toMatchObject({ kind: 'network' })
  expect(await store.kept()).toBeUndefined()
  expect(calls()).toBe(2)
})

test.each(['', 'ar', 'null', '[]', '{}', '{"courses":[]}', JSON.stringify({ ...content, news: {} }), '{"courses":'])(
  'a spoiled copy (%j) is removed and never used',
  async (spoiled) => {
    const { kept, storage } = memory({ lang: spoiled, locale: 'ar' })
    expect(await createHomeData(counting(offline).api, storage).kept()).toBeUndefined()
    expect([...kept.keys()]).toStrictEqual(['locale'])
  },
)

const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}
test.each([
  ['is denied', denied],
  ['is full', () => ({ getItem: () => null, setItem: denied, removeItem: denied }) as unknown as Storage],
  ['throws on reading', () => ({ getItem: denied, setItem: denied, removeItem: denied }) as unknown as Storage],
])('when storage %s, the line serves, and a failure of the line is told as such', async (_, storage) => {
  expect(await createHomeData(counting().api, createTextStorage(storage)).get()).toBe(content)
  const store = createHomeData(counting(offline).api, createTextStorage(storage))
  await expect(store.get()).rejects.toMatchObject({ kind: 'network' })
  expect(await store.kept()).toBeUndefined()
})

test('who subscribed is called when it arrives, not after leaving, and not for a stored copy', async () => {
  const heard: string[] = []
  let isOffline = true
  const { api } = counting(() => (isOffline ? offline() : Promise.resolve([content])))
  const store = createHomeData(api, memory({ lang: JSON.stringify(content) }).storage)
  store.subscribe(() => heard.push(store.peek() === content ? 'stays' : 'too early'))
  const leave = store.subscribe(() => heard.push('left'))
  leave()
  await store.get().catch(() => store.kept())
  expect(heard).toStrictEqual([])
  isOffline = false
  await store.get()
  expect(heard).toStrictEqual(['stays'])
})

test('a look for a stored copy removes nothing that arrives meanwhile', async () => {
  const { kept, storage } = memory()
  const store = createHomeData(counting().api, storage)
  await Promise.all([store.kept(), store.get()])
  await expect.poll(() => kept.get('lang')).toBeDefined()
})
