import { readFile } from 'node:fs/promises'
import { UsageError } from './options'

/** Reads a JSON file of the user. Throws a UsageError that begins with `what` and ends with a hint for a missing file. */
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
