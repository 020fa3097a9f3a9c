import { useSyncExternalStore } from 'react'

/** What the visitor pressed last. */
type Choice = 'paused' | 'playing'

// Outlives the pages and the languages; session storage adds reloads. Never written on the server.
const choices = new Map<string, Choice | undefined>()
const listeners = new Set<() => void>()

/** The pause button's choice for one carousel, if any, kept for the whole visit, and the way to change it. */
export function usePauseChoice(name: string): [Choice | undefined, (choice: Choice) => void] {
  const choice = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => undefined,
  )
  return [choice, (next) => write(name, next)]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(name: string): Choice | undefined {
  if (!choices.has(name)) choices.set(name, stored(name))
  return choices.get(name)
}

function stored(name: string): Choice | undefined {
  try {
    const value = sessionStorage.getItem(`carousel:${name}`)
    return value === 'paused' || value === 'playing' ? value : undefined
  } catch {
    return undefined // storage is denied: the map above has to do
  }
}

function write(name: string, choice: Choice): void {
  choices.set(name, choice)
  try {
    sessionStorage.setItem(`carousel:${name}`, choice)
  } catch {
    // Denied or full: the choice lasts until the next reload.
  }
  for (const listener of listeners) listener()
}
