import { readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { mostKeptBytes, openSealedFiles, type SealedFiles } from '../http/sealed-files'
import { digestOf, type Format, imageWidths, mostFileBytes, variantName } from './variants'

/** What the pages' `srcset` names (`client/components/Picture.tsx`); 160 is for others that use the pictures. */
const widths = imageWidths.filter((width) => width > 160)

/** The formats that today's browsers ask for. */
const formats: Format[] = ['avif', 'webp']

/**
 * A process of its own, of the lowest priority: makes the variants that the pages will ask for, one after the other, and ends.
 * Takes the folder of pictures and that of variants as arguments, and ends with the server that started it.
 */
async function makePicturesAhead(imagesDir: string, folder: string): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW)
  process.on('disconnect', () => process.exit(0))
  // The server itself tells of a folder that can't be used.
  const files = openSealedFiles({ folder, what: 'resized pictures', warn: () => undefined })
  let room = mostKeptBytes * 0.8 - (await files.size())
  for (const name of await readdir(imagesDir)) {
    // A picture that can't be read is told of when somebody asks for it.
    room -= await makeVariants(files, join(imagesDir, name)).catch(() => 0)
    if (room < 0) return
  }
}

/** Makes the missing variants of one picture; gives their bytes, without end when they can't be kept. */
async function makeVariants(files: SealedFiles, path: string): Promise<number> {
  if (!/\.(?:png|jpe?g|webp|gif)$/i.test(path)) return 0
  const original = await readFile(path)
  if (original.length > mostFileBytes) return 0
  const digest = digestOf(original)
  let wide: number | undefined
  let made = 0
  for (const format of formats) {
    let widest: Buffer | undefined
    for (const width of widths) {
      const name = variantName(digest, width, format)
      if (await files.read(name)) continue
      // Not loaded where all is there.
      const { resize, widthOf } = await import('./resize')
      wide ??= await widthOf(original)
      // Nothing is scaled up: all widths beyond the picture's own are the same bytes.
      const body = widest ?? (await resize(original, width, format))
      if (width >= wide) widest = body
      if (!(await files.write(name, body))) return Number.POSITIVE_INFINITY
      made += body.length
    }
  }
  return made
}

const [imagesDir, folder] = process.argv.slice(2)
if (imagesDir && folder) {
  await makePicturesAhead(imagesDir, folder)
  process.exit(0)
}
