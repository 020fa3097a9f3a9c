import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { currentBuild } from '../../scripts/site-build'
import { browserFloor } from '../../scripts/vite/browser-floor'
import { root, sharedApp } from '../support/app'
import { newerInScript, newerInStyles } from '../support/browser-support'
import { sourcesOf } from '../support/sources'

const client = join(currentBuild(), 'client')
const files = readdirSync(client, { recursive: true, encoding: 'utf8' })

const built = (ending: string) =>
  files
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ name: basename(file), code: readFileSync(join(client, file), 'utf8') }))

/** Uses of newer interfaces, each with the guard that stands in the same file. */
const guarded: Record<string, RegExp> = {
  'Intl.Segmenter': /`Segmenter`\s*in Intl/,
  '.segment()': /`Segmenter`\s*in Intl/,
  'navigator.connection': /connection:(\w+)\}=navigator;return \1\?\.|navigator\.connection&&/,
  'navigator.share': /`share`\s*in navigator|if\(navigator\.share\)/,
  '.share()': /`share`\s*in navigator/,
  requestIdleCallback: /`requestIdleCallback`\s*in globalThis|self\.requestIdleCallback \?\? setTimeout/,
  // React, React Router and i18next.
  navigation: /typeof navigation==/,
  setImmediate: /typeof setImmediate/,
  '.startViewTransition()': /typeof \w+\.window\.document\.startViewTransition==/,
  '.skipTransition()': /typeof \w+\.window\.document\.startViewTransition==/,
  '.getTextInfo()': /&&\w+\.getTextInfo\)/,
}

/** Methods of libraries and of the site itself, which only share their names with newer interfaces. */
const ownMethods = new Set(
  [
    'build',
    'createContext',
    'destroy',
    'detect',
    'element',
    'escape',
    'fetch',
    'handle',
    'info',
    'isActive',
    'revoke',
    'use',
  ].map((name) => `.${name}()`),
)

/** Styles whose loss costs a visitor nothing but comfort: a browser that lacks them drops the declaration or the rule. */
const enhancements = [
  // A caption, a link's outline or a part that is hidden until its neighbours arrive: `:has` never stands in a list of selectors.
  ':has',
  // Without it a fold of the footer is opened by script.
  '::details-content',
  // Without script and without this, carousels are scrolled by hand.
  '@media (scripting)',
  '::selection',
  'break-after: avoid',
  // A hover's background.
  'color-mix()',
  'contain-intrinsic-block-size',
  'content-visibility',
  'content-visibility: auto',
  'content-visibility: visible',
  'cursor: default',
  'cursor: pointer',
  'forced-color-adjust',
  'forced-color-adjust: none',
  'overflow-anchor',
  'overflow-anchor: none',
  'scrollbar-color',
  'scrollbar-width',
  'scrollbar-width: none',
  'scrollbar-width: thin',
  'text-align: match-parent',
  'text-size-adjust: none',
  'text-wrap',
  'text-wrap: balance',
  'text-wrap: pretty',
]

test.each([
  ['AbortSignal.any([a, b])', 'AbortSignal.any'],
  ['const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
  ['await Array.fromAsync(list)', 'Array.fromAsync'],
  ['Object.groupBy(list, keyOf)', 'Object.groupBy'],
  ['window.URL.canParse(text) || URL.parse(text)', 'URL.parse'],
  ['text.toWellFormed()', '.toWellFormed()'],
  ['list.toSorted().with(0, 1)', '.toSorted()'],
  ['set.isSubsetOf(other)', '.isSubsetOf()'],
  ['Iterator.from(list)', 'Iterator.from'],
  ['class A { [Symbol.dispose]() {} }', 'Symbol.dispose'],
  ['new Intl.Segmenter("ar")', 'Intl.Segmenter'],
  ['new Intl.DurationFormat("ar")', 'Intl.DurationFormat'],
  ['globalThis.requestIdleCallback(run)', 'requestIdleCallback'],
  ['scheduler.yield()', 'scheduler'],
  ['const { connection } = navigator', 'navigator.connection'],
  ['document.startViewTransition(update)', 'document.startViewTransition'],
  ['list.addEventListener("scrollend", stop)', 'the event scrollend'],
  ['panel.showPopover()', '.showPopover()'],
  ['/[\\p{L}--[a-z]]/v', 'the expression /[\\p{L}--[a-z]]/v'],
  ['/a(?i:b)/', 'the expression /a(?i:b)/'],
  ['import list from "./list.json" with { type: "json" }', 'import attributes'],
  ['{ using file = open() }', 'using'],
])('the script %s is too new', (code, use) => {
  expect(newerInScript(code)).toContain(use)
})

test('a script of the floor is not too new, and neither are properties, keys and strings', () => {
  const code = `
    import { navigation as own } from './own.js'
    const timer = AbortSignal.timeout(9), copy = structuredClone(own.navigation), { viewport } = own
    export const page = { scheduler: 'Iterator', last: list.findLast((each) => each.at(-1)), has: Object.hasOwn(page, 'any') }
    if (/(?<=a)\\p{L}/u.test(page.navigation)) panel.addEventListener('scroll', () => list.replaceAll('a', 'b'))`
  expect(newerInScript(code)).toStrictEqual([])
})

test.each([
  ['a { &:hover { color: red } }', 'nesting'],
  ['a:has(b), c { color: red }', ':has'],
  ['a { color: light-dark(#000, #fff) }', 'light-dark()'],
  ['a { background: color-mix(in srgb, var(--a) 50%, red) }', 'color-mix() with var()'],
  ['@starting-style { a { opacity: 0 } }', '@starting-style'],
  ['@scope (.card) { a { color: red } }', '@scope'],
  ['@media (scripting: none) { a { color: red } }', '@media (scripting)'],
  ['a { block-size: calc(2lh + 1rem) }', '1lh'],
  ['a { grid-template-rows: subgrid }', 'grid-template-rows: subgrid'],
  ['[popover]:popover-open { display: block }', ':popover-open'],
  ['a { position-area: top }', 'position-area'],
])('the style %s is too new', (code, use) => {
  expect(newerInStyles(code)).toContain(use)
})

test('styles of the floor are not too new', () => {
  const code = `
    @layer base { a:is(:hover, :focus-visible)::before { inset-inline: 0; block-size: 50dvh; color: rgb(0 0 0 / 50%) } }
    @container (min-width: 20rem) { a { aspect-ratio: 1; scale: 1; -webkit-mask-image: none; mask-image: none } }`
  expect(newerInStyles(code)).toStrictEqual([])
})

const site = sharedApp({ distDir: currentBuild() })

/** The scripts in a page's HTML. */
async function inlineScripts() {
  const { payload } = await site.app.inject('/')
  const scripts = payload.matchAll(/<script(?![^>]*(?:\ssrc=|json|importmap))[^>]*>(.+?)<\/script>/gs)
  return Array.from(scripts, ([, code = '']) => ({ name: 'the page', code }))
}

test('the built scripts use what every supported browser has, or have a guard', async () => {
  const scripts = [...built('.js'), ...(await inlineScripts())]
  expect(scripts.map(({ name }) => name)).toEqual(expect.arrayContaining(['sw.js', 'the page']))
  const uses = scripts.flatMap(({ name, code }) => newerInScript(code).map((use) => ({ name, code, use })))
  const isGuarded = ({ use, code }: { use: string; code: string }) => guarded[use]?.test(code) || ownMethods.has(use)
  expect(uses.filter((use) => !isGuarded(use)).map(({ name, use }) => `${name}: ${use}`)).toStrictEqual([])
  const used = new Set(uses.map(({ use }) => use))
  expect([...Object.keys(guarded), ...ownMethods].filter((use) => !used.has(use))).toStrictEqual([])
})

test('no script reads the size of an address’s parameters, which Chromium 109 does not have', () => {
  const reads = sourcesOf(/\.tsx?$/, 'client', 'content', 'contract').flatMap(({ path, text }) => {
    const names = Array.from(text.matchAll(/(\w+) = new URLSearchParams/g), ([, name = '']) => name)
    return names.filter((name) => text.includes(`${name}.size`)).map((name) => `${path}: ${name}`)
  })
  expect(reads).toStrictEqual([])
})

test('the built styles use what every supported browser has, or enhancements', () => {
  const used = new Set(built('.css').flatMap(({ code }) => newerInStyles(code)))
  expect([...used].sort()).toStrictEqual([...enhancements].sort())
})

test('`:has` stands in no list of selectors, which a browser without it would drop as a whole', () => {
  const lists = built('.css').flatMap(({ code }) => code.match(/[^{}]*:has[^{}]*(?=\{)/g) ?? [])
  expect(lists).not.toEqual([])
  expect(lists.filter((selector) => selector.replace(/\([^)]*\)/g, '').includes(','))).toStrictEqual([])
})

test('README names the oldest supported browsers', () => {
  const rows = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| (Chromium|Firefox|Safari)[^|]*\| ([\d.]+)/gm)
  const named = Array.from(rows, ([, name, version]) => [name, Number(version)])
  const { chrome, firefox, safari } = browserFloor
  expect(named).toStrictEqual([
    ['Chromium', chrome],
    ['Firefox', firefox],
    ['Safari', safari],
  ])
})
