import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { currentBuild } from '../../scripts/builds'
import { sharedApp } from '../support/app'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'

const client = join(currentBuild(), 'client')
const assets = join(client, 'assets')

type Chunk = { file: string; name: string; imports?: string[]; dynamicImports?: string[] }

const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))
const texts = new Map(chunks.map(({ name, file }) => [name, readFileSync(join(client, file), 'utf8')]))

function keyOf(chunk: string): string {
  const [key] = Object.entries(manifest).find(([, { name }]) => name === chunk) ?? []
  if (!key) throw new Error(`the build has no chunk of its own for ${chunk}`)
  return key
}

/** The files of a chunk and of everything that it needs before it runs. */
function filesOf(key: string): string[] {
  const { file = '', imports = [] } = manifest[key] ?? {}
  return [file, ...imports.flatMap(filesOf)]
}

/** The names of the chunks that hold a text. */
function chunksWith(part: string | RegExp): string[] {
  return [...texts].filter(([, text]) => text.match(part)).map(([name]) => name)
}

test('Swiper comes to the home page alone, and later', () => {
  expect(chunksWith('slidesPerGroupSkip')).toEqual(['swiper'])
  const asking = (kind: 'imports' | 'dynamicImports') =>
    chunks.filter((chunk) => chunk[kind]?.includes(keyOf('swiper'))).map(({ name }) => name)
  expect([asking('imports'), asking('dynamicImports')]).toEqual([[], ['HomePage']])
})

/** The most that each built file may weigh over the line, in bytes, by its name without the hash; any other file, 5,500. */
const limits: Record<string, number> = {
  'libraries.js': 105_800,
  // With the cards, the names of HTML's elements, which titles are cleaned of, the habits of real back ends,
  // and the hook by which a tapped page paints its heading first.
  'index.js': 20_300,
  // With the first slide's drawing.
  'HomePage.js': 6_000,
  'swiper.js': 18_500,
  'readex-pro-arabic.woff2': 21_000,
  'readex-pro-latin.woff2': 21_500,
  'readex-pro-accents.woff2': 9_000,
}

/** The bytes of each file over the line: fonts as they are, others by brotli. */
const sizes = new Map(
  readdirSync(assets)
    .filter((file) => /\.(?:js|css|woff2)$/.test(file))
    .map((file) => [file, readFileSync(join(assets, file))] as const)
    .map(([file, content]) => [file, (file.endsWith('.woff2') ? content : brotliCompressSync(content)).length]),
)

test('every file weighs something and no more than its budget', () => {
  const found = [...sizes].map(([file, size]) => [file.replace(/-[\w-]{8}(?=\.\w+$)/, ''), size] as const)
  expect(found.filter(([name, size]) => size === 0 || size > (limits[name] ?? 5_500))).toEqual([])
  expect(found.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(limits)))
})

const site = sharedApp({ distDir: currentBuild() })

test.each(sitePages(await readContent()))(
  'the HTML of $name in $locale and its headers weigh no more than their budget',
  async ({ name, path }) => {
    const { payload, headers } = await site.app.inject(path)
    expect(payload).toContain('</html>')
    const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}\r\n`)
    const asServed = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
    const bytes = lines.join('').length + brotliCompressSync(payload, asServed).length
    // A page that fits into a server's first ten packets of 1,460 bytes is painted one round trip earlier. A long post does not.
    expect(bytes).toBeLessThanOrEqual(name === 'home' ? 29_000 : name === 'blog' ? 15_000 : 14_600)
  },
)

/** The weight of one file's headers over HTTP/1.1, in bytes. */
const headers = 500

/** In bytes. The site is to stay below 150,000; the room that is left is not for one change to take. */
const limit = 142_000

const pages = chunks.map(({ name }) => name).filter((name) => name.endsWith('Page'))

test.each(pages.flatMap((page) => ['en', 'ar'].map((locale) => [page, locale] as const)))(
  `the script of a first visit to a %s in %s is at most ${limit} bytes, headers included`,
  (page, locale) => {
    const needed = new Set(['index', page, locale, 'after-start'].flatMap((name) => filesOf(keyOf(name))))
    const weights = [...needed].map((file) => [file, (sizes.get(basename(file)) ?? 0) + headers] as const)
    const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
    if (process.env.FIGURES) console.info(`${page} in ${locale}: ${total} bytes of script`)
    expect(total, `${total} bytes: ${weights.join(' ')}`).toBeLessThanOrEqual(limit)
  },
)

/** The texts of a built file of the server and of all that it imports before it runs, by path. */
function textsFrom(path: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(path)) return found
  const text = readFileSync(path, 'utf8')
  found.set(path, text)
  for (const [, imported = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+\.js)["'`]/g))
    textsFrom(join(path, '..', imported), found)
  return found
}

test('the studio is in no build, scenarios are in no file of the client, and the server loads them only where they are on', () => {
  expect(chunksWith(/scenario|studio/i)).toEqual([])
  const server = join(currentBuild(), 'server')
  const loaded = [...textsFrom(join(server, 'main.js')).values()].join('\n')
  expect(loaded).not.toMatch(/__scenarios|__requests|five-thousand|failing-then-well|scenario-key=/)
  const all = readdirSync(join(server, 'assets')).map((name) => readFileSync(join(server, 'assets', name), 'utf8'))
  expect(all.filter((text) => text.includes('/__scenarios'))).toHaveLength(1)
  expect([...all, loaded].filter((text) => text.includes('__studio'))).toEqual([])
})
