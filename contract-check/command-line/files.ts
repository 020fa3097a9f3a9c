import { existsSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { makeFolder, replaceFile } from '../../server/files'
import { UsageError } from './options'

/** Returns a handler that turns a file system error into a UsageError. `what` names the option with the path, such as `--out`. */
export function cannotWrite(what: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === undefined ? error : new UsageError(`${what} can't be written: ${error.message}`)
  }
}

/** Creates a file's folder. Throws a UsageError early, before the command's work, if the file cannot be written. */
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

/** Runs `work`, then deletes its folder, also when a signal ends the process. */
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

/** Reads a JSON file of the user. Throws a UsageError that begins with `what`. If the file is missing, `hint` ends the message. */
export async function readJson(what: string, path: string, hint = ''): Promise<unknown> {
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [reason] = message.split('\n')
    throw new UsageError(`${what}: ${path} can't be read: ${reason}${code === 'ENOENT' ? hint : ''}`, { cause: error })
  }
}

/** A value as the text of a JSON file. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
