import { createHash, randomUUID } from 'node:crypto'
import { cp, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { makeFolder, ownFolder } from '../cache-folder'
import { digestFixtures, fixtureKeys } from './load'

export type LastGood = ReturnType<typeof createLastGood>

/** Names of the folders that this module creates. Other names are not its own. */
const copyName = /^[\w-]{27}$/
const draftName = /^[\w-]{27}\.[\da-f-]{36}\.tmp$/

/** Age in milliseconds at which a draft is left over from a killed process and deleted. */
const longestCopying = 60 * 60 * 1_000

/**
 * Copies the last valid fixtures to `cacheDir`, so that the server can start with invalid ones. Each product and fixtures folder
 * has its own folder of copies, which several processes may share. A copy is a folder whose name is the digest of its files. It is
 * written as a draft and then renamed, because another process may write or read the same copy.
 */
export function createLastGood(cacheDir: string, { fixturesDir, product }: { fixturesDir: string; product: string }) {
  const key = createHash('sha1').update(`${product} ${fixturesDir}`).digest('hex').slice(0, 12)
  const folder = ownFolder(cacheDir, `content-${key}`)
  const isWhole = async (name: string) => (await digestFixtures(join(folder, name))) === name
  const timeOf = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
  const paths = async (name: RegExp) =>
    (await readdir(folder).catch(() => [])).filter((each) => name.test(each)).map((each) => join(folder, each))

  /** Returns false if the fixtures do not have this digest any more. */
  async function writeCopy(digest: string): Promise<boolean> {
    const [copy, draft] = [join(folder, digest), join(folder, `${digest}.${randomUUID()}.tmp`)]
    try {
      await copyFixtures(fixturesDir, draft)
      if ((await digestFixtures(draft)) !== digest) return false
      await rename(draft, copy).catch(async () => {
        // Another process was first, or the copy there is spoilt.
        if (await isWhole(digest)) return
        await remove(copy)
        await rename(draft, copy)
      })
      return true
    } finally {
      await remove(draft)
    }
  }

  return {
    /** The complete copies, the newest first. */
    copies: async (): Promise<string[]> => {
      const found: { path: string; time: number }[] = []
      for (const path of await paths(copyName))
        if (await isWhole(basename(path))) found.push({ path, time: await timeOf(path) })
      return found.sort((a, b) => b.time - a.time).map(({ path }) => path)
    },
    /** Copies the fixtures, if their digest still is `digest`, and removes other copies. */
    keep: async (digest: string): Promise<void> => {
      const copy = join(folder, digest)
      if (await isWhole(digest)) await utimes(copy, new Date(), new Date())
      // The reload of the changed fixtures copies them.
      else if (!(await writeCopy(digest))) return
      for (const path of await paths(copyName)) if (path !== copy) await remove(path)
      for (const path of await paths(draftName))
        if ((await timeOf(path)) < Date.now() - longestCopying) await remove(path)
    },
  }
}

/** Copies each file and waits until the disk has it, because older copies are removed next, and a power cut must not leave none. */
async function copyFixtures(from: string, to: string): Promise<void> {
  await makeFolder(to)
  for (const key of fixtureKeys) {
    const path = join(to, `${key}.json`)
    await cp(join(from, `${key}.json`), path, { preserveTimestamps: true })
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
  }
}

function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}
