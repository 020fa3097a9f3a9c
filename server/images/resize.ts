import sharp, { type Sharp } from 'sharp'
import { maxPixels } from './original'
import type { Format } from './picture-cache'

/** The timeout for one picture, in seconds. */
const maxSeconds = 20

// Uses one thread per picture, because by default libvips uses every core for one picture.
sharp.concurrency(1)
// Allows only the formats of an images folder, because some of libvips's other decoders have had security flaws.
sharp.block({ operation: ['VipsForeignLoad'] })
// `Heif` is the loader of AVIF. The prebuilt library cannot decode HEIC, which has the same container.
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})

/** Opens a picture of someone else, within limits. Its work rejects if the file is no picture, has too many pixels or takes too long. */
export function openPicture(original: Buffer): Sharp {
  return sharp(original, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: maxSeconds })
}

/**
 * Scales a picture down to `width` pixels, never up. `options` are those of sharp for the format. Rejects if the file is no picture
 * or has too many pixels.
 */
export async function resize(original: Buffer, width: number, format: Format, options: object): Promise<Buffer> {
  const picture = openPicture(original).rotate().resize({ width, withoutEnlargement: true })
  return picture.toFormat(format, options).toBuffer()
}

/** Cuts and scales a picture to a size, as PNG. Rejects like `resize`. */
export async function cutTo(original: Buffer, size: { width: number; height: number }): Promise<Buffer> {
  return openPicture(original).rotate().resize(size).png({ compressionLevel: 0 }).toBuffer()
}
