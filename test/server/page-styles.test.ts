import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { currentBuild } from '../../scripts/builds'
import { pageStyles } from '../../server/pages/page-styles'

const page = (...classes: string[]) => `<p class="${classes.join(' ')}"><b class="b">Text</b></p>`

test.each([
  ['a rule of a class that is there, not one of another', '.a{x:1}.c{x:2}', '.a{x:1}'],
  ['of a list of selectors what can match', '.a,.c .a,.b.a{x:1}', '.a,.b.a{x:1}'],
  [
    'what hangs on elements that are there, on ids and states alone',
    'p,#x,[open]>b,body>B,:root:lang(ar),i,p>i,.a+h1 b{x:1}',
    'p,#x,[open]>b,body>B,:root:lang(ar){x:1}',
  ],
  ['what one of its alternatives can match', '.a :is(i,b),.a :is(i,.c b){x:1}', '.a :is(i,b){x:1}'],
  [
    'the states of a first view',
    '.a:hover,.a::selection,.a:focus-visible,.a:is(:hover,:focus),.a[title=":hover"]{x:1}',
    '.a:focus-visible,.a:is(:hover,:focus),.a[title=":hover"]{x:1}',
  ],
  [
    'neither what is for paper nor what is for pages without script',
    '@media print{.a{x:1}}@media (scripting:none){.a{x:1}}@media (width>1px){.a{x:1}@media print{.a{x:2}}}',
    '@media (width>1px){.a{x:1}}',
  ],
  [
    'the values that something refers to, also by another value',
    ':root{--a:var(--b);--b:"};";--c:1;--d:var(--c)}@media x{:root{--d:2}}.a{x:var(--a)}',
    ':root{--a:var(--b);--b:"};"}.a{x:var(--a)}',
  ],
  [
    'the movements that something refers to',
    '@keyframes k{to{x:1}}@keyframes l{to{x:1}}.a{animation:1s k}.c{animation:1s l}',
    '@keyframes k{to{x:1}}.a{animation:1s k}',
  ],
  [
    "the faces for the page's characters",
    '@font-face{src:local(l);unicode-range:U+0-7F,U+2??}@font-face{src:local(a);unicode-range:U+6??}',
    '@font-face{src:local(l);unicode-range:U+0-7F,U+2??}',
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
  ['statements and faces', '@layer r,t;@font-face{src:local("};")}', '@layer r,t;@font-face{src:local("};")}'],
  ['strings with braces and quotes', '.a:after{content:"}\\"{"}.c{x:1}', '.a:after{content:"}\\"{"}'],
])('keeps %s', (_, sheet, kept) => {
  expect(pageStyles(sheet)(page('a'))).toBe(kept)
})

test('keeps what is for paper where that is asked for', () => {
  const sheet = '@media print{.a{x:1}.c{x:2}}'
  expect(pageStyles(sheet)(page('a'), true)).toBe('@media print{.a{x:1}}')
})

test('the whole built style sheet is kept but for what is for pages without script', () => {
  const assets = join(currentBuild(), 'client', 'assets')
  const sheet = readdirSync(assets).find((name) => name.endsWith('.css')) ?? ''
  const css = readFileSync(join(assets, sheet), 'utf8').trim()
  const scriptless = /@media \(scripting:none\)\{(?:[^{}]*\{[^{}]*\})*\}/g
  expect(css).toMatch(scriptless)
  expect(pageStyles(css)()).toBe(css.replace(scriptless, ''))
})
