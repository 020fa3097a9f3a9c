import type { HomeData } from '#contract/schemas'
import type { Api } from './api'

/** The local storage key that the spec gives to the home data (section 3). */
const storageKey = 'lang'

/** When what lies under `lang` was fetched, in milliseconds since 1970. */
const timeKey = 'lang.at'

/** Texts by key, wherever they are kept (`client/data/text-storage.ts`). Any use may reject: then nothing is kept. */
export type TextStorage = {
  get: (key: string) => Promise<string | null>
  set: (key: string, text: string) => Promise<void>
  remove: (key: string) => Promise<void>
}

/** The home data and when it was fetched, as `Date.now()` gives it. */
type Kept = { home: HomeData; at: number }

/** The home data: fetched once, kept in memory, and in `storage` for the time when there is no line. */
export type HomeDataStore = {
  /** The home data, fetched on the first call. Rejects when that fails. */
  get: () => Promise<HomeData>
  /** Fetches the home data once more, unless that is under way. */
  refresh: () => Promise<HomeData>
  /** The home data if it has arrived. */
  peek: () => HomeData | undefined
  /** The latest there is without asking the API: what has arrived, else the stored copy. Never rejects. */
  kept: () => Promise<Kept | undefined>
  /** Calls back whenever `peek` has something new; returns the way out. */
  subscribe: (listener: () => void) => () => void
}

/** Creates the home data's store over an API. */
export function createHomeData(api: Pick<Api, 'homeData'>, storage?: TextStorage): HomeDataStore {
  let current: Kept | undefined
  let underway: Promise<HomeData> | undefined
  let stored: Promise<Kept | undefined> | undefined
  const listeners = new Set<() => void>()

  async function load(): Promise<HomeData> {
    try {
      const [home] = await api.homeData(undefined)
      if (home === undefined) throw new TypeError('the home data is an empty list')
      current = { home, at: Date.now() }
      void keep(current)
    } finally {
      underway = undefined
    }
    for (const listener of listeners) listener()
    return current.home
  }

  async function keep({ home, at }: Kept): Promise<void> {
    try {
      // The time first: what is there under `lang` is then never older than it says.
      await storage?.set(timeKey, String(at))
      await storage?.set(storageKey, JSON.stringify(home))
    } catch {
      // Denied or full: the page works without.
    }
  }

  async function restore(): Promise<Kept | undefined> {
    try {
      const text = await storage?.get(storageKey)
      // What came meanwhile is newer, and must not be removed below.
      if (typeof text !== 'string' || current) return current
      const home = parse(text)
      if (isHomeData(home)) return { home, at: Number(await storage?.get(timeKey)) || 0 }
      await storage?.remove(storageKey)
      await storage?.remove(timeKey)
    } catch {
      // Denied: the same as nothing.
    }
    return undefined
  }

  function refresh(): Promise<HomeData> {
    underway ??= load()
    return underway
  }

  return {
    get: async () => current?.home ?? refresh(),
    refresh,
    peek: () => current?.home,
    kept: async () => {
      if (current) return current
      stored ??= restore()
      return stored
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Close enough to be rendered: another version of the site, or another site of this origin, may have written the key. */
function isHomeData(value: unknown): value is HomeData {
  if (typeof value !== 'object' || value === null) return false
  const candidate = value as Partial<HomeData>
  return (['courses', 'courses_categories', 'news', 'blogs', 'events', 'team'] as const).every((key) =>
    Array.isArray(candidate[key]),
  )
}
