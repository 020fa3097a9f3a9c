import type { Store } from './store'

/** Faults that are named, at most. */
const mostFaults = 10

/** For `/ready`: since when fixtures are refused, and the places of their faults. Not the values, as drafts may be private. */
export function rejectedContent(store: Store) {
  const rejection = store.rejection()
  if (!rejection) return {}
  const { since, error } = rejection
  const places = error.faults.map(({ file, pointer }) => `${file} ${pointer || '(whole file)'}`)
  return { content: { rejectedSince: since.toISOString(), faults: places.length, places: places.slice(0, mostFaults) } }
}
