import { existsSync, rmSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { makeFolder, ReadError, replaceFile, WriteError } from '../../server/files'
import { UsageError } from './options'

/**
 * Returns one line for an error of the file system, or `undefined` for any other error. An error that names no path, as of a full
 * disk, gets the `folder` in which the work was.
 */
export function fileErrorText(error: unknown, folder?: string): string | undefined {
  if (error instanceof ReadError || error instanceof WriteError) return error.message
  const { code, path, message } = error as NodeJS.ErrnoException
  // `cp` refuses pipes, sockets and devices by errors of its own.
  if (code?.startsWith('ERR_FS_CP_')) return message
  // The messages of other systems' errors, such as those of connections, begin with the call.
  if (!(error instanceof Error) || !/^E[A-Z\d]+$/.test(code ?? '') || !message.startsWith(String(code)))
    return undefined
  return path === undefined && folder !== undefined ? new WriteError(folder, error).message : message
}

/**
 * Returns a handler that turns a file system error into a UsageError. `what` names the option with the path, such as `--out`. `path`
 * is named if the error names none, as of a full disk.
 */
export function cannotWrite(what: string, path = ''): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error instanceof WriteError) throw new UsageError(`${what}: ${error.message}`)
    if (error.code === undefined) throw error
    const where = error.path === undefined && path !== '' ? ` (${path})` : ''
    throw new UsageError(`${what} can't be written: ${error.message}${where}`)
  }
}

/** Creates a file's folder. Throws a UsageError early, before the command's work, if the file cannot be written. */
export async function tryFile(flag: string, path: string): Promise<void> {
  const isNew = !existsSync(path)
  await makeFolder(dirname(path)).catch(cannotWrite(flag))
  await writeFile(path, '', { flag: 'a' }).catch(cannotWrite(flag, path))
  if (isNew) await rm(path)
}

/** Replaces a file by a rename. Throws a UsageError on failure. */
export async function writeInOneStep(flag: string, path: string, text: string): Promise<void> {
  await replaceFile(path, text).catch(cannotWrite(flag))
}

/** Does a part of the work to its end, also if a signal is to end the process. */
export type Uninterrupted = <T>(part: () => Promise<T>) => Promise<T>

/** Runs `work`, then deletes its folder, also when a signal ends the process. */
export async function deleteAfter<T>(folder: string, work: (uninterrupted: Uninterrupted) => Promise<T>): Promise<T> {
  // Retries, because work in progress may still create files in the folder.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  let running: Promise<unknown> | undefined
  const end = async (signal: NodeJS.Signals) => {
    await running?.catch(() => undefined)
    remove()
    process.exit(128 + constants.signals[signal])
  }
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, end)
  try {
    return await work((part) => {
      const result = part()
      running = result
      return result
    })
  } finally {
    for (const signal of signals) process.off(signal, end)
    remove()
  }
}

/**
 * Reads a JSON file of the user. Throws a UsageError that begins with `what` and ends with `hint`, which says how to make the file.
 */
export async function readJson(what: string, path: string, hint = ''): Promise<unknown> {
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')) as unknown
  } catch (error) {
    const [text] = (error as Error).message.split('\n')
    const reason = error instanceof SyntaxError ? `expected JSON: ${text}` : text
    throw new UsageError(`${what}: ${path} can't be read: ${reason}${hint}`, { cause: error })
  }
}

/** A value as the text of a JSON file. */
export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
