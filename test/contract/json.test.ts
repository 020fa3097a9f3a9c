import { expect, test } from 'vitest'
import { isDeeperThan, parseJson } from '#contract/json'

test('a value is as deep as its lists and objects are in each other', () => {
  const value = { a: [[]], b: null }
  expect([isDeeperThan(2, value), isDeeperThan(3, value)]).toStrictEqual([true, false])
})

test('byte order marks before JSON are skipped', () => {
  expect(parseJson('\ufeff\ufeff{"a":"\ufeff"}')).toStrictEqual({ a: '\ufeff' })
})

test.each([
  ['"a\\ud800b"', 'a\ufffdb'],
  ['"\\udc00\\ud800"', '\ufffd\ufffd'],
  ['"\\ud83d\\uDE00 \\u0628"', '😀 ب'],
  ['"\\\\ud800 \\n"', '\\ud800 \n'],
  ['{"\\uD800":["\\ud800\\ud83d\\ude00"]}', { '\ufffd': ['\ufffd😀'] }],
])('the JSON %s has no half of a surrogate pair', (text, value) => {
  expect(parseJson(text)).toStrictEqual(value)
})
