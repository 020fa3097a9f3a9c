import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What was made once and may be made again, kept in a folder by name. Nothing here ever rejects. */
export type SealedFiles = {
  /** The bytes kept under a name; `undefined` when there are none, or not those that were written. */
  read: (name: string) => Promise<Buffer | undefined>
  /** Keeps bytes under a name, all of them or none. False when the folder doesn't take them. */
  write: (name: string, body: Buffer) => Promise<boolean>
  remove: (name: string) => Promise<void>
  /** Removes what processes that were killed have left half written. */
  sweep: () => Promise<void>
  /** The bytes that the folder holds. */
  size: () => Promise<number>
}

export type SealedFilesOptions = {
  folder: string
  /** What is kept, in words. */
  what: string
  /** Told once why the folder can't be used. */
  warn: (text: string) => void
  mostBytes?: number
}

/** The shipped pictures take 20 MB in all their variants. */
export const mostKeptBytes = 512 * 1024 * 1024

/** After a write that failed, for so long in milliseconds, none is tried: a full disk rarely empties in the next moment. */
const rest = 10_000

/** Names of ours, digests and what tells them apart, whole or half written: the folder may hold other files, which are left alone. */
const ownName = /^[\da-f]{32,64}(?:-\d+-[\da-f]{8})?\.(?:avif|webp|png|jpeg|json)(?:\.[\da-f-]{36}\.tmp)?$/

/** Nothing is being written for so long, in milliseconds. Process ids tell nothing: in containers all of them are 1. */
const longestWrite = 60 * 60 * 1_000

/** Each file ends in the SHA-256 of what stands before; the decoders of all four formats stop before it. */
const sealLength = 32

/**
 * Opens a folder; it is made when something is first written. Files are written under another name and renamed, so a
 * process killed at any moment leaves whole ones or none; the seal at their end finds what a broken disk or a hand has changed.
 * Several processes may share the folder.
 */
export function openSealedFiles({ folder, what, warn, mostBytes = mostKeptBytes }: SealedFilesOptions): SealedFiles {
  let hasWarned = false
  let restsUntil = 0
  /** The folder's size, when it was last counted, and what was written since. */
  let counted: Promise<number> | undefined
  let added = 0

  const complain = (error: unknown) => {
    if (!hasWarned) warn(`CACHE_DIR: ${folder} can't be used, so ${what} live in memory alone: ${error}`)
    hasWarned = true
  }

  async function list(): Promise<{ name: string; size: number; time: number }[]> {
    const names = await readdir(folder)
    const files = names
      .filter((name) => ownName.test(name))
      .map(async (name) => {
        const { size, mtimeMs, isFile } = await stat(join(folder, name)).then(
          (found) => ({ size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() }),
          // Another process has just removed it.
          () => ({ size: 0, mtimeMs: 0, isFile: false }),
        )
        return isFile ? [{ name, size, time: mtimeMs }] : []
      })
    return (await Promise.all(files)).flat()
  }

  async function count(): Promise<number> {
    const files = await list().catch(() => [])
    return files.reduce((sum, { size }) => sum + size, 0)
  }

  /** Makes room when there is too much: what was written first goes first. Counts anew now and then, as others write too. */
  async function keepBounds(written: number): Promise<void> {
    added += written
    counted ??= count()
    const known = await counted
    if (known + added <= mostBytes && added <= mostBytes / 10) return
    added = 0
    counted = removeOldest()
    await counted
  }

  async function removeOldest(): Promise<number> {
    const files = (await list().catch(() => [])).sort((a, b) => a.time - b.time)
    let size = files.reduce((sum, file) => sum + file.size, 0)
    if (size <= mostBytes) return size
    for (const file of files) {
      if (size <= mostBytes * 0.9) break
      await rm(join(folder, file.name), { force: true }).catch(complain)
      size -= file.size
    }
    return size
  }

  return {
    read: async (name) => {
      try {
        const file = await readFile(join(folder, name))
        const body = file.subarray(0, Math.max(0, file.length - sealLength))
        return body.length > 0 && sealOf(body).equals(file.subarray(body.length)) ? body : undefined
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') complain(error)
        return undefined
      }
    },
    write: async (name, body) => {
      if (Date.now() < restsUntil) return false
      const temporary = join(folder, `${name}.${randomUUID()}.tmp`)
      try {
        await makeFolder(folder)
        await writeFile(temporary, Buffer.concat([body, sealOf(body)]))
        await rename(temporary, join(folder, name))
        await keepBounds(body.length + sealLength)
        return true
      } catch (error) {
        complain(error)
        restsUntil = Date.now() + rest
        await rm(temporary, { force: true }).catch(() => undefined)
        return false
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }).catch(complain),
    sweep: async () => {
      const files = await list().catch(() => [])
      const left = files.filter(({ name, time }) => name.endsWith('.tmp') && time < Date.now() - longestWrite)
      await Promise.all(left.map(({ name }) => rm(join(folder, name), { force: true }).catch(complain)))
    },
    size: count,
  }
}

/** Not by mkdir's own `recursive`, which never returns where a folder is there and takes none (/proc). */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  if (parent !== folder && !(await isThere(parent))) await makeFolder(parent)
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function sealOf(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest()
}
