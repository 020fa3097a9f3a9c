import { readdir, unlink } from 'node:fs/promises'
import { join, parse } from 'node:path'
import sharp from 'sharp'
import { formatOfBytes, isPictureName } from '#contract/picture-files'
import { checkPicture } from '../../scripts/fixtures/check-picture'
import { slugFromTitle } from '../../scripts/fixtures/slug'
import { ProblemError } from '../../server/http/problem'
import { writeNew, writeProblem } from './new-file'

export async function listPictures(imagesDir: string): Promise<string[]> {
  return (await readdir(imagesDir).catch(() => [])).filter(isPictureName).sort()
}

/**
 * Adds a picture under a safe name that no other picture has. Returns that name and the picture's size in pixels. Refuses a file that is
 * cut short, or of another format than its name says. A name without a picture's extension gets the right one.
 */
export async function addPicture(imagesDir: string, name: string, bytes: Buffer) {
  const format = formatOfBytes(bytes)
  const extension = format?.extension ?? ''
  const violation = await checkPicture(isPictureName(name) ? name : `${name}.${extension}`, bytes)
  if (violation) {
    const { expected, found, isTooLarge } = violation
    throw new ProblemError(isTooLarge ? 413 : 415, `${name}: expected ${expected}, found ${found}.`)
  }
  const { width, height } = await sharp(bytes).metadata()
  const stem = slugFromTitle(parse(name).name) || 'picture'
  for (let number = 1; ; number++) {
    const free = `${stem}${number > 1 ? `-${number}` : ''}.${extension}`
    if (await writeNew(join(imagesDir, free), bytes)) return { name: free, width, height }
  }
}

/** Removes pictures from the images folder. Refuses to remove any if one is not among `unnamed`. */
export async function removePictures(imagesDir: string, names: string[], unnamed: string[]): Promise<void> {
  const kept = names.filter((name) => !unnamed.includes(name))
  if (kept.length > 0)
    throw new ProblemError(409, `No picture that nothing names, so none is removed: ${kept.join(', ')}.`)
  for (const name of names)
    await unlink(join(imagesDir, name)).catch((error: Error) => {
      throw writeProblem(`${name} was not removed`, error)
    })
}
