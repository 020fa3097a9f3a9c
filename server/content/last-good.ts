import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { digestFixtures, fixtureKeys } from './load'

export type LastGood = ReturnType<typeof createLastGood>

/** Names of folders that this module creates: complete copies (digest), and temporary ones (`.tmp`). */
const ownName = /^[\w-]{27}(?:\.[\da-f-]{36}\.tmp)?$/

/** Age in milliseconds at which a temporary folder is abandoned and deleted. */
const longestCopy = 60 * 60 * 1_000

/**
 * Copies the last valid fixtures to `cacheDir`, so that the server can start with invalid ones. Each product and fixtures folder
 * has its own folder of copies, which several processes may share.
 */
export function createLastGood(cacheDir: string, { fixturesDir, product }: { fixturesDir: string; product: string }) {
  const key = createHash('sha1').update(`${product} ${fixturesDir}`).digest('hex').slice(0, 12)
  const folder = join(cacheDir, 'ugarit-site', `content-${key}`)
  return {
    /** The copies, the newest first. */
    copies: async (): Promise<string[]> =>
      (await listCopies(folder)).flatMap(({ path, isWhole }) => (isWhole ? [path] : [])),
    /** Copies the fixtures, if their digest still is `digest`, and removes older copies. */
    keep: async (digest: string): Promise<void> => {
      const [copy, temporary] = [join(folder, digest), join(folder, `${digest}.${randomUUID()}.tmp`)]
      await makeFolder(folder)
      try {
        if (!(await stat(copy).catch(() => undefined))) {
          await mkdir(temporary)
          for (const name of fixtureKeys)
            await copySynced(join(fixturesDir, `${name}.json`), join(temporary, `${name}.json`))
          if ((await digestFixtures(temporary)) !== digest) return
          await rename(temporary, copy).catch(async (error: unknown) => {
            // The copy exists if another process made it first.
            if (!(await stat(copy).catch(() => undefined))) throw error
          })
        }
        await utimes(copy, new Date(), new Date())
      } finally {
        await rm(temporary, { recursive: true, force: true })
      }
      const old = (await listCopies(folder)).filter(({ path, isWhole, time }) =>
        isWhole ? path !== copy : time < Date.now() - longestCopy,
      )
      for (const { path } of old) await rm(path, { recursive: true, force: true })
    },
  }
}

async function listCopies(folder: string) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => ownName.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const time = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
      return { path, time, isWhole: !name.endsWith('.tmp') }
    }),
  )
  return found.sort((a, b) => b.time - a.time)
}

async function copySynced(from: string, to: string): Promise<void> {
  await cp(from, to, { preserveTimestamps: true })
  const handle = await open(to, 'r+')
  await handle.sync().finally(() => handle.close())
}

/** Creates a folder and its parents. Not with mkdir's `recursive`, which hangs below /proc (Node 20 to 24). */
async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}
