import pLimit from 'p-limit'
import { formatOfBytes, formatViolation, isCutGif, type PictureViolation } from '#contract/picture-files'
import { loadResize } from './load-resize'
import { maxPixels } from './original'

/** Checks that a picture is a complete file of the format that its name says. */
export async function checkPicture(name: string, bytes: Buffer): Promise<PictureViolation | undefined> {
  const violation = formatViolation(name, bytes)
  if (violation) return violation
  const expected = 'a complete picture'
  // The decoder reads only the first picture of an animation.
  if (formatOfBytes(bytes)?.name === 'GIF' && isCutGif(bytes)) return { expected, found: 'a file that is cut short' }
  const decoding = await decodingViolation(bytes)
  if (decoding?.includes('pixel limit')) {
    const found = 'a picture of more pixels, which pages do not show; make it smaller'
    return { expected: `a picture of at most ${maxPixels / 1_000_000} million pixels`, found, isTooLarge: true }
  }
  return decoding === undefined ? undefined : { expected, found: `a file that is cut short or damaged: ${decoding}` }
}

/** Decodes two pictures at a time, because a few bytes can hold millions of pixels. */
const inTurns = pLimit(2)

/** Describes why a picture can't be decoded; `undefined` if it can, or if sharp is not installed. */
export async function decodingViolation(bytes: Buffer): Promise<string | undefined> {
  const resizing = await loadResize()
  if (!resizing) return undefined
  try {
    // Decodes the whole picture, line by line, and keeps only a few pixels of it in memory.
    await inTurns(() => resizing.openPicture(bytes).resize({ width: 1, fastShrinkOnLoad: false }).raw().toBuffer())
    return undefined
  } catch (error) {
    return `a picture that can't be decoded: ${(error as Error).message.split('\n')[0]}`
  }
}
