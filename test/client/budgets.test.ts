import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { currentBuild } from '../../scripts/builds'
import { sharedApp } from '../support/app'
import { readContent } from '../support/shipped-content'
import { sitePages } from '../support/site-pages'

const assets = join(currentBuild(), 'client/assets')
const site = sharedApp({ distDir: currentBuild() })

/** The most that each built file may weigh over the line, in bytes, by its name without the hash; any other chunk, 5,500. */
const limits: Record<string, number> = {
  'libraries.js': 105_800,
  // With the cards, the names of HTML's elements, which titles are cleaned of, the habits of real back ends,
  // and the hook by which a tapped page paints its heading first.
  'index.js': 20_300,
  // With the first slide's drawing.
  'HomePage.js': 6_000,
  'swiper.js': 18_500,
  'index.css': 6_500,
  'readex-pro-arabic.woff2': 21_000,
  'readex-pro-latin.woff2': 21_500,
  'readex-pro-accents.woff2': 9_000,
}

const files = readdirSync(assets)
  .filter((name) => /\.(?:js|css|woff2)$/.test(name))
  .map((file) => [file.replace(/-[\w-]{8}(?=\.\w+$)/, ''), file] as const)

test.each(files)('%s weighs no more than its budget', (name, file) => {
  const content = readFileSync(join(assets, file))
  const { length } = file.endsWith('.woff2') ? content : brotliCompressSync(content)
  expect(length).toBeGreaterThan(0)
  expect(length).toBeLessThanOrEqual(limits[name] ?? 5_500)
})

test('every file that has a budget of its own is there', () => {
  expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(limits)))
})

test.each(sitePages(await readContent()))(
  'the HTML of $name in $locale weighs no more than its budget',
  async ({ name, path }) => {
    const { payload } = await site.app.inject(path)
    const { length } = brotliCompressSync(payload)
    expect(payload).toContain('</html>')
    expect(length).toBeLessThanOrEqual(name === 'home' ? 29_000 : 14_500)
  },
)
