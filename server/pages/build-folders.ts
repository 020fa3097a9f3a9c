import { readdir, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The name of a build's folder: the digest of its sources. A build under this name is complete and never changes. */
export const buildName = /^[\da-f]{16}$/

/** Sets the time of a build's folder to now. Later builds delete folders with old times (`scripts/build.ts`). */
export function markUsed(build: string): Promise<void> {
  const now = new Date()
  // Ignores the error of a read-only folder, because no later build can delete from it.
  return utimes(build, now, now).catch(() => undefined)
}

/** Marks a build as used every hour for as long as the process runs. */
export function keepUsed(build: string): void {
  void markUsed(build)
  setInterval(() => void markUsed(build), 60 * 60 * 1_000).unref()
}

export async function otherBuilds(build: string): Promise<string[]> {
  const folder = dirname(build)
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => buildName.test(name) && name !== basename(build)).map((name) => join(folder, name))
}
