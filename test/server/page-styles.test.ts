import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageStyles } from '../../server/page-styles'
import { root } from '../helper'

const page = (...classes: string[]) => `<p class="${classes.join(' ')}"><b class="b"></b></p>`

test.each([
  ['a rule of a class that is there, not one of another', '.a{x:1}.c{x:2}', '.a{x:1}'],
  ['of a list of selectors what can match', '.a,.c .a,.b.a{x:1}', '.a,.b.a{x:1}'],
  [
    'what hangs on elements, ids and states alone',
    'p,#x,[open]>i,:root:lang(ar){x:1}',
    'p,#x,[open]>i,:root:lang(ar){x:1}',
  ],
  [
    'alternatives and exceptions in brackets',
    '.a:is(.c,.a),.a:not(.c:hover){x:1}',
    '.a:is(.c,.a),.a:not(.c:hover){x:1}',
  ],
  [
    'groups that have something left',
    '@media x{.c{x:1}}@layer l{@media y{.a{x:1}.c{x:1}}}',
    '@layer l{@media y{.a{x:1}}}',
  ],
  [
    'statements, faces and keyframes',
    '@layer r,t;@font-face{x:url("};")}@keyframes k{to{x:1}}',
    '@layer r,t;@font-face{x:url("};")}@keyframes k{to{x:1}}',
  ],
  ['strings with braces and quotes', '.a:after{content:"}\\"{"}.c{x:1}', '.a:after{content:"}\\"{"}'],
])('keeps %s', (_, sheet, kept) => {
  expect(pageStyles(sheet)(page('a'))).toBe(kept)
})

test('the built style sheet, with all of its classes, is kept as it is', () => {
  const assets = join(root, 'dist', 'client', 'assets')
  const sheet = readdirSync(assets).find((name) => name.endsWith('.css')) ?? ''
  const css = readFileSync(join(assets, sheet), 'utf8').trim()
  const classes = Array.from(css.matchAll(/\.(-?[A-Za-z_][\w-]*)/g), ([, name = '']) => name)
  // Some rules end in a semicolon before the brace or not: what counts is that nothing is lost.
  expect(pageStyles(css)(page(...classes))).toBe(css)
})
