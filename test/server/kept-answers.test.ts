import { expect, test } from 'vitest'
import { createKeptAnswers, type KeptAnswer } from '../../server/http/kept-answers'

const answer = (key: string, size: number): KeptAnswer => ({
  key,
  values: ['x'],
  sent: { size, send: () => true },
  answered: () => undefined,
  wasUsed: false,
})
const names = ['accept']
const find = (kept: ReturnType<typeof createKeptAnswers>, key: string) => kept.find(key, { accept: 'x' })

test('what is kept is bounded in number and in bytes, and what is asked for again stays longer', () => {
  const kept = createKeptAnswers()
  kept.keep(answer('often', 100), names)
  for (let index = 0; index < 20_000; index++) {
    const often = find(kept, 'often')
    if (often) often.wasUsed = true
    kept.keep(answer(`seldom ${index}`, 10_000), names)
  }
  expect(kept.size()).toBeLessThanOrEqual(32 * 1024 * 1024)
  expect(find(kept, 'often')).toBeDefined()
  expect(find(kept, 'seldom 0')).toBeUndefined()
  for (let index = 0; index < 20_000; index++) kept.keep(answer(`small ${index}`, 1), names)
  expect(kept.size()).toBeLessThanOrEqual(5_000 * 600)
  kept.clear()
  expect([kept.size(), find(kept, 'small 19999')]).toStrictEqual([0, undefined])
})

test('few answers are kept for one address, whatever its headers say', () => {
  const kept = createKeptAnswers()
  for (let index = 0; index < 1_000; index++) kept.keep({ ...answer('/', 100), values: [`type/${index}`] }, names)
  expect(kept.size()).toBeLessThanOrEqual(12 * 700)
  expect(kept.find('/', { accept: 'type/999' })).toBeDefined()
  expect(kept.find('/', { accept: 'type/0' })).toBeUndefined()
})
