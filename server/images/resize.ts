import sharp from 'sharp'
import { type Format, formatOptions } from './variants'

const mostPixels = 50_000_000

/** The longest that one picture may be worked on, in seconds. */
const mostSeconds = 20

// One picture at a time on each core: libvips would otherwise take every core for one picture.
sharp.concurrency(1)
// libvips reads many formats, some with a history of faults: allow only those that an images folder may hold.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}`),
})

/** Scales a picture down to `width` pixels, never up. Rejects for a file that is no picture, or too much of one. */
export async function resize(original: Buffer, width: number, format: Format): Promise<Buffer> {
  const picture = sharp(original, { limitInputPixels: mostPixels, failOn: 'error' })
    .timeout({ seconds: mostSeconds })
    .rotate()
    .resize({ width, withoutEnlargement: true })
  return picture.toFormat(format, formatOptions[format]).toBuffer()
}
