import { expect, test } from 'vitest'
import { pageNumbers } from '../../../client/widgets/page-numbers'

test('up to five page numbers are shown, in ascending order and with the page, on every page of every count', () => {
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
