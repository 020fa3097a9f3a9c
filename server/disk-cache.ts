import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './files'

/** Matches the names of files that this module writes. It never deletes other files. */
const ownName = /^[\da-f]{64}$/

/** The length of a SHA-256 digest, in bytes. Each file ends with the digest of its content, which reveals an incomplete file. */
const digestLength = 32

/**
 * Creates a disk cache. Its methods never reject, and several processes may share its folder, which the first write creates.
 * Above `maxBytes` it deletes the least recently used files. If the folder can't be used, it warns once.
 */
export function createDiskCache(folder: string, warn: (text: string) => void, maxBytes = 512 * 1024 * 1024) {
  let hasWarned = false
  const pathOf = (key: string) => join(folder, digestOf(key).toString('hex'))
  /** The bytes written since the last sweep. It starts at `maxBytes`, so that the first write sweeps too. */
  let written = maxBytes
  return {
    /** Returns `undefined` if the key is not cached or the file is corrupt. */
    read: async (key: string): Promise<Buffer | undefined> => {
      // Ignores an error, because the value is then made and written, and `write` warns.
      const file = await readFile(pathOf(key)).catch(() => undefined)
      const body = file?.subarray(0, -digestLength)
      if (!file || !body || !digestOf(body).equals(file.subarray(body.length))) return undefined
      const now = new Date()
      await utimes(pathOf(key), now, now).catch(() => undefined)
      return body
    },
    write: async (key: string, body: Buffer): Promise<void> => {
      try {
        await makeFolder(folder)
        await writeFile(pathOf(key), Buffer.concat([body, digestOf(body)]))
        written += body.length + digestLength
        // Sweeps long before this process alone has filled the folder, because other processes write too.
        if (written < 0.05 * maxBytes) return
        written = 0
        await sweep(folder, 0.9 * maxBytes)
      } catch (error) {
        if (!hasWarned) warn(`CACHE_DIR: ${folder} can't be used, so its content is kept in memory alone: ${error}`)
        hasWarned = true
        await rm(pathOf(key), { force: true }).catch(() => undefined)
      }
    },
  }
}

async function sweep(folder: string, maxBytes: number): Promise<void> {
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
  for (const { path, size } of found.flat().sort((a, b) => b.time - a.time)) {
    if (total + size > maxBytes) await rm(path, { force: true })
    else total += size
  }
}

function digestOf(body: string | Buffer): Buffer {
  return createHash('sha256').update(body).digest()
}
