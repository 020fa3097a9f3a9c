import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { makeFolder } from '../../server/make-folder'
import { UsageError } from './options'

/** Returns a handler that turns a file system error about the user's choice, such as `--out`, into a UsageError. */
export function cannotWrite(what: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === undefined ? error : new UsageError(`${what} can't be written: ${error.message}`)
  }
}

/** Creates a file's folder and checks, before the first call, that the file can be written. Throws a UsageError if it cannot. */
export async function tryFile(flag: string, path: string): Promise<void> {
  const isNew = !existsSync(path)
  await makeFolder(dirname(path)).catch(cannotWrite(flag))
  await writeFile(path, '', { flag: 'a' }).catch(cannotWrite(flag))
  if (isNew) await rm(path)
}

/** Replaces a file by a rename. Throws a UsageError on failure. */
export async function writeWhole(flag: string, path: string, text: string): Promise<void> {
  await replaceFile(path, text).catch(cannotWrite(`${flag}: ${path}`))
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

/** Does some work, then deletes its folder, also when a signal ends the process. */
export async function deleteAfter<T>(folder: string, work: () => Promise<T>): Promise<T> {
  // Retries, because work in progress may still create files in the folder.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  const end = (signal: NodeJS.Signals) => {
    remove()
    process.exit(128 + constants.signals[signal])
  }
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, end)
  try {
    return await work()
  } finally {
    for (const signal of signals) process.off(signal, end)
    remove()
  }
}
