import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, chown, mkdir, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Creates a folder and its parents. Does not use `recursive` of mkdir, because it hangs below /proc (Node 20 to 24). */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** The codes for a file or folder that is mounted, or whose folder can't be written, so that no rename can replace it. */
const unmovableCodes = ['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS']

/** Returns true for the error of a rename that cannot work at this path, where the content of files may still be written. */
export function isUnmovable(error: unknown): boolean {
  return unmovableCodes.includes((error as NodeJS.ErrnoException).code ?? '')
}

/** A file or folder that can't be written. The message is one line that names it and the system's error. */
export class WriteError extends Error {
  override readonly name = 'WriteError'
  readonly code: string | undefined
  constructor(path: string, cause: unknown, more = '') {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = code === 'ENOSPC' ? 'the disk is full (ENOSPC)' : message
    super(`${path} can't be written: ${reason}${more}`, { cause })
    this.code = code
  }
}

/** Resolves links, also if they lead to a file or folder that does not exist yet. */
export async function targetOf(path: string): Promise<string> {
  return realpath(path).catch(async () => {
    const link = await readlink(path).catch(() => undefined)
    return link === undefined ? path : resolve(dirname(path), link)
  })
}

/** Gives a file or folder the owner, the group and the mode of another, as far as the user may. */
export async function copyOwner({ uid, gid, mode }: Stats, path: string): Promise<void> {
  // Changes the owner first, because that may clear bits of the mode. A user may give files to a group, but not to another user.
  await chown(path, uid, gid).catch(() => chown(path, -1, gid).catch(() => undefined))
  await chmod(path, mode & 0o7777)
}

/** Matches the name of a draft of `replaceFile`. A killed process may leave one. */
export const draftPattern = /^\..+\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Replaces a file in one step, so that a killed process or a power cut leaves either the old or the new content complete. A link
 * stays, and the file that it leads to is replaced. The new file has the mode, and as far as allowed the owner and group, of the
 * old one. A mounted file, or one in a folder that can't be written, is overwritten instead: a kill within that moment leaves it
 * incomplete, and the complete new content in the draft beside it or in the temporary folder. Rejects with a WriteError.
 */
export async function replaceFile(path: string, content: string | Uint8Array | Iterable<string>): Promise<void> {
  const target = await targetOf(path)
  const old = await stat(target).catch(() => undefined)
  const name = `.${basename(target)}.${randomUUID()}`
  let draft = join(dirname(target), name)
  // Until it has the old file's owner and mode, no other user may read the draft.
  const options = { flag: 'wx', flush: true, mode: old ? 0o600 : 0o666 }
  let isComplete = true
  try {
    await writeFile(draft, content, options).catch((error: unknown) => {
      if (!old?.isFile() || !isUnmovable(error)) throw error
      draft = join(tmpdir(), name)
      return writeFile(draft, content, options)
    })
    if (old) await copyOwner(old, draft)
    await rename(draft, target).catch(async (error: unknown) => {
      if (!old?.isFile() || !isUnmovable(error)) throw error
      const before = await readFile(target)
      isComplete = false
      await overwrite(target, await readFile(draft)).catch(async (failure: unknown) => {
        await overwrite(target, before)
        isComplete = true
        throw failure
      })
      isComplete = true
    })
  } catch (error) {
    throw new WriteError(path, error, isComplete ? '' : `. It is incomplete now; the new content is in ${draft}`)
  } finally {
    // Removes an incomplete draft, for example after the disk was full.
    if (isComplete) await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** Writes over a file and cuts it afterwards, so that the old content can be written back even if the disk is full. */
async function overwrite(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.writeFile(bytes)
    await file.truncate(bytes.length)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * A file or folder of the content that exists, but cannot be read at the moment, for example because the disk, the network file
 * system or the process has a problem (EIO, ESTALE, EMFILE). It says nothing about the content, so the content is not rejected.
 */
export class ReadError extends Error {
  override readonly name = 'ReadError'
  constructor(
    /** The name of the file or folder. */
    readonly file: string,
    /** The code of the system's error, such as EIO. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`${file} can't be read: ${code}`, options)
  }
}

/** The codes for a path at which there is no such file. They are violations of the content; all others are read errors. */
const absentCodes = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']

/** Reads a file or folder. Resolves to `undefined` if there is none, and rejects with a ReadError if it cannot be read. */
export async function readIfPresent<T>(path: string, read: (path: string) => Promise<T>): Promise<T | undefined> {
  try {
    return await read(path)
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    if (absentCodes.includes(code)) return undefined
    throw new ReadError(basename(path), code, { cause: error })
  }
}

/** The delays in milliseconds before reading again at the start. Together they take about a second. */
const startDelays = [50, 100, 200, 300, 400]

/** Does what reads files. After a read error does it again, with a delay. Rejects with the last error. */
export async function retryReading<T>(work: () => Promise<T>): Promise<T> {
  for (const delay of startDelays) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      await wait(delay)
    }
  }
  return work()
}
