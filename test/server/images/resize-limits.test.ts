import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { createResizeQueue } from '../../../server/images/made-pictures'
import { sharedApp } from '../../support/app'
import { generateContent } from '../../support/generated-content'

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

describe('a picture that exceeds a limit', () => {
  const api = sharedApp({ content: generateContent() })
  beforeAll(async () => {
    const files = {
      'bomb.png': bomb(12_000, 12_000),
      'claims.png': bomb(60_000, 60_000 / 1_000),
      'large.png': Buffer.alloc(33 * 1024 * 1024),
      'drawing.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'document.jpg': Buffer.from('%PDF-1.4\n%%EOF'),
      'heif.jpg': await sharp({ create: { width: 9, height: 9, channels: 3, background: '#246' } })
        .avif()
        .toBuffer(),
    }
    for (const [name, body] of Object.entries(files)) await writeFile(join(api.config.imagesDir, name), body)
  })

  test.each(['bomb.png', 'large.png', 'drawing.png', 'document.jpg', 'heif.jpg'])(
    '%s is a 422 problem document',
    async (name) => {
      const { status, type } = await api.request.get(`/images/${name}?w=320`)
      expect([status, type]).toStrictEqual([422, 'application/problem+json'])
    },
  )

  test('the same picture within bounds is resized', async () => {
    const { status, body } = await api.request.get('/images/claims.png?w=320')
    expect([status, (await sharp(body).metadata()).width]).toStrictEqual([200, 320])
  })
})

test('concurrent resizes and the queue are limited, in order', async () => {
  const inTurn = createResizeQueue(2, 3)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const work = (index: number) =>
    inTurn(() => {
      begun.push(index)
      return new Promise<void>((end) => ends.push(end))
    })
  const works = [0, 1, 2, 3, 4].map(work)
  await new Promise(setImmediate)
  expect(begun).toStrictEqual([0, 1])
  await expect(work(5)).rejects.toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } })
  for (let index = 0; index < 5; index++) {
    ends[index]?.()
    await works[index]
    await new Promise(setImmediate)
  }
  expect(begun).toStrictEqual([0, 1, 2, 3, 4])
  const failing = inTurn(() => Promise.reject(new Error('bad')))
  await expect(failing).rejects.toThrow('bad')
  await inTurn(async () => begun.push(6))
  expect(begun.at(-1)).toBe(6)
})
