import { describe, expect, test } from 'vitest'
import { pageCount, pageNumbers } from '../../../client/widgets/page-numbers'

test.each([
  [0, 10, 1],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [95, 10, 10],
  [95, 20, 5],
  [3, 1, 3],
])('%i items, %i per page, fill %i pages', (total, perPage, pages) => {
  expect(pageCount(total, perPage)).toBe(pages)
})

describe('page numbers shown', () => {
  test.each([
    [1, 10, [1, 2, 3, 4, 5]],
    [2, 10, [1, 2, 3, 4, 5]],
    [3, 10, [1, 2, 3, 4, 5]],
    [4, 10, [2, 3, 4, 5, 6]],
    [8, 10, [6, 7, 8, 9, 10]],
    [9, 10, [6, 7, 8, 9, 10]],
    [10, 10, [6, 7, 8, 9, 10]],
    [1, 1, [1]],
    [3, 4, [1, 2, 3, 4]],
    [5, 5, [1, 2, 3, 4, 5]],
  ])('on page %i of %i are %j', (page, count, numbers) => {
    expect(pageNumbers(page, count)).toEqual(numbers)
  })

  test('are five in ascending order and include the page, on every page of every count', () => {
    for (let count = 1; count <= 30; count++)
      for (let page = 1; page <= count; page++) {
        const numbers = pageNumbers(page, count)
        expect(numbers).toHaveLength(Math.min(5, count))
        expect(numbers).toContain(page)
        expect(numbers[0]).toBeGreaterThanOrEqual(1)
        expect(numbers.at(-1)).toBeLessThanOrEqual(count)
        expect(numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)).toBe(true)
      }
  })
})
