import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageWidths } from '#contract/images'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

const api = sharedApp({ content: generateContent() })
const problemType = 'application/problem+json; charset=utf-8'
const secret = 'SECRET-OF-THE-MACHINE'

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 30, g: 120, b: 140, alpha: 0.5 } } })

const photo = await drawn(2000, 1500).jpeg().toBuffer()
const wide = await drawn(2000, 1000).png().toBuffer()
const small = await drawn(10, 10).png().toBuffer()

/** A small PNG whose header claims 144 million pixels. */
const bomb = Buffer.from(small)
for (const offset of [16, 20]) bomb.writeUInt32BE(12_000, offset)
bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)

const originals: Record<string, Buffer | string> = {
  'wide.png': wide,
  'photo.jpg': photo,
  'small.webp': await drawn(200, 100).webp().toBuffer(),
  'moving.gif': await drawn(700, 300).gif().toBuffer(),
  'صورة الفريق.jpg': photo,
  '100% sure?.png': wide,
  'SHOUTED.PNG': wide,
  'cafe\u0301.png': small,
  'th\u00e9.png': small,
  'bomb.png': bomb,
  'large.png': Buffer.alloc(33 * 1024 * 1024),
  'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
  'photo.avif': await drawn(700, 300).avif().toBuffer(),
  'cut.avif': (await drawn(700, 300).avif().toBuffer()).subarray(0, -100),
  // The first bytes of a photograph of a phone.
  'heic.jpg': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1'),
  'cut.jpg': photo.subarray(0, photo.length / 2),
  'empty.png': '',
  'script.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  // A decoder sees a GIF here, but a browser sees a script.
  'evil.js': 'GIF89a/*........*/=1;alert(1)',
  'evil.png.mjs': small,
  noend: small,
  '.hidden.png': small,
  '.env': secret,
}

beforeAll(async () => {
  const { imagesDir } = api.config
  await mkdir(join(imagesDir, 'folder'), { recursive: true })
  await writeFile(join(imagesDir, 'folder', 'inside.png'), secret)
  for (const [name, bytes] of Object.entries(originals)) await writeFile(join(imagesDir, name), bytes)
})

/** The headers that prevent browsers from running a picture as a script or page. */
const safe = { 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" }

const address = (name: string, width?: number | string) =>
  `/images/${encodeURIComponent(name)}${width === undefined ? '' : `?w=${width}`}`
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })

test.each([undefined, 320])('a replaced picture arrives in ten minutes, else a 304 (width %s)', async (width) => {
  const file = join(api.config.imagesDir, 'replaced.png')
  await writeFile(file, wide)
  const ask = (etag?: unknown) => get(address('replaced.png', width), { 'if-none-match': String(etag) })
  const { etag, 'cache-control': caching } = (await ask()).headers
  expect(caching).toBe('public, max-age=600, stale-while-revalidate=2592000')
  const same = await ask(etag)
  expect([same.statusCode, same.body]).toStrictEqual([304, ''])
  await writeFile(file, await drawn(640, 160).png().toBuffer())
  const after = await ask(etag)
  expect(after.headers.etag).not.toBe(etag)
  expect(await sharp(after.rawPayload).metadata()).toMatchObject({ width: width ?? 640, height: width ? 80 : 160 })
})

test.each([
  ['wide.png', 'image/png', 320],
  // Pictures are never enlarged.
  ['small.webp', 'image/webp', 200],
  ['moving.gif', 'image/gif', 320],
  ['photo.avif', 'image/avif', 320],
  ['صورة الفريق.jpg', 'image/jpeg', 320],
  ['100% sure?.png', 'image/png', 320],
  ['SHOUTED.PNG', 'image/png', 320],
])('%s is sent as it is, as %s, to any origin; its variant is %i px wide', async (name, type, width) => {
  const { statusCode, headers, rawPayload } = await get(address(name))
  expect([statusCode, headers['content-type']]).toStrictEqual([200, type])
  expect(rawPayload.equals(originals[name] as Buffer)).toBe(true)
  expect(headers).toMatchObject({ ...safe, 'cross-origin-resource-policy': 'cross-origin' })
  const variant = await get(address(name, 320), { accept: 'image/webp' })
  expect(await sharp(variant.rawPayload).metadata()).toMatchObject({ format: 'webp', width })
})

test.each(['café.png', 'thé.png'])('%s is found in either normal form of Unicode', async (name) => {
  for (const form of ['NFC', 'NFD'])
    for (const width of [undefined, 320]) expect((await get(address(name.normalize(form), width))).statusCode).toBe(200)
})

test('a range is sent as such; one beyond the end is a 416 problem document', async () => {
  const part = await get(address('wide.png'), { range: 'bytes=3-9' })
  expect([part.statusCode, part.headers['content-range']]).toStrictEqual([206, `bytes 3-9/${wide.length}`])
  expect(part.rawPayload.equals(wide.subarray(3, 10))).toBe(true)
  const { statusCode, headers } = await get(address('wide.png'), { range: `bytes=${wide.length}-` })
  expect([statusCode, headers['content-range']]).toStrictEqual([416, `bytes */${wide.length}`])
  expect(headers['content-type']).toBe(problemType)
})

describe('variants', () => {
  test.each([
    ['wide.png', 'image/avif,image/webp,image/*;q=0.8', 'avif'],
    ['wide.png', 'image/webp,*/*', 'webp'],
    ['wide.png', 'image/avif;q=0, image/webp', 'webp'],
    ['wide.png', '', 'png'],
    ['photo.jpg', 'image/*', 'jpeg'],
    ['photo.avif', 'image/avif,image/webp', 'avif'],
    ['photo.avif', '', 'png'],
  ])('of %s for Accept "%s" is %s, with a Vary header', async (name, accept, format) => {
    const { statusCode, headers, rawPayload } = await get(address(name, 320), { accept })
    expect([statusCode, headers['content-type']]).toStrictEqual([200, `image/${format}`])
    expect(headers).toMatchObject({ ...safe, vary: expect.stringMatching(/\bAccept\b(?!-)/) })
    // sharp calls AVIF by the name of its container.
    expect(await sharp(rawPayload).metadata()).toMatchObject({
      format: format === 'avif' ? 'heif' : format,
      width: 320,
    })
  })

  test.each(imageWidths)('?w=%i has exactly that width', async (width) => {
    const answer = await get(address('photo.jpg', width), { accept: 'image/webp' })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
  })

  test.each(['0', '321', '1e3', 'abc', '', '99999999', '320&w=640'])('?w=%s is a 400', async (width) => {
    const { statusCode, headers } = await get(address('wide.png', width))
    expect([statusCode, headers['content-type']]).toStrictEqual([400, problemType])
  })

  test.each([
    ...['cut.jpg', 'cut.avif', 'empty.png', 'drawing.png', 'heic.jpg'].map((name) => [
      name,
      "can't be read as a picture",
    ]),
    ['bomb.png', 'exceeds pixel limit'],
    ['large.png', 'is too large'],
  ])('%s has none: a 422 problem document, which says that it %s', async (name = '', reason = '') => {
    const answer = await get(address(name, 320))
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([422, problemType])
    expect(answer.json().detail).toContain(reason)
    expect(answer.body).not.toContain(api.config.imagesDir)
  })
})

// `test/server/api/generated-requests.test.ts` tries paths that lead out of the folder.
test.each([
  ...['none.png', '.hidden.png', '.env', 'folder', 'folder/inside.png', 'a'.repeat(300), ''],
  ...['evil.js', 'evil.png.mjs', 'script.svg', 'noend'],
])('"%s" is a 404 problem document, also for a browser', async (name) => {
  for (const query of ['', '?w=320']) {
    const answer = await get(`/images/${encodeURIComponent(name)}${query}`, { accept: 'text/html' })
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([404, problemType])
    expect(answer.body).not.toContain(secret)
  }
})
