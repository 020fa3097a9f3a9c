import { expect, test } from 'vitest'
import { formatDate, hasPassed } from '../../client/language/localize'

test.each([
  ['2026-11-23', '2026-11-23T20:59:59Z', false],
  ['2026-11-23', '2026-11-23T21:00:01Z', true],
  ['2026-11-23 17:00', '2026-11-23T13:59:59Z', false],
  ['2026-11-23T17:00:00', '2026-11-23T14:00:01Z', true],
  ['2026-11-23T17:00:00+03:00', '2026-11-23T13:59:59Z', false],
  ['2026-11-23T17:00:00+0300', '2026-11-23T14:00:01Z', true],
  ['2019-06-01T12:00:00Z', '2026-11-23T00:00:00Z', true],
])('%s at %s has passed: %s', (value, now, expected) => {
  const date = formatDate(value)
  expect(date && hasPassed(date, Date.parse(now))).toBe(expected)
})
