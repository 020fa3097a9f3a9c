import { expect, test } from 'vitest'
import { weigh } from '../../scripts/bench/budgets'

test('no built file and no page weighs more than its budget', async () => {
  const weights = await weigh()
  expect(weights.length).toBeGreaterThan(60)
  const over = weights.filter(({ bytes, limit }) => bytes > limit)
  expect(
    over.map(({ name, bytes, limit }) => `${name} weighs ${bytes} bytes, ${bytes - limit} above its limit`),
  ).toEqual([])
  expect(weights.filter(({ bytes }) => !(bytes > 0))).toEqual([])
})
