import type { TextStorage } from './home-data'

const storeName = 'texts'

/** Texts by key in IndexedDB. Each use rejects where the database is denied or full. */
export const textDatabase: TextStorage = {
  get: async (key) => {
    const found: unknown = await use('readonly', (store) => store.get(key))
    return typeof found === 'string' ? found : null
  },
  set: async (key, text) => void (await use('readwrite', (store) => store.put(text, key))),
  remove: async (key) => void (await use('readwrite', (store) => store.delete(key))),
}

async function use(mode: IDBTransactionMode, make: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const opening = indexedDB.open('site', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = (await settled(opening)) as IDBDatabase
  try {
    return await settled(make(database.transaction(storeName, mode).objectStore(storeName)))
  } finally {
    database.close()
  }
}

function settled(request: IDBRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
