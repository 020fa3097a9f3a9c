import { expect, inject, test } from 'vitest'
import { createRandom, walkAtRandom } from './random-walk'
import { sharedBrowser, withoutFlips } from './visit'

const open = sharedBrowser()

// The quick form of `npm run soak`, which walks for half an hour.
test('a random walk leaves no error, and the heap as it was', async () => {
  const { page, complaints } = await open()
  const walk = await walkAtRandom(page, `${inject('site')}/`, 6_000, createRandom(1))
  expect(walk.steps).toBeGreaterThan(10)
  expect(walk.growth, JSON.stringify(walk)).toBeLessThan(0.1)
  expect(withoutFlips(complaints)).toEqual([])
})
