import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fetchedFaces, pageStyles } from '../../server/page-styles'
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
    'statements, faces of the device and keyframes, not faces to fetch',
    '@layer r,t;@font-face{src:local("};")}@font-face{src:url("};")}@keyframes k{to{x:1}}',
    '@layer r,t;@font-face{src:local("};")}@keyframes k{to{x:1}}',
  ],
  ['strings with braces and quotes', '.a:after{content:"}\\"{"}.c{x:1}', '.a:after{content:"}\\"{"}'],
])('keeps %s', (_, sheet, kept) => {
  expect(pageStyles(sheet)(page('a'))).toBe(kept)
})

test('the built style sheet, with all of its classes, is kept but for the faces to fetch', () => {
  const assets = join(root, 'dist', 'client', 'assets')
  const sheet = readdirSync(assets).find((name) => name.endsWith('.css')) ?? ''
  const css = readFileSync(join(assets, sheet), 'utf8').trim()
  const classes = Array.from(css.matchAll(/\.(-?[A-Za-z_][\w-]*)/g), ([, name = '']) => name)
  const faces = fetchedFaces(css)
  expect(faces.length).toBeGreaterThan(1)
  const rest = faces.reduce((left, body) => left.replace(`@font-face{${body}}`, ''), css)
  expect(pageStyles(css)(page(...classes))).toBe(rest)
})
