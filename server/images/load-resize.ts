import { createRequire } from 'node:module'

/** The code that resizes pictures by sharp. */
export type Resizing = typeof import('./resize')

/** False where sharp is not installed. The packed archive of the site leaves it open. */
export function hasSharp(): boolean {
  try {
    createRequire(import.meta.url).resolve('sharp')
    return true
  } catch {
    return false
  }
}

/** Loads the code that resizes pictures; `undefined` if sharp is not installed or can't be loaded. */
export function loadResize(): Promise<Resizing | undefined> {
  return import('./resize').catch(() => undefined)
}
