import { expect, test } from 'vitest'
import { nearest, shortlist } from '#contract/text/nearest'

const slugs = Array.from({ length: 2_000 }, (_, index) => `deep-learning-with-python-${index}`)

test('of 2,000 slugs that are much alike, the best one is named', () => {
  expect(nearest('deep-lerning-with-python-1734', slugs)[0]).toBe('deep-learning-with-python-1734')
  expect(nearest('Deep-Learning-With-Python-77', slugs)[0]).toBe('deep-learning-with-python-77')
})

test('distances are computed for 40 candidates at most', () => {
  expect(shortlist('deep-learning-with-python-x', slugs)).toHaveLength(40)
})

test('no more than 2,000 candidates are looked at, whatever there is', () => {
  let looked = 0
  function* endless() {
    for (;;) yield `slug-${looked++}`
  }
  nearest('slug-1', endless())
  expect(looked).toBeLessThanOrEqual(2_001)
})

test('a word of up to 120 letters is compared, a longer one is not', () => {
  const long = 'x'.repeat(120)
  expect(nearest(long.replace('x', 'y'), [long])).toStrictEqual([long])
  expect(nearest(`${long}x`, [long])).toStrictEqual([])
})

test.each([
  ['pyton', ['python'], ['python']],
  ['web', ['wub', 'data'], ['wub']],
  ['abcd', ['wxyz'], []],
  ['ab', ['abcd'], ['abcd']],
  ['pyton', ['PYTHONS', 'python', 'ruby'], ['python', 'PYTHONS']],
  ['بايثن', ['بايثون', 'ويب'], ['بايثون']],
])('%s among %j: %j', (word, candidates, found) => {
  expect(nearest(word, candidates)).toStrictEqual(found)
})
