import { expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { listAt } from '../../client/content/lists'

test.each([
  ['/blogs', 'blogs'],
  ['/%62logs', 'blogs'],
  ['/courses/python', 'courses'],
  ['/courses-plus_news', 'productNews'],
  ['/news/winter', undefined],
  ['/%', undefined],
])('the list of %s is %s', (pathname, name) => {
  expect(listAt(pathname, createPaths({ locale: 'en', product: 'courses-plus' }))).toBe(name)
})
