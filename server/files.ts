import { randomUUID } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Creates a folder and its parents. Does not use `recursive` of mkdir, because it hangs below /proc (Node 20 to 24). */
export async function makeFolder(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined))?.isDirectory()) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** The codes of errors for a file that is mounted, so that no rename can replace it. */
const mountedCodes = ['EBUSY', 'EXDEV']

/**
 * Replaces a file in one step, so that a killed process or a power cut leaves either the old or the new content complete. A link
 * stays, and the file that it leads to is replaced. The new file has the mode, and as far as allowed the owner and group, of the
 * old one. A mounted file cannot be replaced in one step, so it is overwritten.
 */
export async function replaceFile(path: string, content: string | Uint8Array | Iterable<string>): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const old = await stat(target).catch(() => undefined)
  const draft = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  try {
    await writeFile(draft, content, { flush: true })
    if (old) {
      // Changes the owner first, because that may clear bits of the mode.
      await chown(draft, old.uid, old.gid).catch(() => undefined)
      await chmod(draft, old.mode & 0o7777)
    }
    await rename(draft, target).catch((error: NodeJS.ErrnoException) => {
      if (!mountedCodes.includes(error.code ?? '')) throw error
      return copyFile(draft, target)
    })
  } finally {
    // Removes an incomplete draft, for example after the disk was full.
    await rm(draft, { force: true }).catch(() => undefined)
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

/** The codes for a path at which there is no such file. They are faults of the content; all others are read errors. */
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
