import { link, readdir, stat, unlink, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { isPictureName, pictureExtensions } from '#contract/picture-files'
import { slugFromTitle } from '../../scripts/fixtures/slug'
import { ProblemError } from '../../server/http/problem'

export type Pictures = ReturnType<typeof createPictures>

/** Lists and adds pictures. Never replaces an existing one. */
export function createPictures(imagesDir: string) {
  const list = async (): Promise<string[]> => (await readdir(imagesDir).catch(() => [])).filter(isPictureName).sort()

  /** Adds a picture under a safe name of its own, and gives that name. */
  const add = async (name: string, bytes: Buffer): Promise<{ name: string; width: number; height: number }> => {
    const { format, width, height } = await sharp(bytes)
      .metadata()
      .catch(() => {
        throw new ProblemError(415, `${name}: expected a picture (${pictureExtensions.join(', ')}), found other bytes.`)
      })
    // sharp names AVIF by its container.
    const extension = format === 'heif' ? 'avif' : format === 'jpeg' ? 'jpg' : format
    if (!pictureExtensions.includes(extension))
      throw new ProblemError(415, `${name}: expected a picture (${pictureExtensions.join(', ')}), found ${format}.`)
    const stem = slugFromTitle(name.slice(0, name.length - extname(name).length)) || 'picture'
    for (let number = 1; ; number++) {
      const free = `${stem}${number > 1 ? `-${number}` : ''}.${extension}`
      if (await writeNew(join(imagesDir, free), bytes)) return { name: free, width, height }
    }
  }

  return { list, add }
}

/** Writes a whole file; `false` if there is one of that name. */
async function writeNew(path: string, bytes: Buffer): Promise<boolean> {
  if (await stat(path).catch(() => undefined)) return false
  const part = `${path}.${process.pid}.part`
  try {
    await writeFile(part, bytes)
    // Unlike a rename, a link never replaces a file.
    await link(part, path)
    return true
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    throw new ProblemError(507, `The picture was not saved: ${code === 'ENOSPC' ? 'the disk is full' : message}.`)
  } finally {
    await unlink(part).catch(() => undefined)
  }
}
