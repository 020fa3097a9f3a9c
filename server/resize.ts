import sharp from 'sharp'
import { ProblemError } from './problem'
import { type Format, formatOptions } from './variants'

const mostPixels = 50_000_000

/** The longest that one picture may be worked on, in seconds. */
const mostSeconds = 20

// One picture at a time on each core: libvips would otherwise take every core for one picture.
sharp.concurrency(1)
// Of all the formats that libvips can read, some with a history of faults, only those that the contract names (fine print 12) and AVIF.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

/** Scales a picture down to `width` pixels, never up. A file that is no picture is a 422 of its own, not a server fault. */
export async function resize(original: Buffer, name: string, width: number, format: Format): Promise<Buffer> {
  try {
    const picture = sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: mostSeconds })
      .rotate()
      .resize({ width, withoutEnlargement: true })
    return await picture.toFormat(format, formatOptions[format]).toBuffer()
  } catch (error) {
    throw new ProblemError(422, `${name} can't be read as a picture: ${(error as Error).message}`)
  }
}

/** How wide a picture is as it is seen, in pixels; rejects for a file that is no picture. */
export async function widthOf(original: Buffer): Promise<number> {
  const { autoOrient } = await sharp(original, { limitInputPixels: mostPixels }).metadata()
  return autoOrient.width
}
