import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageWidths } from '#contract/images'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'
import { sizeOfAvif } from './avif-size'

const api = sharedApp({ content: generateContent() })
const problemType = 'application/problem+json; charset=utf-8'
const secret = 'SECRET-OF-THE-MACHINE'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 30, g: 120, b: 140, alpha: 0.5 } } })

/** A black PNG with one bit per pixel: some 20 kB that unpack to `width` times `height` pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), body])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(body.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const rows = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const photo = drawn(2000, 1500).jpeg().toBuffer()
const small = drawn(10, 10).png().toBuffer()
const originals: Record<string, Promise<Buffer> | Buffer | string> = {
  'wide.png': drawn(2000, 1000).png().toBuffer(),
  'photo.jpg': photo,
  'small.webp': drawn(200, 100).webp().toBuffer(),
  'moving.gif': drawn(700, 300).gif().toBuffer(),
  'with two spaces.png': drawn(700, 300).png().toBuffer(),
  'صورة الفريق.jpg': drawn(700, 300).jpeg().toBuffer(),
  '100% sure?.png': drawn(700, 300).png().toBuffer(),
  'SHOUTED.PNG': drawn(700, 300).png().toBuffer(),
  'long.png': bomb(60_000, 60),
  'bomb.png': bomb(12_000, 12_000),
  'large.png': Buffer.alloc(33 * 1024 * 1024),
  'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  'document.jpg': '%PDF-1.4\n%%EOF',
  'heif.jpg': drawn(9, 9).avif().toBuffer(),
  'corrupt.png': 'no picture at all',
  'cut.jpg': photo.then((bytes) => bytes.subarray(0, bytes.length / 2)),
  'empty.png': '',
  'script.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  // A GIF to a decoder, a program to a browser.
  'evil.js': 'GIF89a/*........*/=1;alert(1)',
  'evil.html': '<script>alert(1)</script>',
  'evil.png.mjs': small,
  noend: small,
  '.hidden.png': small,
  '.env': secret,
}
const bytesOf = async (name: string) => Buffer.from((await originals[name]) ?? '')

beforeAll(async () => {
  const { imagesDir } = api.config
  await mkdir(join(imagesDir, 'folder'), { recursive: true })
  await writeFile(join(imagesDir, 'folder', 'inside.png'), secret)
  for (const [name, bytes] of Object.entries(originals)) await writeFile(join(imagesDir, name), await bytes)
})

/** The headers that keep a picture from being run as something else. */
const safe = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" }

const address = (name: string, width?: number) =>
  `/images/${encodeURIComponent(name)}${width === undefined ? '' : `?w=${width}`}`
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })

test.each([undefined, 320])(
  'a replaced picture reaches browsers within ten minutes, else a 304 (width %s)',
  async (width) => {
    const file = join(api.config.imagesDir, 'replaced.png')
    await writeFile(file, await drawn(2000, 1000).png().toBuffer())
    const ask = (etag?: unknown) => get(address('replaced.png', width), { 'if-none-match': String(etag) })
    const { etag, 'cache-control': caching } = (await ask()).headers
    expect(caching).toBe('public, max-age=600, stale-while-revalidate=2592000')
    const same = await ask(etag)
    expect([same.statusCode, same.body]).toStrictEqual([304, ''])
    await writeFile(file, await drawn(640, 160).png().toBuffer())
    const after = await ask(etag)
    expect(after.headers.etag).not.toBe(etag)
    expect(await sharp(after.rawPayload).metadata()).toMatchObject({ width: width ?? 640, height: width ? 80 : 160 })
  },
)

describe('originals', () => {
  test.each([
    ['wide.png', 'image/png', 320],
    ['photo.jpg', 'image/jpeg', 320],
    // Never enlarged.
    ['small.webp', 'image/webp', 200],
    ['moving.gif', 'image/gif', 320],
    ['with two spaces.png', 'image/png', 320],
    ['صورة الفريق.jpg', 'image/jpeg', 320],
    ['100% sure?.png', 'image/png', 320],
    ['SHOUTED.PNG', 'image/png', 320],
    ['long.png', 'image/png', 320],
  ])('%s is sent as it is, as %s, to any origin; its variant is %i px wide', async (name, type, width) => {
    const { statusCode, headers, rawPayload } = await get(address(name))
    expect([statusCode, headers['content-type']]).toStrictEqual([200, type])
    expect(rawPayload.equals(await bytesOf(name))).toBe(true)
    expect(headers).toMatchObject({ ...safe, 'cross-origin-resource-policy': 'cross-origin' })
    const variant = await get(address(name, 320), { accept: 'image/webp' })
    expect(await sharp(variant.rawPayload).metadata()).toMatchObject({ format: 'webp', width })
  })

  test('a range is sent as such; one beyond the end is refused', async () => {
    const bytes = await bytesOf('wide.png')
    const part = await get(address('wide.png'), { range: 'bytes=3-9' })
    expect([part.statusCode, part.headers['content-range']]).toStrictEqual([206, `bytes 3-9/${bytes.length}`])
    expect(part.rawPayload.equals(bytes.subarray(3, 10))).toBe(true)
    const beyond = await get(address('wide.png'), { range: `bytes=${bytes.length}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toStrictEqual([416, `bytes */${bytes.length}`])
    expect(beyond.headers['content-type']).toBe(problemType)
  })
})

describe('variants', () => {
  test.each([
    ['wide.png', 'image/avif,image/webp,image/*;q=0.8', 'avif'],
    ['wide.png', 'image/webp,*/*', 'webp'],
    ['wide.png', 'image/avif;q=0, image/webp', 'webp'],
    ['wide.png', '*/*', 'png'],
    ['wide.png', '', 'png'],
    ['photo.jpg', 'image/*', 'jpeg'],
  ])('of %s for Accept "%s" is %s, with a Vary header', async (name, accept, format) => {
    const { statusCode, headers, rawPayload } = await get(address(name, 320), { accept })
    expect([statusCode, headers['content-type']]).toStrictEqual([200, `image/${format}`])
    expect(headers).toMatchObject({ ...safe, vary: expect.stringMatching(/\bAccept\b(?!-)/) })
    const found = format === 'avif' ? { format, ...sizeOfAvif(rawPayload) } : await sharp(rawPayload).metadata()
    expect(found).toMatchObject({ format, width: 320, height: name === 'wide.png' ? 160 : 240 })
  })

  test.each(imageWidths)('?w=%i has exactly that width', async (width) => {
    const answer = await get(address('photo.jpg', width), { accept: 'image/webp' })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
  })

  test.each(['0', '-1', '321', '1e3', 'abc', '', '99999999', '320&w=640', '320.5'])('?w=%s is a 400', async (width) => {
    const { statusCode, headers } = await get(`/images/wide.png?w=${width}`)
    expect([statusCode, headers['content-type']]).toStrictEqual([400, problemType])
  })

  test.each([
    ...['corrupt.png', 'cut.jpg', 'empty.png', 'drawing.png', 'document.jpg', 'heif.jpg'],
    // Too many pixels, too many bytes.
    ...['bomb.png', 'large.png'],
  ])('%s has none: a 422 problem document', async (name) => {
    const answer = await get(address(name, 320))
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([422, problemType])
    expect(answer.body).not.toContain(api.config.imagesDir)
  })
})

// `test/server/api/generated-requests.test.ts` tries paths that lead out of the folder.
test.each([
  ...['none.png', '.hidden.png', '.env', 'folder', 'folder/inside.png', 'a'.repeat(300), ''],
  ...['evil.js', 'evil.html', 'evil.png.mjs', 'script.svg', 'noend'],
])('"%s" is a 404 problem document, also for a browser', async (name) => {
  for (const query of ['', '?w=320']) {
    const answer = await get(`/images/${encodeURIComponent(name)}${query}`, { accept: 'text/html' })
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([404, problemType])
    expect(answer.body).not.toContain(secret)
  }
})
