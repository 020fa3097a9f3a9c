import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import sharp from 'sharp'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import { slugFromTitle } from '../../scripts/fixtures/slug'
import { ProblemError } from '../../server/http/problem'
import { writeNew } from './new-file'

export async function listPictures(imagesDir: string): Promise<string[]> {
  return (await readdir(imagesDir).catch(() => [])).filter(isPictureName).sort()
}

/** Adds a picture under a safe name that no other picture has. Returns that name and the picture's size in pixels. */
export async function addPicture(imagesDir: string, name: string, bytes: Buffer) {
  const metadata = sharp(bytes).metadata()
  const { format = 'other bytes', width = 0, height = 0 } = (await metadata.catch(() => undefined)) ?? {}
  // sharp calls AVIF by the name of its container, HEIF.
  const extension = { heif: 'avif', jpeg: 'jpg' }[format as string] ?? format
  if (!pictureExtensions.includes(extension))
    throw new ProblemError(415, `${name}: expected a picture (${pictureExtensions.join(', ')}), found ${format}.`)
  const stem = slugFromTitle(parse(name).name) || 'picture'
  for (let number = 1; ; number++) {
    const free = `${stem}${number > 1 ? `-${number}` : ''}.${extension}`
    if (await writeNew(join(imagesDir, free), bytes)) return { name: free, width, height }
  }
}
