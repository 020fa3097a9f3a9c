import { expect, test } from 'vitest'
import { isDeeperThan } from '#contract/json'

test('a value is as deep as its lists and objects are in each other', () => {
  const value = { a: [[]], b: null }
  expect([isDeeperThan(2, value), isDeeperThan(3, value)]).toStrictEqual([true, false])
})
