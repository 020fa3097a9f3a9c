import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type DiskCacheOptions = {
  /** `CACHE_DIR`, which may also hold files of other programs. */
  cacheDir: string
  /** Called once, with the reason why the folder can't be used. */
  warn: (text: string) => void
  mostBytes?: number
}

/** Names of files that this module writes, complete or temporary (`.tmp`). Other files are never deleted. */
const ownName = /^[\da-f]{64}(?:\.[\da-f-]{36}\.tmp)?$/

/** Temporary files older than this, in milliseconds, belong to a process that ended while it wrote. */
const longestWrite = 60 * 60 * 1_000

/** Each file ends with the SHA-256 of its content. */
const digestLength = 32

/**
 * Opens a disk cache. Its methods never reject, and several processes may share its folder, which the first write creates. Files
 * are written under a temporary name and renamed, so that a killed process leaves no partial files. Opening the cache deletes
 * abandoned temporary files, and the oldest files above `mostBytes`.
 */
export async function openDiskCache({ cacheDir, warn, mostBytes = 512 * 1024 * 1024 }: DiskCacheOptions) {
  const folder = join(cacheDir, 'ugarit-site', 'pictures')
  let hasWarned = false
  const complain = (error: unknown) => {
    if (!hasWarned) warn(`CACHE_DIR: ${folder} can't be used, so pictures are kept in memory alone: ${error}`)
    hasWarned = true
  }
  const pathOf = (key: string) => join(folder, digestOf(key).toString('hex'))
  await sweep(folder, mostBytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') complain(error)
  })
  return {
    /** Returns `undefined` if the key is not cached or the file is corrupt. */
    read: async (key: string): Promise<Buffer | undefined> => {
      try {
        const file = await readFile(pathOf(key))
        const body = file.subarray(0, Math.max(0, file.length - digestLength))
        return body.length > 0 && digestOf(body).equals(file.subarray(body.length)) ? body : undefined
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') complain(error)
        return undefined
      }
    },
    /** Stores the bytes atomically. */
    write: async (key: string, body: Buffer): Promise<void> => {
      const temporary = `${pathOf(key)}.${randomUUID()}.tmp`
      try {
        await makeFolder(folder)
        await writeFile(temporary, Buffer.concat([body, digestOf(body)]))
        await rename(temporary, pathOf(key))
      } catch (error) {
        complain(error)
        // The next start removes it.
        await rm(temporary, { force: true }).catch(() => undefined)
      }
    },
  }
}

async function sweep(folder: string, mostBytes: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      // Another process may have just removed it.
      const stats = await stat(path).catch(() => undefined)
      return stats?.isFile() ? [{ path, size: stats.size, time: stats.mtimeMs }] : []
    }),
  )
  let total = 0
  for (const { path, size, time } of found.flat().sort((a, b) => b.time - a.time)) {
    total += size
    const isLeftOver = path.endsWith('.tmp') && time < Date.now() - longestWrite
    if (isLeftOver || total > mostBytes) await rm(path, { force: true })
  }
}

/** Creates a folder and its parents. Not with mkdir's `recursive`, which hangs below /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (!existsSync(dirname(folder))) await makeFolder(dirname(folder))
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

function digestOf(body: string | Buffer): Buffer {
  return createHash('sha256').update(body).digest()
}
