import { spawnSync } from 'node:child_process'

/** Skips a test with a note if a program is missing; in CI (`CI=true`) the test fails instead. */
export function requireProgram(name: string, isInstalled: unknown, skip: (note: string) => void): void {
  if (isInstalled) return
  const note = `${name} is not installed`
  if (process.env.CI) throw new Error(note)
  console.warn(note)
  skip(note)
}

/** True if a test may mount folders that only one process sees. */
export function canMount(): boolean {
  return spawnSync('unshare', ['--mount', 'true']).status === 0
}
