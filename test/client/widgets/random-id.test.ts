import { expect, test } from 'vitest'
import { randomId } from '../../../client/widgets/random-id'

test('an id is seven letters', () => {
  for (let count = 0; count < 500; count++) expect(randomId()).toMatch(/^[a-zA-Z]{7}$/)
})

test('a thousand ids are all different', () => {
  expect(new Set(Array.from({ length: 1000 }, () => randomId())).size).toBe(1000)
})

test('every letter comes up about as often as every other', () => {
  const counts = new Map<string, number>()
  for (const letter of randomId(52_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(52)
  // Six standard deviations of a count that is 1000 on average: fails by chance once in about ten million runs.
  for (const [letter, count] of counts) expect(Math.abs(count - 1000), `${letter} ${count}`).toBeLessThan(190)
})
