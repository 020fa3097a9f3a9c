import type { TextStorage } from './home-data'

/** Local storage holds some 5 million characters for the whole origin; a text longer than this goes to the database at once. */
const mostCharacters = 2_000_000

/**
 * Local storage, and IndexedDB under the same key for what is too large for it or finds it full. `local` may throw on any use;
 * the database's code comes when it is first needed.
 */
export function createTextStorage(local: () => Storage): TextStorage {
  const database = async () => (await import('./text-database')).textDatabase
  return {
    get: async (key) => attempt(() => local().getItem(key)) ?? (await database()).get(key),
    set: async (key, text) => {
      const isKept = attempt(() => {
        if (text.length > mostCharacters) return false
        local().setItem(key, text)
        return true
      })
      if (isKept) return
      await (await database()).set(key, text)
      // Read first, so it must not hide the newer one.
      attempt(() => local().removeItem(key))
    },
    remove: async (key) => {
      attempt(() => local().removeItem(key))
      await (await database()).remove(key)
    },
  }
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined // denied or full
  }
}
