import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'

/** The widths that `?w=` may ask for, in pixels: what the layout uses at one and two device pixels. */
export const imageWidths = [160, 320, 480, 640, 720, 960, 1280, 1600]

/** What is resized, at most: a picture of a modern camera. A small file may unpack to very much more. */
export const mostFileBytes = 32 * 1024 * 1024

export type Format = 'avif' | 'webp' | 'png' | 'jpeg'

// Measured on the shipped pictures at 640 px, one core, on average: AVIF effort 2 takes 58 ms for 8.9 kB, the default 4
// takes 414 ms for 8.2 kB; WebP 24 ms for 9.3 kB.
export const formatOptions = {
  avif: { quality: 50, effort: 2 },
  webp: { quality: 75 },
  png: { palette: true },
  jpeg: { quality: 80, mozjpeg: true },
}

/** Names the encoders' settings: other settings make other variants. */
const settings = digestOf(Buffer.from(JSON.stringify(formatOptions))).slice(0, 8)

/** The name of a variant's file: by the content of its original, so that a picture that was replaced has new variants. */
export function variantName(originalDigest: string, width: number, format: Format): string {
  return `${originalDigest}-${width}-${settings}.${format}`
}

/** 128 bits of a body's SHA-256, in letters that every file system keeps apart. */
export function digestOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 32)
}

/** The same of a file, which is never in memory as a whole. */
export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex').slice(0, 32)
}

/** The folder of variants within `CACHE_DIR`, which may hold other people's files too. */
export function variantsFolder(cacheDir: string): string {
  return join(cacheDir, 'ugarit-site', 'variants')
}
