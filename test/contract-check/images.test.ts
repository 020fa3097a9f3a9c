import { expect, test } from 'vitest'
import { createPictureNames } from '../../contract-check/picture-names'
import { inPicture } from './drifting-server'
import { check, serve } from './run'

const comments = '<!-- a --> <!---->'

test.each([
  ['<svg>', undefined],
  ['\ufeff <?xml version="1.0"?>\n<!-- a --><!doctype svg PUBLIC "a">\n<svg xmlns="b"/>', undefined],
  [`${comments}<svg `, undefined],
  [`${comments}x`, 'bytes that are no picture (content type image/svg+xml)'],
  [`${'<!---->'.repeat(45)}x`, 'bytes that are no picture (content type image/svg+xml)'],
  ['<svgx>', 'bytes that are no picture (content type image/svg+xml)'],
])('of an SVG that begins with %s the violation is %s', async (text, violation) => {
  const { url } = await serve(inPicture('image/svg+xml', text))
  const { drifts } = await check(url, { sample: 1 })
  const found = drifts.filter(({ rule }) => rule === 'picture.missing').map((drift) => drift.found)
  expect([...new Set(found)]).toEqual(violation ? [violation] : [])
})

test('two pictures whose names differ in the case of letters alone get two files on every system', () => {
  const { reserve, nameOf, urlOf } = createPictureNames('https://a.org/images/')
  reserve(['Plain.webp'])
  const names = ['https://a.org/x/A.webp', 'https://a.org/y/a.webp', 'https://a.org/y/plain.webp'].map(nameOf)
  expect(names).toEqual(['A.webp', '2-a.webp', '2-plain.webp'])
  expect(urlOf('2-a.webp')).toBe('https://a.org/y/a.webp')
})

test('a picture of which a part was read, without a size, is not cut short', async () => {
  const { url } = await serve({
    image: (name, response) => {
      if (name !== 'x.webp') return false
      const bytes = Buffer.alloc(20_000)
      bytes.write('RIFF....WEBP', 'latin1')
      bytes.writeUInt32LE(bytes.length - 8, 4)
      response.writeHead(200, { 'content-type': 'image/webp' }).write(bytes.subarray(0, 5_000))
      // The check stops reading after this part, so the rest is never sent.
      return true
    },
  })
  const { warnings } = await check(url, { sample: 1 })
  expect(warnings.filter(({ rule }) => rule === 'picture.format')).toEqual([])
})
