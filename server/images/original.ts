import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isPictureName } from '#contract/picture-files'
import { readIfPresent } from '../files'
import { ProblemError } from '../http/problem'

/** The greatest number of pixels of a picture that is resized. */
export const maxPixels = 50_000_000

/** The largest file that is resized, in bytes: enough for photographs of a modern camera. */
export const maxFileBytes = 32 * 1024 * 1024

/** True for the name of a picture without a path. */
export function isPlainPictureName(name: string): boolean {
  return isPictureName(name) && !/[\\\0/]/.test(name)
}

/**
 * The file of a picture in the images folder; `undefined` if there is none of this name. The name of the file may be in another normal
 * form of Unicode: macOS writes `é` as two characters.
 */
export async function findOriginal(imagesDir: string, name: string) {
  if (!isPlainPictureName(name)) return undefined
  for (const fileName of new Set([name, name.normalize('NFC'), name.normalize('NFD')])) {
    const path = join(imagesDir, fileName)
    const file = await readPicture(path, (each) => stat(each))
    if (file?.isFile()) return { path, fileName, size: file.size, mtimeMs: file.mtimeMs }
  }
  return undefined
}

/** Reads a picture if there is one. Throws a 503 if it can't be read at the moment, because a 404 would say that it is gone. */
export async function readPicture<T>(path: string, read: (path: string) => Promise<T>): Promise<T | undefined> {
  return readIfPresent(path, read).catch(({ message }: Error) => {
    throw new ProblemError(503, message, undefined, { 'retry-after': '1' })
  })
}
