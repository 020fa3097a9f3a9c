import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from './options'

/**
 * Creates a folder and its missing parents. Returns the created folders, outermost first. Does not use `mkdir` with
 * `recursive`, which never ends if the parent exists but the folder cannot be created, as below `/proc` (Node 20 to 24).
 */
export async function makeFolder(path: string): Promise<string[]> {
  try {
    await mkdir(path)
    return [path]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return []
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    const around = await makeFolder(dirname(path))
    await mkdir(path)
    return [...around, path]
  }
}

/** Checks before the first call that a file can be written. Throws a UsageError if it cannot. */
export async function tryFile(flag: string, path: string): Promise<void> {
  try {
    await makeFolder(dirname(path))
    const old = await stat(path).catch(() => undefined)
    await writeFile(path, '', { flag: 'a' })
    if (!old) await rm(path)
  } catch (error) {
    throw new UsageError(`${flag} can't be written: ${(error as Error).message}`)
  }
}

/** Replaces a file by a rename. Throws a UsageError on failure. */
export async function writeWhole(flag: string, path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await writeFile(part, text)
    await rename(part, path)
  } catch (error) {
    // Ignores a failed removal, because the error below reports the failed write.
    await rm(part, { force: true }).catch(() => undefined)
    throw new UsageError(`${flag}: ${path} can't be written: ${(error as Error).message}`)
  }
}
