import type { Store } from './store'

/** The maximum number of faults listed. */
const mostFaults = 10

/** Describes invalid fixtures for `/ready`: since when, and where. Leaves out values, because drafts may be private. */
export function rejectedContent(store: Store) {
  const rejection = store.rejection()
  if (!rejection) return {}
  const { since, error } = rejection
  const places = error.faults.map(({ file, pointer }) => `${file} ${pointer || '(whole file)'}`)
  return { content: { rejectedSince: since.toISOString(), faults: places.length, places: places.slice(0, mostFaults) } }
}
