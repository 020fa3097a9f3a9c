import type { HomeData } from '#contract/schemas'
import type { Api } from './api'

/** The local storage key that the spec gives to the home data (section 3). */
const storageKey = 'lang'

/** The home data: fetched once, kept in memory, and in `storage` for the time when there is no line. */
export type HomeDataStore = {
  /** The home data, fetched on the first call; when that fails, the stored copy. Rejects when there is neither. */
  get: () => Promise<HomeData>
  /** Fetches the home data once more, unless that is under way. */
  refresh: () => Promise<HomeData>
  /** The home data if it has arrived. */
  peek: () => HomeData | undefined
  /** Calls back whenever `peek` has something new; returns the way out. */
  subscribe: (listener: () => void) => () => void
}

/** Creates the home data's store over an API. `storage` may throw on any use (denied, full): then nothing is kept. */
export function createHomeData(api: Pick<Api, 'homeData'>, storage?: () => Storage): HomeDataStore {
  let current: HomeData | undefined
  let underway: Promise<HomeData> | undefined
  const listeners = new Set<() => void>()

  async function load(): Promise<HomeData> {
    try {
      const [homeData] = await api.homeData(undefined)
      if (homeData === undefined) throw new TypeError('the home data is an empty list')
      keep(homeData)
      current = homeData
    } catch (error) {
      // Not `current`: the next call must try the line again.
      const stored = restore()
      if (stored === undefined) throw error
      return stored
    } finally {
      underway = undefined
    }
    for (const listener of listeners) listener()
    return current
  }

  function keep(homeData: HomeData): void {
    try {
      storage?.().setItem(storageKey, JSON.stringify(homeData))
    } catch {
      // Denied or full: the page works without.
    }
  }

  function restore(): HomeData | undefined {
    try {
      const stored = parse(storage?.().getItem(storageKey) ?? 'null')
      if (isHomeData(stored)) return stored
      storage?.().removeItem(storageKey)
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
    get: async () => current ?? refresh(),
    refresh,
    peek: () => current,
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
