import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageSkeleton } from '../../client/layout/LoadingPage'

test.each([
  ['/courses', 'item-list'],
  ['/courses/', 'item-list'],
  ['/ar/course-category/python/', 'item-list'],
  ['/ar/ugarit_news', 'item-list'],
  ['/courses/python', 'detail-head'],
  ['/who-we-are', 'prose'],
  ['/ar/', 'skeleton-hero'],
])('while %s loads, its skeleton has %s', (pathname, expected) => {
  const html = renderToStaticMarkup(createElement(PageSkeleton, { pathname }))
  const kinds = ['item-list', 'detail-head', 'skeleton-hero', 'prose']
  expect(kinds.find((kind) => html.includes(kind))).toBe(expected)
})
