import { expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { isCachedAddress } from '../../../server/pages/page-keys'
import { generateContent } from '../../generated-content'
import { sitePages } from '../../site-pages'

test('every page of the site has an address that is cached', () => {
  for (const { path } of sitePages(generateContent())) expect([path, isCachedAddress(path)]).toStrictEqual([path, true])
  expect(isCachedAddress(createPaths({ locale: 'ar', product: 'x' }).course("a b/ؤ%'(1)*!~"))).toBe(true)
})

test.each([
  ['/courses?show=14', true],
  ['/ar/ugarit_news?show=70', true],
  ['/course-category/python?show=21', true],
  ['/courses?show=7', false],
  ['/courses?show=15', false],
  ['/courses?show=77', false],
  ['/courses?show=014', false],
  ['/courses?show=14&show=21', false],
  ['/courses?show=14?', false],
  ['/?show=14', false],
  ['/courses/python?show=14', false],
  ['/courses?', false],
  ['/?utm_source=x', false],
  ['/courses/', false],
  ['//courses', false],
  ['/courses//', false],
  ['/courses/.', false],
  ['/courses/../blogs', false],
  ['/%63ourses', false],
  ['/courses/%d8%a7', false],
  ['/courses/%D8%A7', true],
  ['/courses/ا', false],
  ['/courses/%ff', false],
  ['/courses#x', false],
  ['/\\courses', false],
  ['', false],
])('the page at %s is cached: %s', (url, isCached) => {
  expect(isCachedAddress(url)).toBe(isCached)
})
