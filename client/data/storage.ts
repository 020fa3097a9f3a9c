import { createHabitReader } from '#contract/habits'
import { defaultProduct } from '#contract/operations'
import { base } from '#contract/paths'
import type { HomeData } from '#contract/schemas'

/**
 * The local storage keys of the home data (`lang`, spec section 3) and of its fetch time. The base path in the key separates
 * sites that share an origin.
 */
const homeKey = `${base.slice(1)}lang`
const timeKey = `${homeKey}.at`

/** Longer texts go to IndexedDB: local storage holds some 5 million characters for the whole origin. */
const mostCharacters = 2_000_000

/** The home data and its fetch time in milliseconds since 1970; 0 if that is unknown. */
export type StoredHome = { home: HomeData; at: number }

export type HomeStorage = ReturnType<typeof createHomeStorage>

/**
 * Stores the API's home data unconverted; `read` converts it to the contract's format. Uses local storage, or IndexedDB if the
 * text is too long or local storage is full. Never rejects, even if `local` throws.
 */
export function createHomeStorage(local: () => Storage, product = defaultProduct) {
  let database: ReturnType<typeof openDatabase> | undefined
  const open = () => {
    database ??= openDatabase()
    return database
  }

  async function get(key: string): Promise<unknown> {
    return attempt(() => local().getItem(key)) ?? (await open()).get(key)
  }

  async function set(key: string, text: string): Promise<void> {
    const isStored = attempt(() => {
      if (text.length > mostCharacters) return false
      local().setItem(key, text)
      return true
    })
    if (isStored) return
    await (await open()).set(key, text)
    // Removes the older text, because `get` reads local storage first.
    attempt(() => local().removeItem(key))
  }

  return {
    read: async (): Promise<StoredHome | undefined> => {
      try {
        const text = await get(homeKey)
        const given = typeof text === 'string' ? attempt(() => JSON.parse(text) as unknown) : undefined
        const [home] = createHabitReader({ product })('homeData', [given]) as [unknown]
        if (isHomeData(home)) return { home, at: Number(await get(timeKey)) || 0 }
        // Removes the corrupt text, unless a newer one was written meanwhile.
        if (text === attempt(() => local().getItem(homeKey))) attempt(() => local().removeItem(homeKey))
      } catch {
        // Storage is denied, which counts as nothing stored.
      }
      return undefined
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

/** Loads IndexedDB access on first use, because few visitors need it. */
async function openDatabase() {
  const { createStore, get, set } = await import('idb-keyval')
  const store = createStore('site', 'texts')
  return { get: (key: string) => get(key, store), set: (key: string, text: string) => set(key, text, store) }
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** True if the value can be rendered. Another version of the site may have stored another shape. */
function isHomeData(value: unknown): value is HomeData {
  if (typeof value !== 'object' || value === null) return false
  const candidate = value as Partial<HomeData>
  return (['courses', 'courses_categories', 'news', 'blogs', 'events', 'team'] as const).every((key) =>
    Array.isArray(candidate[key]),
  )
}
