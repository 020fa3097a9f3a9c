import { createHash } from 'node:crypto'
import { cp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, ownFolder } from '../cache-folder'
import { digestFixtures, fixtureKeys } from './load'

export type LastGood = ReturnType<typeof createLastGood>

/**
 * Copies the last valid fixtures to `cacheDir`, so that the server can start with invalid ones. Each product and fixtures folder
 * has its own folder of copies, which several processes may share. A copy is a folder whose name is the digest of its files, so a
 * partial copy is told from a complete one.
 */
export function createLastGood(cacheDir: string, { fixturesDir, product }: { fixturesDir: string; product: string }) {
  const key = createHash('sha1').update(`${product} ${fixturesDir}`).digest('hex').slice(0, 12)
  const folder = ownFolder(cacheDir, `content-${key}`)
  const isWhole = async (name: string) => (await digestFixtures(join(folder, name))) === name
  /** Copies, complete or partial. Other names are not this module's. */
  const names = async () => (await readdir(folder).catch(() => [])).filter((name) => /^[\w-]{27}$/.test(name))

  return {
    /** The complete copies, the newest first. */
    copies: async (): Promise<string[]> => {
      const found: { path: string; time: number }[] = []
      for (const name of await names()) {
        const path = join(folder, name)
        if (await isWhole(name)) found.push({ path, time: (await stat(path)).mtimeMs })
      }
      return found.sort((a, b) => b.time - a.time).map(({ path }) => path)
    },
    /** Copies the fixtures, if their digest still is `digest`, and removes other copies. */
    keep: async (digest: string): Promise<void> => {
      const copy = join(folder, digest)
      if (!(await isWhole(digest))) {
        await copyFixtures(fixturesDir, copy).catch(async (error: unknown) => {
          await remove(copy)
          throw error
        })
        // The fixtures have changed in between. Their reload copies them.
        if (!(await isWhole(digest))) return remove(copy)
      }
      await utimes(copy, new Date(), new Date())
      for (const name of await names()) if (name !== digest) await remove(join(folder, name))
    },
  }
}

async function copyFixtures(from: string, to: string): Promise<void> {
  await makeFolder(to)
  for (const key of fixtureKeys)
    await cp(join(from, `${key}.json`), join(to, `${key}.json`), { preserveTimestamps: true })
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}
