import { expect, test } from 'vitest'
import { createPaths } from '#contract/paths'
import { costOf, isCachedAddress, pageAddress } from '../../../server/pages/page-cache'
import { generateContent } from '../../support/generated-content'
import { sitePages } from '../../support/site-pages'

test('every page of the site is its own address, and is cached', () => {
  for (const { path } of sitePages(generateContent()))
    expect([pageAddress(path), isCachedAddress(path)]).toStrictEqual([path, true])
  expect(isCachedAddress(createPaths({ locale: 'ar', product: 'x' }).course("a b/ؤ%'(1)*!~"))).toBe(true)
})

test.each([
  ['/?utm_source=x', '/'],
  ['/ar?fbclid=x&utm_source=y', '/ar'],
  ['/?show=14', '/'],
  ['/courses/python?show=14', '/courses/python'],
  ['/sitemap.xml?1', '/sitemap.xml'],
  ['/calendar.ics?x=1', '/calendar.ics'],
  ['/courses?', '/courses'],
  ['/courses?utm_source=x&show=14', '/courses?show=14'],
  ['/courses?show=15', '/courses?show=21'],
  ['/courses?show=014', '/courses?show=14'],
  ['/courses?show=7', '/courses'],
  ['/courses?show=x', '/courses'],
  ['/courses?show=1e99', '/courses?show=700'],
  ['/courses?show=1000000000', '/courses?show=700'],
  ['/courses?show=Infinity', '/courses'],
  ['/courses?show=14&show=21', '/courses?show=14'],
  ['/ar/blogs?q=%20word%20&show=14&x=1', '/ar/blogs?show=14&q=word'],
  ['/blogs?q=%20', '/blogs'],
])('%s is the page at %s', (url, address) => {
  expect(pageAddress(url)).toBe(address)
  expect(pageAddress(address)).toBe(address)
})

test.each([
  ['/courses?show=14', true],
  ['/ar/ugarit_news?show=70', true],
  ['/course-category/python?show=21', true],
  ['/courses?show=77', false],
  ['/courses?q=word', false],
  ['/courses?show=14&q=word', false],
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
])('the page at %s is cached: %s', (address, isCached) => {
  expect(isCachedAddress(address)).toBe(isCached)
})

test.each([
  ['/courses', 1],
  ['/courses?show=70', 1],
  ['/courses?show=77', 2],
  ['/courses?show=700', 10],
])('the page at %s counts as %i costly requests', (address, cost) => {
  expect(costOf(address)).toBe(cost)
})
