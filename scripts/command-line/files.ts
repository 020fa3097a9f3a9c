import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UsageError } from './options'

/**
 * Makes a folder with those around it, and gives the ones that weren't there, outermost first. Not `mkdir` with `recursive`:
 * that never ends where a folder can't be made although the one around it is there, as below `/proc` (Node 20 to 24).
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

/** Tries, before anything is asked, whether a file can be written: that it can't is a fault of the command line. */
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

/** Replaces a file by a rename; a failure is a fault of the command line. */
export async function writeWhole(flag: string, path: string, text: string): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await writeFile(part, text)
    await rename(part, path)
  } catch (error) {
    // The error below tells of the failed write.
    await rm(part, { force: true }).catch(() => undefined)
    throw new UsageError(`${flag}: ${path} can't be written: ${(error as Error).message}`)
  }
}
