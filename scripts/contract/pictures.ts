import type { Reply } from './caller'

/** What the first bytes of a picture say, by its format; offsets in bytes. */
const signatures: readonly { format: string; offset: number; bytes: string }[] = [
  { format: 'PNG', offset: 0, bytes: '\x89PNG\r\n\x1a\n' },
  { format: 'JPEG', offset: 0, bytes: '\xff\xd8\xff' },
  { format: 'GIF', offset: 0, bytes: 'GIF87a' },
  { format: 'GIF', offset: 0, bytes: 'GIF89a' },
  { format: 'WebP', offset: 8, bytes: 'WEBP' },
  { format: 'AVIF', offset: 4, bytes: 'ftypavif' },
  { format: 'AVIF', offset: 4, bytes: 'ftypavis' },
  { format: 'AVIF', offset: 4, bytes: 'ftypmif1' },
  { format: 'BMP', offset: 0, bytes: 'BM' },
  { format: 'ICO', offset: 0, bytes: '\0\0\x01\0' },
]

/** The first bytes of a picture that say what it is, with room for an SVG's preamble. */
export const signatureBytes = 4096

/** What an answer is that should be a picture: `undefined` when it is one, else what was found in its place. */
export function notAPicture({ status, headers, body }: Reply): string | undefined {
  if (status !== 200 && status !== 206) return `status ${status}`
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (body.length === 0) return 'an empty file'
  if (isSvg(body)) return type === 'image/svg+xml' ? undefined : `an SVG of content type ${JSON.stringify(type)}`
  const isHtml = /^\s*<(?:!doctype html|html|head|body)/i.test(body.subarray(0, 200).toString())
  if (isHtml || type === 'text/html') return 'HTML'
  if (!formatOf(body)) return `bytes that are no picture (content type ${type || 'unknown'})`
  // Browsers show these whatever the type, unless they are told not to look for themselves.
  const isUntyped = type === '' || type === 'application/octet-stream' || type === 'binary/octet-stream'
  const isStrict = headers.get('x-content-type-options')?.toLowerCase() === 'nosniff'
  if (type.startsWith('image/') || (isUntyped && !isStrict)) return undefined
  return `a picture of content type ${JSON.stringify(type)}`
}

/** A name that can be a file of the images folder: no path, nothing hidden, no longer than file systems take. */
export function isPlainName(name: unknown): name is string {
  if (typeof name !== 'string' || name === '' || name.startsWith('.')) return false
  const isPath = /[/\\]/.test(name) || [...name].some((letter) => letter < ' ')
  return !isPath && name.isWellFormed() && Buffer.byteLength(name) <= 255
}

/** Where a picture is: the image base and its name, encoded. */
export function pictureUrl(imageBase: string, name: string): string {
  return imageBase + encodeURIComponent(name)
}

function formatOf(body: Buffer): string | undefined {
  return signatures.find(({ offset, bytes }) => body.toString('latin1', offset, offset + bytes.length) === bytes)
    ?.format
}

function isSvg(body: Buffer): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype svg[^>]*>\s*)?<svg[\s>]/i.test(
    body.subarray(0, signatureBytes).toString(),
  )
}
