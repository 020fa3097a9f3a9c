import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
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
  await replaceFile(path, text).catch((error: Error) => {
    throw new UsageError(`${flag}: ${path} can't be written: ${error.message}`)
  })
}

/** Replaces a file in one step, so that a killed process leaves either the old or the new content complete. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
  try {
    await writeFile(draft, content)
    await rename(draft, path)
  } finally {
    // Removes an incomplete draft, for example after the disk was full.
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** Removes a folder when the process is ended by a signal. Returns a function that stops watching for signals. */
export function removeOnSignal(folder: string): () => void {
  const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
  const end = (name: keyof typeof signals) => {
    removeFolder(folder)
    process.exit(128 + signals[name])
  }
  const names = Object.keys(signals) as (keyof typeof signals)[] // the keys of `signals`
  for (const name of names) process.on(name, end)
  return () => names.forEach((name) => void process.off(name, end))
}

/** Deletes a folder. Retries, because work in progress may still create files in it. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
}
