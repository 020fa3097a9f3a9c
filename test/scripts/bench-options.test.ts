import { expect, test } from 'vitest'
import { benchPages } from '../../scripts/bench/pages'
import { benchVisits } from '../../scripts/bench/visits'

test.each([
  [{ line: '5g' }, '--line takes one of slow-4g, slow-3g, 3g-link; found "5g"'],
  [{ rival: 'localhost:4321' }, '--rival takes an address such as http://localhost:4321'],
  [{ rival: 'http://localhost:4321/en' }, 'without a path; found "http://localhost:4321/en"'],
  [{ only: 'hoem' }, '--only takes a part of one of home en, list en, detail en'],
  [{ items: 3 }, '--items takes a number from 4 on; found "3"'],
])('the benchmark of pages refuses %j by name', async (options, said) => {
  await expect(benchPages(options)).rejects.toThrow(said)
})

test('the benchmark of visits refuses a part of none by name', async () => {
  await expect(benchVisits({ only: 'hoem' })).rejects.toThrow('--only takes a part of one of home to detail en')
})
