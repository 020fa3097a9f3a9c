import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

const originals: Record<string, Promise<Buffer>> = {
  'wide.png': drawn(2000, 1000).png().toBuffer(),
  'photo.jpg': drawn(2000, 1500).jpeg().toBuffer(),
  'small.webp': drawn(200, 100).webp().toBuffer(),
  'moving.gif': drawn(700, 300).gif().toBuffer(),
  'with two spaces.png': drawn(700, 300).png().toBuffer(),
  'صورة الفريق.jpg': drawn(700, 300).jpeg().toBuffer(),
  '100% sure?.png': drawn(700, 300).png().toBuffer(),
  'SHOUTED.PNG': drawn(700, 300).png().toBuffer(),
  'corrupt.png': Promise.resolve(Buffer.from('no picture at all')),
  'cut.jpg': drawn(2000, 1500)
    .jpeg()
    .toBuffer()
    .then((bytes) => bytes.subarray(0, bytes.length / 2)),
  'empty.png': Promise.resolve(Buffer.alloc(0)),
  'script.svg': Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
  // A GIF to a decoder, a program to a browser.
  'evil.js': Promise.resolve(Buffer.from('GIF89a/*........*/=1;alert(1)')),
  'evil.html': Promise.resolve(Buffer.from('<script>alert(1)</script>')),
  'evil.png.mjs': drawn(10, 10).png().toBuffer(),
  noend: drawn(10, 10).png().toBuffer(),
  '.hidden.png': drawn(10, 10).png().toBuffer(),
  '.env': Promise.resolve(Buffer.from(secret)),
}

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

test.each([undefined, 320])('a replaced picture reaches browsers within ten minutes (width %s)', async (width) => {
  const { headers } = await get(address('wide.png', width))
  expect(headers['cache-control']).toBe('public, max-age=600, stale-while-revalidate=2592000')
  expect((await get(address('wide.png', width), { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const file = join(api.config.imagesDir, 'replaced.png')
  await writeFile(file, await drawn(2000, 1000).png().toBuffer())
  const before = await get(address('replaced.png', width))
  await writeFile(file, await drawn(640, 160).png().toBuffer())
  const after = await get(address('replaced.png', width), { 'if-none-match': String(before.headers.etag) })
  expect([after.statusCode, after.headers.etag === before.headers.etag]).toStrictEqual([200, false])
  const { width: shown = 640 } = await sharp(after.rawPayload).metadata()
  expect(await sharp(after.rawPayload).metadata()).toMatchObject({ width: width ?? 640, height: shown / 4 })
})

describe('originals', () => {
  test.each([
    ['wide.png', 'image/png'],
    ['photo.jpg', 'image/jpeg'],
    ['small.webp', 'image/webp'],
    ['moving.gif', 'image/gif'],
    ['with two spaces.png', 'image/png'],
    ['صورة الفريق.jpg', 'image/jpeg'],
    ['100% sure?.png', 'image/png'],
    ['SHOUTED.PNG', 'image/png'],
  ])('%s is sent as it is, as %s, to any origin, and once only', async (name, type) => {
    const answer = await get(address(name))
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([200, type])
    expect(answer.rawPayload.equals(await (originals[name] as Promise<Buffer>))).toBe(true)
    expect(answer.headers).toMatchObject({ ...safe, 'cross-origin-resource-policy': 'cross-origin' })
    const again = await get(address(name), { 'if-none-match': String(answer.headers.etag) })
    expect([again.statusCode, again.body]).toStrictEqual([304, ''])
  })

  test('a range is sent as such; one beyond the end is refused', async () => {
    const bytes = await (originals['wide.png'] as Promise<Buffer>)
    const part = await get(address('wide.png'), { range: 'bytes=3-9' })
    expect([part.statusCode, part.headers['content-range']]).toStrictEqual([206, `bytes 3-9/${bytes.length}`])
    expect(part.rawPayload.equals(bytes.subarray(3, 10))).toBe(true)
    const beyond = await get(address('wide.png'), { range: `bytes=${bytes.length}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toStrictEqual([416, `bytes */${bytes.length}`])
    expect(beyond.headers['content-type']).toBe(problemType)
  })

  test('HEAD has type and length', async () => {
    const answer = await api.app.inject({ method: 'HEAD', url: address('wide.png') })
    const bytes = await (originals['wide.png'] as Promise<Buffer>)
    expect([answer.statusCode, answer.headers['content-length']]).toStrictEqual([200, String(bytes.length)])
  })
})

describe('variants', () => {
  test.each([
    ['image/avif,image/webp,image/*;q=0.8', 'avif', 'image/avif'],
    ['image/webp,*/*', 'webp', 'image/webp'],
    ['image/avif;q=0, image/webp', 'webp', 'image/webp'],
    ['*/*', 'png', 'image/png'],
    ['', 'png', 'image/png'],
  ])('Accept "%s" gets %s with a Vary header', async (accept, format, type) => {
    const answer = await get(address('wide.png', 320), { accept })
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([200, type])
    expect(answer.headers).toMatchObject(safe)
    expect(answer.headers.vary).toMatch(/\bAccept\b(?!-)/)
    const found =
      format === 'avif' ? { format, ...sizeOfAvif(answer.rawPayload) } : await sharp(answer.rawPayload).metadata()
    expect(found).toMatchObject({ format, width: 320, height: 160 })
    for (const known of [`W/${answer.headers.etag}`, `"a", ${answer.headers.etag}`, '*']) {
      const again = await get(address('wide.png', 320), { accept, 'if-none-match': known })
      expect([known, again.statusCode, again.body]).toStrictEqual([known, 304, ''])
    }
  })

  test('a photograph falls back to JPEG', async () => {
    const answer = await get(address('photo.jpg', 160), { accept: 'image/*' })
    expect(answer.headers['content-type']).toBe('image/jpeg')
  })

  test.each(imageWidths)('?w=%i has exactly that width', async (width) => {
    const answer = await get(address('photo.jpg', width), { accept: 'image/webp' })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
  })

  test.each(['with two spaces.png', 'صورة الفريق.jpg', '100% sure?.png', 'moving.gif', 'SHOUTED.PNG'])(
    '%s has variants too',
    async (name) => {
      const answer = await get(address(name, 320), { accept: 'image/webp' })
      expect(answer.statusCode).toBe(200)
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(320)
    },
  )

  test('a small picture is never enlarged', async () => {
    const answer = await get(address('small.webp', 640), { accept: 'image/webp' })
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(200)
  })

  test.each(['0', '-1', '321', '1e3', 'abc', '', '99999999', '320&w=640', '320.5'])('?w=%s is a 400', async (width) => {
    const { statusCode, headers } = await get(`/images/wide.png?w=${width}`)
    expect([statusCode, headers['content-type']]).toStrictEqual([400, problemType])
  })

  test.each(['corrupt.png', 'cut.jpg', 'empty.png'])('%s is a 4xx problem document', async (name) => {
    const answer = await get(address(name, 320))
    expect([answer.statusCode, answer.headers['content-type']]).toStrictEqual([422, problemType])
    expect(answer.body).not.toContain(api.config.imagesDir)
  })
})

// `test/server/api/generated-requests.test.ts` tries paths that lead out of the folder.
describe('forbidden files', () => {
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
})
