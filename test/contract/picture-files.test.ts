import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { formatOfBytes, formatViolation, isPictureName, pictureExtensions } from '#contract/picture-files'
import { checkPicture } from '../../scripts/fixtures/check-picture'
import { root } from '../support/app'

// Noise, so that the files are longer than their headers.
const raw = Buffer.from(Array.from({ length: 120 * 80 * 3 }, (_, index) => (index * 7919) % 251))
const drawn = () => sharp(raw, { raw: { width: 120, height: 80, channels: 3 } })
const frames = Buffer.concat([raw, raw.map((byte) => 255 - byte)])
const animated = sharp(frames, { raw: { width: 120, height: 160, channels: 3, pageHeight: 80 } })

const files: Record<string, Buffer> = {
  'a.png': await drawn().png().toBuffer(),
  'a.jpg': await drawn().jpeg().toBuffer(),
  'a.jpeg': await drawn().jpeg({ progressive: true }).toBuffer(),
  'a.webp': await drawn().webp().toBuffer(),
  'a.gif': await animated.clone().gif().toBuffer(),
  'moving.webp': await animated.clone().webp().toBuffer(),
  'a.avif': await drawn().avif().toBuffer(),
}
const heic = Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0heicmif1\0\0\0\x08mdat', 'latin1')

test('every extension has a picture here, and the documents name each', () => {
  expect(new Set(Object.keys(files).map((name) => name.split('.')[1]))).toEqual(new Set(pictureExtensions))
  const text = readFileSync(join(root, 'docs/content.md'), 'utf8')
  for (const extension of pictureExtensions) expect(text).toContain(`\`.${extension}\``)
})

describe.each(Object.entries(files))('%s', (name, bytes) => {
  const format = formatOfBytes(bytes)
  const others = Object.keys(files).filter((other) => formatOfBytes(files[other] as Buffer)?.name !== format?.name)

  test('is complete, in any case of its name', async () => {
    expect(await checkPicture(name, bytes)).toBeUndefined()
    expect(await checkPicture(`صورة ${name.toUpperCase()}`, bytes)).toBeUndefined()
  })

  test.each(others)('%s is the name of another format', (other) => {
    const found = `${format?.name}, whose name would be ${other.replace(/\..*/, '')}.${format?.extension}`
    expect(formatViolation(other, bytes)).toMatchObject({ found })
  })

  test.each([40, 200, 1000, 0.5])('is not complete without its last bytes (%s)', async (cut) => {
    const length = Math.max(20, cut < 1 ? bytes.length * cut : bytes.length - cut)
    const violation = await checkPicture(name, bytes.subarray(0, length))
    expect(violation?.found).toMatch(/cut short/)
  })
})

test.each([
  ['photo.jpg', heic, 'HEIC', 'heif-convert'],
  ['photo.avif', heic, 'HEIC', 'JPEG'],
  ['photo.heic', heic, 'HEIC', 'JPEG'],
  ['scan.png', Buffer.from('II*\0 and more'), 'TIFF', 'JPEG'],
  ['old.png', Buffer.from('BM and more'), 'BMP', 'JPEG'],
  ['a.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'no picture', ''],
  ['a.png', Buffer.from(''), 'an empty file', ''],
])('%s with bytes of another kind is told with what to do (%#)', async (name, bytes, ...words) => {
  const violation = await checkPicture(name, bytes)
  for (const word of words) expect(violation?.found).toContain(word)
})

test('a complete picture of too many pixels is told as one, and not as damaged', async () => {
  const wide = sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: 'red' } }).png()
  const violation = await checkPicture('wide.png', await wide.toBuffer())
  expect(violation).toMatchObject({ expected: 'a picture of at most 50 million pixels', isTooLarge: true })
  expect(violation?.found).not.toContain('damaged')
})

test('a name with a line break or of a hidden file is none of a picture', () => {
  for (const name of ['a.svg', 'a.heic', 'png', '.a.png', 'a.png.js']) expect(isPictureName(name)).toBe(false)
})
