/** A format of pictures: its name, the extensions of its files, and its first bytes in Latin-1 as a regular expression. */
type PictureFormat = { name: string; extensions: readonly string[]; start: string }

/**
 * The formats that pages show, in which every part of this project accepts pictures. A browser could take a file with another extension
 * for a script or a page.
 */
const pictureFormats: readonly PictureFormat[] = [
  { name: 'PNG', extensions: ['png'], start: '\x89PNG\r\n\x1a\n' },
  { name: 'JPEG', extensions: ['jpg', 'jpeg'], start: '\xff\xd8\xff' },
  { name: 'WebP', extensions: ['webp'], start: 'RIFF.{4}WEBP' },
  { name: 'GIF', extensions: ['gif'], start: 'GIF8[79]a' },
  { name: 'AVIF', extensions: ['avif'], start: '.{4}ftyp(?:.{4})*?(?:avif|avis)' },
]

/** Formats that pages do not take, although browsers show them. */
const browserFormats: readonly PictureFormat[] = [
  { name: 'BMP', extensions: ['bmp'], start: 'BM' },
  { name: 'ICO', extensions: ['ico'], start: '\0\0\x01\0' },
]

/** Formats that most browsers do not show, so that a message can name them. Phones save photographs as HEIC. */
const foreignFormats: readonly PictureFormat[] = [
  { name: 'HEIC', extensions: ['heic', 'heif'], start: '.{4}ftyp(?:.{4})*?(?:he[ivx][cfmsx]|mif1|msf1)' },
  { name: 'JPEG XL', extensions: ['jxl'], start: '(?:\xff\x0a|.{4}JXL )' },
  { name: 'TIFF', extensions: ['tif', 'tiff'], start: '(?:II\\*\0|MM\0\\*)' },
]

/** Enough bytes of a file to tell its format. */
const startBytes = 64

/** The allowed file extensions. */
export const pictureExtensions = pictureFormats.flatMap(({ extensions }) => extensions)

const pictureName = new RegExp(`^[^.].*\\.(?:${pictureExtensions.join('|')})$`, 'is')

/** The content security policy for a picture that is opened as a document. It allows no script and no requests. */
export const picturePolicy = "sandbox; default-src 'none'"

/**
 * The `Cache-Control` of a picture. A replaced picture keeps its address, so after ten minutes browsers revalidate their cached
 * picture by its ETag while they show it.
 */
export const pictureCaching = 'public, max-age=600, stale-while-revalidate=2592000'

/** True for a visible file with a picture's extension. */
export function isPictureName(name: string): boolean {
  return pictureName.test(name)
}

/**
 * The format that a file has by its first bytes, with the usual extension. `isAccepted` is true for a format of this project, and
 * `isShown` for one that browsers show.
 */
export function formatOfBytes(bytes: Uint8Array) {
  const start = String.fromCharCode(...bytes.subarray(0, startBytes))
  const all = [...pictureFormats, ...browserFormats, ...foreignFormats]
  const found = all.find((format) => new RegExp(`^(?:${format.start})`, 's').test(start))
  if (!found) return undefined
  const { name, extensions } = found
  const isAccepted = pictureFormats.includes(found)
  return { name, extension: extensions[0] ?? '', isAccepted, isShown: !foreignFormats.includes(found) }
}

/** The expected and the found state of a picture's file. `isTooLarge` is true for a complete picture of too many pixels. */
export type PictureViolation = { expected: string; found: string; isTooLarge?: true }

/**
 * Compares a picture's first bytes with its name. `undefined` for a file of the format that the name says. The found format is told
 * with the way to a file that pages show.
 */
export function formatViolation(name: string, bytes: Uint8Array): PictureViolation | undefined {
  const [, extension = ''] = /\.([^.]*)$/.exec(name.toLowerCase()) ?? []
  const named = pictureFormats.find(({ extensions }) => extensions.includes(extension))
  const expected = named
    ? `a picture in ${named.name}, as its name ends in .${extension}`
    : `a picture in ${pictureFormats.map((format) => format.name).join(', ')}`
  if (bytes.length === 0) return { expected, found: 'an empty file' }
  const format = formatOfBytes(bytes)
  if (!format) return { expected, found: 'bytes of no picture' }
  if (named?.name === format.name) return undefined
  if (!format.isAccepted) return { expected, found: `${format.name}, ${conversionOf(format.name)}` }
  const stem = named ? name.slice(0, -extension.length - 1) : name
  return { expected, found: `${format.name}, whose name would be ${stem}.${format.extension}` }
}

/** Tells how a picture of another format becomes one that pages show. */
export function conversionOf(format: string): string {
  const advice = 'which pages do not show; save it as JPEG'
  if (format !== 'HEIC') return advice
  return `${advice}: on a Mac with Preview (File, Export), elsewhere with "heif-convert photo.heic photo.jpg". An iPhone takes JPEG with Settings, Camera, Formats, Most Compatible`
}

/** True for the last bytes of a GIF without the mark that ends the file. Zeros may follow the mark. */
export function isCutGif(end: Uint8Array): boolean {
  return end.findLast((byte) => byte !== 0) !== ';'.charCodeAt(0)
}
