import { expect, test } from 'vitest'
import { createJsonLimits, maxJsonLevels, maxJsonValues } from '#contract/limits/json-limits'

/** Reads a text in chunks of some bytes, and returns the first limit that it exceeds. */
function limitOf(text: string, size = 7): string | undefined {
  const bytes = Buffer.from(text)
  const exceeded = createJsonLimits()
  for (let start = 0; start < bytes.length; start += size) {
    const limit = exceeded(bytes.subarray(start, start + size))
    if (limit !== undefined) return limit
  }
  return undefined
}

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const many = `[${'{},'.repeat(maxJsonValues / 2)}0]`

test.each([
  ['an ordinary response', JSON.stringify({ data: [{ a: 'b', c: [1, null, { d: 'ü' }] }] }), undefined],
  ['signs in a text', JSON.stringify({ data: `${deep(999)}${',{'.repeat(maxJsonValues)}\\"` }), undefined],
  ['signs after an escaped quote', JSON.stringify({ data: `\\"${deep(999)}` }), undefined],
  ['lists as deep as allowed', deep(maxJsonLevels), undefined],
  ['deeper lists', deep(maxJsonLevels + 1), /nested more than 100 levels/],
  ['deeper lists after a text that ends in a backslash', `["\\\\",${deep(maxJsonLevels)}]`, /nested more than 100/],
  ['millions of objects', many, /more than 500000 values/],
  ['millions of numbers', JSON.stringify(Array(maxJsonValues + 1).fill(0)), /more than 500000 values/],
])('%s: %#', (_, text, expected) => {
  const limit = limitOf(text, 65_537)
  if (expected) expect(limit).toMatch(expected)
  else expect([limit, limitOf(text.slice(0, 200_000), 1)]).toStrictEqual([undefined, undefined])
})
