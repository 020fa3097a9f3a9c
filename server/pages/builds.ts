import { readdir, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The name of a build's folder: the digest of its sources. A build lies complete under this name, and never changes. */
export const buildName = /^[\da-f]{16}$/

/** How often a running server marks its build as used, in milliseconds. */
const hour = 60 * 60 * 1000

/** Keeps a build from being removed by later ones (`scripts/build.ts`): its folder's time says when it was used last. */
export function markUsed(build: string): Promise<void> {
  const now = new Date()
  // A folder that can't be written to has no builds to come either.
  return utimes(build, now, now).catch(() => undefined)
}

/** Marks a build as used for as long as the process runs. */
export function keepUsed(build: string): void {
  void markUsed(build)
  setInterval(() => void markUsed(build), hour).unref()
}

/** The folders of the other builds beside this one, earlier and later ones. */
export async function otherBuilds(build: string): Promise<string[]> {
  const folder = dirname(build)
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => buildName.test(name) && name !== basename(build)).map((name) => join(folder, name))
}
