import { attempt } from '#content/attempt'
import type { HomeData } from '#contract/entities'
import { listKinds } from '#contract/fields'
import { isObject } from '#contract/json'
import { type Answers, operations } from '#contract/operations'
import { homeKey, timeKey } from '../boot/storage-keys'
import type { Api } from './api'

/** Longer texts go to IndexedDB, because local storage holds only some 5 million characters for the whole origin. */
const maxCharacters = 2_000_000

/** The longest wait for IndexedDB, in milliseconds. It may never answer, such as in Safari (jakearchibald/idb-keyval#180). */
const longestRead = 1_000

/** The home data and its fetch time in milliseconds since 1970, which is 0 if it is unknown. */
export type StoredHome = { home: HomeData; at: number }

export type HomeStorage = ReturnType<typeof createHomeStorage>

/** Stores in local storage, or in IndexedDB if the text is too long or local storage is full. `read` and `write` never reject. */
export function createHomeStorage(local: () => Storage, database = openDatabase) {
  async function get(key: string): Promise<unknown> {
    const fromDatabase = () =>
      Promise.race([
        database().then((texts) => texts.get(key)),
        new Promise((resolve) => setTimeout(resolve, longestRead)),
      ])
    return attempt(() => local().getItem(key)) ?? fromDatabase()
  }

  async function set(key: string, text: string): Promise<void> {
    const isStored = attempt(() => {
      if (text.length > maxCharacters) return false
      // Writing takes longer than reading, and most visits find the same content.
      if (local().getItem(key) !== text) local().setItem(key, text)
      return true
    })
    if (isStored) return
    await (await database()).set(key, text)
    // Removes the older text, because `get` reads local storage first.
    attempt(() => local().removeItem(key))
  }

  return {
    read: async (): Promise<StoredHome | undefined> => {
      try {
        const text = await get(homeKey)
        const home: unknown = typeof text === 'string' ? attempt(() => JSON.parse(text)) : undefined
        // Another version of the site may have stored another shape.
        const isComplete = isObject(home) && listKinds.every((list) => Array.isArray(home[list]))
        if (isComplete) return { home: home as HomeData, at: Number(await get(timeKey)) || 0 }
        // Removes the corrupt text, unless a newer text was written meanwhile.
        if (text === attempt(() => local().getItem(homeKey))) attempt(() => local().removeItem(homeKey))
      } catch {
        // If storage is denied, the result is the same as without stored data.
      }
      return undefined
    },
    /** The home data as JSON, unchecked. Looks for it only if an earlier visit has stored it. */
    storedText: async (): Promise<string | undefined> => {
      const isStored = attempt(() => local().getItem(timeKey) !== null)
      const text = isStored ? await get(homeKey).catch(() => undefined) : undefined
      return typeof text === 'string' ? text : undefined
    },
    write: async (home: unknown, at: number): Promise<void> => {
      try {
        // Writes the data first, so that a failure leaves the older data with its own time.
        await set(homeKey, JSON.stringify(home))
        await set(timeKey, String(at))
      } catch {
        // If storage is denied or full, nothing is stored and the page still works.
      }
    },
  }
}

/** Returns an API that stores the home data of each answer (spec section 3). */
export function storingHome(api: Api, storage: HomeStorage): Api {
  return async (call) => {
    const answer = await api(call)
    if (call.queryKey[0] === 'homeData') void storage.write((answer as Answers['homeData'])[0], Date.now())
    return answer
  }
}

/** Returns a `fetch` for `createApi` that asks only for what has changed in the stored home data, if there is any. */
export function fetchingChanges(
  fetch: (path: string, init?: RequestInit) => Promise<Response>,
  storage: Pick<HomeStorage, 'storedText'>,
) {
  return async (path: string, init?: RequestInit): Promise<Response> => {
    const stored = path.endsWith(operations.homeData.path) ? await storage.storedText() : undefined
    if (stored === undefined) return fetch(path, init)
    const body = await import('./home-changes')
      .then(({ fetchHomeChanges }) => fetchHomeChanges(stored, path, (address) => fetch(address, init)))
      // The complete response stands in, or fails in the same way.
      .catch(() => undefined)
    return body === undefined ? fetch(path, init) : new Response(body)
  }
}

/** Loads the IndexedDB library only when it is used, because few visitors need it. */
async function openDatabase() {
  const { createStore, get, set } = await import('idb-keyval')
  const store = createStore('site', 'texts')
  return { get: (key: string) => get(key, store), set: (key: string, text: string) => set(key, text, store) }
}
