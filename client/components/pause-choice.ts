import { useSyncExternalStore } from 'react'

/** What the visitor pressed; `undefined` as long as nothing was pressed. */
type Choice = 'paused' | 'playing' | undefined

// Outlives the pages and the languages; session storage adds reloads. Never written on the server.
const choices = new Map<string, Choice>()
const listeners = new Set<() => void>()

/** The pause button's choice for one carousel, kept for the whole visit, and the way to change it. */
export function usePauseChoice(name: string): [Choice, (choice: Choice) => void] {
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

function read(name: string): Choice {
  if (!choices.has(name)) choices.set(name, stored(name))
  return choices.get(name)
}

function stored(name: string): Choice {
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
    sessionStorage.setItem(`carousel:${name}`, choice ?? '')
  } catch {
    // Denied or full: the choice lasts until the next reload.
  }
  for (const listener of listeners) listener()
}
