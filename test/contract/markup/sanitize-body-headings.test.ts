import { expect, test } from 'vitest'
import { levelHeadings } from '#contract/markup/sanitize-body'

test.each([
  ['3 3 3', '2 2 2'],
  ['2 4 5 4 2', '2 3 4 3 2'],
  ['4 3 2 3', '2 2 2 3'],
  ['', ''],
])('headings of levels "%s" below a page\'s h1 become "%s"', (levels, expected) => {
  const html = (all: string) =>
    all
      .split(' ')
      .filter(Boolean)
      .map((level) => `<h${level} dir="rtl">A &lt;h3&gt;</h${level}><p>text</p><hr>`)
      .join('')
  expect(levelHeadings(html(levels))).toBe(html(expected))
})

test('a heading inside another is closed with its own level', () => {
  expect(levelHeadings('<h3>a<b><h4>b</h4></b></h3><h5>c</h5>')).toBe('<h2>a<b><h3>b</h3></b></h2><h4>c</h4>')
})
