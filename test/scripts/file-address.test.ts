import { expect, test } from 'vitest'
import { fileAddress, withSlashes } from '../../scripts/vite/file-address'

test.each([
  ['/home/a/site/client', '/@fs/home/a/site/client'],
  ['C:\\Users\\a\\site\\client', '/@fs/C:/Users/a/site/client'],
])('the development server has %s at %s', (path, address) => {
  expect(fileAddress(path)).toBe(address)
})

test('a path on Windows is compared with the ids of Vite', () => {
  expect(withSlashes('C:\\a\\b')).toBe('C:/a/b')
})
