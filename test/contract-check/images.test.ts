import { expect, test } from 'vitest'
import type { Reply } from '../../contract-check/caller'
import { notAPicture } from '../../contract-check/images'

const comments = '<!-- a --> <!---->'

test.each([
  ['<svg>', undefined],
  ['\ufeff <?xml version="1.0"?>\n<!-- a --><!doctype svg PUBLIC "a">\n<svg xmlns="b"/>', undefined],
  [`${comments}<svg `, undefined],
  [`${comments}x`, 'bytes that are no picture (content type image/svg+xml)'],
  [`${'<!---->'.repeat(45)}x`, 'bytes that are no picture (content type image/svg+xml)'],
  ['<svgx>', 'bytes that are no picture (content type image/svg+xml)'],
])('of an SVG that begins with %s the violation is %s', (text, violation) => {
  const headers = new Headers({ 'content-type': 'image/svg+xml' }) as unknown as Reply['headers']
  const reply = { status: 200, headers, body: Buffer.from(text), time: 0, url: '', isKnown: false }
  expect(notAPicture(reply)).toBe(violation)
})
